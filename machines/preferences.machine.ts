import { setup } from 'xstate';
import type { Currency, Language } from '#domain/constants.ts';
import type { Preferences } from '#domain/locale.ts';
import { effect } from './port.ts';

/**
 * §4 Language and currency on load, and §2 the language selector. What was found on load is written back and its
 * parameters leave the address; choosing a language moves the page to that language's route.
 */
export const preferencesMachine = setup({
  types: {
    context: {} as { preferences: Preferences },
    /** What `readPreferences` of #domain/locale.ts found. */
    input: {} as { preferences: Preferences },
    events: {} as { type: 'LANGUAGE_CHOSEN'; language: Language; currency: Currency } | { type: 'RETURNED' },
  },
  actions: {
    storePreferences: effect<Preferences>('storePreferences'),
    removeParameters: effect('removeParameters'),
    moveTo: effect<{ language: Language; currency: Currency }>('moveTo'),
  },
  guards: {
    isOther: ({ context: { preferences } }, { language, currency }: { language: Language; currency: Currency }) =>
      language !== preferences.language || currency !== preferences.currency,
  },
}).createMachine({
  id: 'preferences',
  context: ({ input }) => input,
  entry: [{ type: 'storePreferences', params: ({ context }) => context.preferences }, 'removeParameters'],
  initial: 'settled',
  states: {
    settled: {
      on: {
        LANGUAGE_CHOSEN: {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: 'moving',
          actions: [
            {
              type: 'storePreferences',
              params: ({ context, event: { language, currency } }) => ({ ...context.preferences, language, currency }),
            },
            { type: 'moveTo', params: ({ event: { language, currency } }) => ({ language, currency }) },
          ],
        },
      },
    },
    /** The page is being left; whoever comes back to it by the browser's Back may choose again. */
    moving: { on: { RETURNED: 'settled' } },
  },
});
