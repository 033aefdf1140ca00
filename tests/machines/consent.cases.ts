import { consentMachine } from '#machines/consent.machine.ts';
import { casesOf } from '../support/flow.ts';

/** Cookie consent of §4. */
export const consentCases = casesOf({
  machine: consentMachine,
  inputs: {
    'never asked': { consent: null },
    given: { consent: { cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 0 } },
    'not given': { consent: { cookie_consent: 0, cookie_analytics: 0, cookie_marketing: 0 } },
  },
  events: [
    { type: 'CHANGE', change: { analytics: true } },
    { type: 'CHANGE', change: { marketing: true } },
    { type: 'CHANGE', change: { analytics: false } },
    { type: 'CONSENT_GIVEN', consent: { cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 0 } },
    { type: 'CONSENT_GIVEN', consent: { cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 } },
    { type: 'CONSENT_GONE' },
  ],
  walks: [
    { start: 'never asked', events: [{ type: 'MANAGE' }, { type: 'ACCEPT_ALL' }] },
    // The same answer from another tab leaves the dialog open, with what was changed in it.
    {
      start: 'given',
      events: [
        { type: 'CONSENT_GIVEN', consent: { cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 0 } },
        { type: 'MANAGE' },
        { type: 'CHANGE', change: { marketing: true } },
        { type: 'CONSENT_GIVEN', consent: { cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 0 } },
      ],
    },
  ],
  invariants: {
    'the dialog is shown unless consent exists': (state) => state.context.given !== null || state.hasTag('shown'),
    'no consent is given before a decision': (state) =>
      !state.matches({ deciding: 'prompting' }) || state.context.given === null,
    'outside the dialog the choice is the consent that was given': ({ context, ...state }) =>
      state.value !== 'given' || JSON.stringify(context.choice) === JSON.stringify(context.given),
  },
});
