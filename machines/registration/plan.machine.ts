import { problem } from '#domain/notice.ts';
import { failureNotice } from '../failureNotice.ts';
import { movedOutcome, notFoundOutcome, type StepOutcome } from './outcome.ts';
import { orderOf, planSetup } from './plan.setup.ts';

/** §2: the plan with users and add-ons, and the number: on one screen, or as two steps. */
export const planMachine = planSetup.createMachine({
  id: 'plan',
  context: ({ input }) => ({
    ...input,
    chosenAddOns: input.order.nbCxBundles,
    packages: null,
    isRestoring: input.panels.number && (input.saved !== null || (input.choice?.number ?? null) !== null),
    picked: null,
    submitted: null,
    outcome: null,
  }),
  output: ({ context }) => context.outcome as StepOutcome,
  initial: 'choosing',
  states: {
    choosing: {
      type: 'parallel',
      states: {
        prices: {
          initial: 'loading',
          states: {
            loading: {
              tags: 'pending',
              invoke: {
                id: 'listPackages',
                src: 'listPackages',
                input: ({ context }) => ({ params: { registration_token: context.token } }),
                onDone: {
                  target: 'shown',
                  actions: { type: 'setPackages', params: ({ event }) => event.output.data.data },
                },
                onError: [
                  {
                    guard: { type: 'isRegistrationNotFound', params: ({ event }) => event },
                    target: '#plan.registrationNotFound',
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
            missing: { tags: 'pricesMissing', exit: 'clearNotice', on: { TRY_AGAIN: { target: 'loading' } } },
            shown: {},
          },
        },
        number: {
          initial: 'opening',
          states: {
            opening: { always: [{ guard: 'includesNumber', target: 'picking' }, { target: 'skipped' }] },
            picking: {
              on: { NUMBER_TAKEN: { actions: 'reportNumberTaken' } },
              invoke: {
                id: 'numberPicker',
                src: 'numberPicker',
                input: ({ context: { token, countries, dictionary, saved, choice, suggestedCountry } }) => ({
                  token,
                  countries,
                  dictionary,
                  saved,
                  unsavedInput: choice,
                  suggestedCountry,
                }),
                onSnapshot: {
                  actions: { type: 'setSelection', params: ({ event }) => event.snapshot.context },
                },
                onDone: {
                  target: '#plan.registrationNotFound',
                  actions: { type: 'setOutcome', params: ({ event }) => notFoundOutcome(event.output.error) },
                },
                onError: {
                  target: 'broken',
                  actions: ['clearPickedNumber', { type: 'notify', params: problem({ code: 'somethingWrong' }) }],
                },
              },
            },
            broken: { exit: 'clearNotice', on: { TRY_AGAIN: { target: 'picking' } } },
            skipped: {},
          },
        },
        submission: {
          initial: 'open',
          states: {
            open: {
              on: {
                USERS_CHANGED: { actions: { type: 'setUsers', params: ({ event }) => event.users } },
                USERS_ENTERED: { actions: 'setChosenAddOns' },
                ADD_ONS_CHANGED: {
                  actions: [{ type: 'setAddOns', params: ({ event }) => event.addOns }, 'setChosenAddOns'],
                },
                PLAN_CHOSEN: { actions: { type: 'setPlan', params: ({ event }) => event.packageType } },
                SUBMIT: { guard: 'isReady', target: 'saving', actions: ['setChosenAddOns', 'setSubmitted'] },
                BACK: {
                  guard: 'hasBack',
                  target: '#plan.wentBack',
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
                input: ({ context }) => ({
                  params: { registration_token: context.token },
                  body: { step: context.step, ...orderOf(context) },
                }),
                onDone: [
                  {
                    guard: { type: 'isHosted', params: ({ event }) => event.output },
                    target: 'hosted',
                    actions: { type: 'setAnswer', params: ({ event }) => event.output },
                  },
                  {
                    target: '#plan.saved',
                    actions: { type: 'setAnswer', params: ({ event }) => event.output },
                  },
                ],
                onError: [
                  {
                    guard: { type: 'isRegistrationNotFound', params: ({ event }) => event },
                    target: '#plan.registrationNotFound',
                    actions: { type: 'setOutcome', params: ({ event }) => notFoundOutcome(event.error) },
                  },
                  {
                    guard: { type: 'hasStepMoved', params: ({ event }) => event },
                    target: '#plan.moved',
                    actions: { type: 'setOutcome', params: ({ event }) => movedOutcome(event.error) },
                  },
                  {
                    guard: { type: 'isNumberTaken', params: ({ event }) => event },
                    target: 'open',
                    actions: [
                      'raiseNumberTaken',
                      { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                    ],
                  },
                  {
                    target: 'open',
                    actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                  },
                ],
              },
              after: {
                answer: { target: 'open', actions: 'notifyUnreachable' },
              },
            },
            /** A hosted page covers the form; the registration decides what comes next. */
            hosted: { tags: 'pending' },
          },
        },
      },
    },
    wentBack: { type: 'final' },
    saved: { type: 'final' },
    moved: { type: 'final' },
    registrationNotFound: { type: 'final' },
  },
});
