import { preferencesMachine } from '#machines/preferences.machine.ts';
import { casesOf } from '../support/flow.ts';

/** Language and currency on load of §4, language selector of §2. */
export const preferencesCases = casesOf({
  machine: preferencesMachine,
  inputs: { '': { preferences: { language: 'en', currency: 'USD', country: 'us' } } },
  events: [
    { type: 'LANGUAGE_CHOSEN', language: 'de', currency: 'EUR' },
    { type: 'LANGUAGE_CHOSEN', language: 'en', currency: 'USD' },
  ],
  invariants: {
    'another language can be chosen at any time, also once the visitor has stopped the page from being left': (state) =>
      state.can({ type: 'LANGUAGE_CHOSEN', language: 'de', currency: 'EUR' }),
  },
});
