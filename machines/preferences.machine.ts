import { setup } from 'xstate';
import type { Currency, Language } from '#domain/constants.ts';
import type { Preferences } from '#domain/locale.ts';
import { effect } from './port.ts';

/**
 * §4 Language and currency on load, and §2 the language selector. The preferences found on load are written back and
 * their parameters removed from the address; choosing a language navigates to the route of that language.
 */
export const preferencesMachine = setup({
  types: {
    context: {} as { preferences: Preferences },
    /** The result of `readPreferences` (#domain/locale.ts). */
    input: {} as { preferences: Preferences },
    events: {} as { type: 'LANGUAGE_CHOSEN'; language: Language; currency: Currency } | { type: 'RETURNED' },
  },
  actions: {
    storePreferences: effect<Preferences>('storePreferences'),
    removeParameters: effect('removeParameters'),
    moveTo: effect<{ language: Language; currency: Currency }>('moveTo'),
  },
  guards: {
    isChanged: ({ context: { preferences } }, { language, currency }: { language: Language; currency: Currency }) =>
      language !== preferences.language || currency !== preferences.currency,
  },
}).createMachine({
  id: 'preferences',
  context: ({ input }) => input,
  entry: [{ type: 'storePreferences', params: ({ context }) => context.preferences }, 'removeParameters'],
  initial: 'settled',
  on: {
    LANGUAGE_CHOSEN: {
      guard: { type: 'isChanged', params: ({ event }) => event },
      target: '.moving',
      actions: [
        {
          type: 'storePreferences',
          params: ({ context, event: { language, currency } }) => ({ ...context.preferences, language, currency }),
        },
        { type: 'moveTo', params: ({ event: { language, currency } }) => ({ language, currency }) },
      ],
    },
  },
  states: {
    settled: {},
    /** The page is being left; the visitor may have stopped that, and can choose again. */
    moving: { on: { RETURNED: 'settled' } },
  },
});
