import { assign, setup } from 'xstate';
import type { ConsentCookie } from '#contract/browser.ts';
import { effect } from './port.ts';

/** The optional categories; essential cookies are always on. */
type Choice = { analytics: boolean; marketing: boolean };

const essentialOnly: Choice = { analytics: false, marketing: false };

const choiceOf = ({ cookie_analytics, cookie_marketing }: ConsentCookie): Choice => ({
  analytics: cookie_analytics === 1,
  marketing: cookie_marketing === 1,
});

const flag = (isOn: boolean): 0 | 1 => (isOn ? 1 : 0);
const cookieOf = ({ analytics, marketing }: Choice): ConsentCookie => ({
  cookie_consent: 1,
  cookie_analytics: flag(analytics),
  cookie_marketing: flag(marketing),
});

/**
 * §4 Cookie consent: requested unless it was given before and is still stored; it can be changed at any time. Switches start off, so
 * accepting the selection as it is rejects everything optional. Nothing is stored before the visitor decides.
 */
export const consentMachine = setup({
  types: {
    context: {} as { given: Choice | null; choice: Choice },
    input: {} as { consent: ConsentCookie | null },
    events: {} as
      | { type: 'CHANGE'; change: Partial<Choice> }
      | { type: 'ACCEPT_ALL' }
      | { type: 'ACCEPT_SELECTION' }
      | { type: 'MANAGE' }
      | { type: 'CLOSE' }
      /** The visitor has answered in another tab. */
      | { type: 'CONSENT_GIVEN'; consent: ConsentCookie }
      /** The stored consent has expired, or was deleted in the browser. */
      | { type: 'CONSENT_GONE' },
    tags: {} as 'shown',
  },
  actions: {
    storeConsent: effect<ConsentCookie>('storeConsent'),
    setValues: assign(({ context }, change: Partial<Choice>) => ({ choice: { ...context.choice, ...change } })),
    acceptAll: assign({ choice: { analytics: true, marketing: true } }),
    setGiven: assign((_, consent: ConsentCookie) => ({ given: choiceOf(consent), choice: choiceOf(consent) })),
    forgetConsent: assign({ given: null, choice: essentialOnly }),
    acceptChoice: assign(({ context }) => ({ given: context.choice })),
    clearChange: assign(({ context }) => ({ choice: context.given ?? essentialOnly })),
  },
  guards: {
    isGiven: ({ context }) => context.given !== null,
    isNew: ({ context: { given } }, consent: ConsentCookie) =>
      given?.analytics !== choiceOf(consent).analytics || given.marketing !== choiceOf(consent).marketing,
  },
}).createMachine({
  id: 'consent',
  context: ({ input: { consent } }) => {
    const given = consent?.cookie_consent ? choiceOf(consent) : null;
    return { given, choice: given ?? essentialOnly };
  },
  initial: 'opening',
  on: {
    CONSENT_GIVEN: {
      guard: { type: 'isNew', params: ({ event }) => event.consent },
      target: '.given',
      actions: { type: 'setGiven', params: ({ event }) => event.consent },
    },
    CONSENT_GONE: { guard: 'isGiven', target: '.deciding', actions: 'forgetConsent' },
  },
  states: {
    opening: { always: [{ guard: 'isGiven', target: 'given' }, { target: 'deciding' }] },
    deciding: {
      tags: 'shown',
      on: {
        CHANGE: { actions: { type: 'setValues', params: ({ event }) => event.change } },
        ACCEPT_ALL: {
          target: 'given',
          actions: [
            'acceptAll',
            'acceptChoice',
            { type: 'storeConsent', params: ({ context }) => cookieOf(context.choice) },
          ],
        },
        ACCEPT_SELECTION: {
          target: 'given',
          actions: ['acceptChoice', { type: 'storeConsent', params: ({ context }) => cookieOf(context.choice) }],
        },
      },
      initial: 'prompting',
      states: {
        prompting: { on: { MANAGE: 'managing' } },
        managing: {
          on: {
            CLOSE: [{ guard: 'isGiven', target: '#consent.given', actions: 'clearChange' }, { target: 'prompting' }],
          },
        },
      },
    },
    given: { on: { MANAGE: 'deciding.managing' } },
  },
});
