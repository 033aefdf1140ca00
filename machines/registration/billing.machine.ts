import { billingFieldNames } from '#contract/billing.ts';
import { emptyForm } from '#domain/form.ts';
import { type Notice, problem } from '#domain/notice.ts';
import { failureNotice, splitFailure } from '../failureNotice.ts';
import { billingSetup } from './billing.setup.ts';
import { billingBody, hasCompany } from './billingBody.ts';
import { movedOutcome, notFoundOutcome, type StepOutcome } from './outcome.ts';

const rejectionNotice = (error: unknown): Notice | null => splitFailure(error, billingFieldNames).notice;

/** §2 Step 4 'Enter your billing information'. */
export const billingMachine = billingSetup.createMachine({
  id: 'billing',
  context: ({ input: { values, ...input } }) => ({
    ...input,
    form: emptyForm(values),
    isCardSent: false,
    packages: null,
    area: null,
    numberFees: null,
    isCompanyOpen: hasCompany(values),
    outcome: null,
  }),
  output: ({ context }) => context.outcome as StepOutcome,
  initial: 'editing',
  on: { DAY_BEGAN: { actions: { type: 'setToday', params: ({ event }) => event.today } } },
  states: {
    editing: {
      type: 'parallel',
      states: {
        prices: {
          initial: 'loadingPackages',
          states: {
            loadingPackages: {
              invoke: {
                id: 'listPackages',
                src: 'listPackages',
                input: ({ context }) => ({ params: { registration_token: context.token } }),
                onDone: [
                  {
                    guard: 'hasNumber',
                    target: 'readingPlace',
                    actions: { type: 'setPackages', params: ({ event }) => event.output.data.data },
                  },
                  {
                    guard: { type: 'isUnpriced', params: ({ event }) => ({ packages: event.output.data.data }) },
                    target: 'missing',
                  },
                  {
                    target: 'shown',
                    actions: { type: 'setPackages', params: ({ event }) => event.output.data.data },
                  },
                ],
                onError: [
                  {
                    guard: { type: 'isRegistrationNotFound', params: ({ event }) => event },
                    target: '#billing.registrationNotFound',
                    actions: { type: 'setOutcome', params: ({ event }) => notFoundOutcome(event.error) },
                  },
                  {
                    target: 'missing',
                    actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                  },
                ],
              },
              after: {
                answer: { target: 'missing', actions: 'notifyUnreachable' },
              },
            },
            readingPlace: {
              invoke: {
                id: 'readCoverage',
                src: 'readCoverage',
                input: ({ context }) => ({ number_id: context.number_id ?? 0 }),
                onDone: {
                  target: 'loadingNumberPrices',
                  actions: { type: 'setArea', params: ({ event }) => event.output },
                },
                onError: [
                  {
                    guard: { type: 'isAnswered', params: ({ event }) => event },
                    target: 'missing',
                    actions: ['removeToken', { type: 'notify', params: ({ event }) => failureNotice(event.error) }],
                  },
                  {
                    target: 'missing',
                    actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                  },
                ],
              },
              after: {
                answer: { target: 'missing', actions: 'notifyUnreachable' },
              },
            },
            loadingNumberPrices: {
              invoke: {
                id: 'listNumbers',
                src: 'listNumbers',
                input: ({ context: { token, number_id } }) => ({ token, coverage_id: number_id ?? 0 }),
                onDone: [
                  {
                    guard: { type: 'isUnpriced', params: ({ event }) => ({ list: event.output }) },
                    target: 'missing',
                  },
                  { target: 'shown', actions: { type: 'setNumberFees', params: ({ event }) => event.output } },
                ],
                onError: [
                  {
                    guard: { type: 'isAnswered', params: ({ event }) => event },
                    target: 'missing',
                    actions: ['removeToken', { type: 'notify', params: ({ event }) => failureNotice(event.error) }],
                  },
                  {
                    target: 'missing',
                    actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                  },
                ],
              },
              after: {
                answer: { target: 'missing', actions: 'notifyUnreachable' },
              },
            },
            missing: {
              tags: 'pricesMissing',
              exit: 'clearNotice',
              on: {
                TRY_AGAIN: {
                  target: 'loadingPackages',
                  actions: { type: 'storeToken', params: ({ context: { token } }) => ({ token }) },
                },
              },
            },
            shown: {},
          },
        },
        submission: {
          initial: 'open',
          states: {
            /** Another tab may change the number: no trial is started for another one than the page shows. */
            open: {
              invoke: {
                id: 'progressWatch',
                src: 'progressWatch',
                input: ({ context: { token, number_id } }) => ({ token, step: '4' as const, numberId: number_id }),
                onDone: {
                  target: '#billing.advanced',
                  actions: {
                    type: 'setOutcome',
                    params: ({ event }) => ({ kind: 'advanced', record: event.output.record }),
                  },
                },
                onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
              },
              on: {
                CHANGE: { actions: { type: 'editForm', params: ({ event }) => event.change } },
                BLUR: { actions: { type: 'checkField', params: ({ event }) => event.field } },
                COMPANY_TOGGLED: { actions: 'toggleCompany' },
                SUBMIT: [
                  { guard: 'isIncomplete', actions: 'checkForm' },
                  { guard: 'arePricesShown', target: 'saving', actions: ['checkForm', 'setCardSent'] },
                ],
                BACK: {
                  target: '#billing.wentBack',
                  actions: { type: 'setOutcome', params: { kind: 'wentBack' } },
                },
              },
            },
            saving: {
              tags: 'pending',
              entry: 'clearNotice',
              invoke: {
                id: 'updateRegistration',
                src: 'updateRegistration',
                input: ({ context }) => ({ params: { registration_token: context.token }, body: billingBody(context) }),
                onDone: [
                  {
                    guard: { type: 'isHosted', params: ({ event }) => event.output },
                    target: 'hosted',
                    actions: { type: 'setAnswer', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isOver', params: ({ event }) => event.output },
                    target: '#billing.saved',
                    actions: { type: 'setAnswer', params: ({ event }) => event.output },
                  },
                  {
                    target: 'open',
                    actions: ['clearSecurityCode', { type: 'notify', params: problem({ code: 'somethingWrong' }) }],
                  },
                ],
                onError: [
                  {
                    guard: { type: 'isRegistrationNotFound', params: ({ event }) => event },
                    target: '#billing.registrationNotFound',
                    actions: { type: 'setOutcome', params: ({ event }) => notFoundOutcome(event.error) },
                  },
                  {
                    guard: { type: 'hasStepMoved', params: ({ event }) => event },
                    target: '#billing.moved',
                    actions: { type: 'setOutcome', params: ({ event }) => movedOutcome(event.error) },
                  },
                  {
                    target: 'open',
                    actions: [
                      'clearSecurityCode',
                      { type: 'setFormErrors', params: ({ event }) => event },
                      { type: 'notify', params: ({ event }) => rejectionNotice(event.error) },
                    ],
                  },
                ],
              },
              after: {
                card: {
                  target: 'open',
                  actions: ['clearSecurityCode', 'notifyUnreachable'],
                },
              },
            },
            /** The bank's page covers the form, which is kept for another attempt. */
            hosted: {
              tags: 'pending',
              entry: 'clearSecurityCode',
              on: { PAGE_CLOSED: { target: 'open', actions: 'clearOutcome' } },
            },
          },
        },
      },
    },
    wentBack: { type: 'final', entry: 'clearCard' },
    saved: { type: 'final', entry: 'clearCard' },
    moved: { type: 'final', entry: 'clearCard' },
    advanced: { type: 'final', entry: 'clearCard' },
    registrationNotFound: { type: 'final', entry: 'clearCard' },
  },
});
