import { and, assign, type ContextFrom, not, raise, sendTo, setup, stateIn } from 'xstate';
import type { Coverage, Dictionary, Package } from '#contract/coverage.ts';
import type { Choice } from '#domain/choice.ts';
import type { PackageType } from '#domain/constants.ts';
import { type Notice, problem } from '#domain/notice.ts';
import { type Order, withAddOns, withPlan, withUsers } from '#domain/order.ts';
import { failureNotice } from '../failureNotice.ts';
import { apiRequest, effect, limits, notifyUnreachable } from '../port.ts';
import { type PickedNumber, pickedNumber } from './numberOptions.ts';
import { numberPickerMachine } from './numberPicker.machine.ts';
import {
  hasStepMoved,
  isHosted,
  isNumberTaken,
  isRegistrationNotFound,
  movedOutcome,
  notFoundOutcome,
  outcomeOf,
  type StepOutcome,
  type SubmissionAnswer,
  type Submitted,
} from './outcome.ts';

/** What the step shows: both panels at once (verify-first), or one after the other (plan-first). */
type PlanPanels = { plan: boolean; number: boolean };

type PickerContext = ContextFrom<typeof numberPickerMachine>;

type Context = {
  token: string;
  /** The step that is submitted. */
  step: '2' | '3';
  panels: PlanPanels;
  hasBack: boolean;
  order: Order;
  /** The add-ons as they were chosen: while a number of users is typed, its first digits may lower those of the order. */
  chosenAddOns: number;
  packages: readonly Package[] | null;
  countries: readonly Coverage[];
  dictionary: Dictionary;
  /** What is saved in the registration, for the picker to restore. */
  saved: { number_id: number; number: string } | null;
  /** The choice in the picker, complete or partial. */
  choice: Choice | null;
  /** The country to suggest while nothing is chosen; null for no suggestion. */
  suggestedCountry: string | null;
  /** A number that was chosen before is being restored, with its prices. */
  isRestoring: boolean;
  /** The number to order; null until one is chosen, or if the step does not include the number. */
  picked: PickedNumber | null;
  /** What was sent last; only a `saved` outcome confirms that it arrived. */
  submitted: Submitted | null;
  outcome: StepOutcome | null;
};

/** §7: the body of this step. */
const orderOf = ({ order, panels, picked }: Context) => ({
  package_type: order.packageType,
  nb_users: order.nbUsers,
  nb_cx_bundles: order.nbCxBundles,
  ...(panels.number && picked && { number: picked.number, number_id: picked.number_id }),
});

const submittedOf = (context: Context): Submitted => {
  const { number_id, ...data } = orderOf(context);
  return { data, ...(number_id !== undefined && { number_id }) };
};

/** §2: the plan with users and add-ons, and the number: on one screen, or as two steps. */
export const planMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<
      Context,
      | 'token'
      | 'step'
      | 'panels'
      | 'hasBack'
      | 'order'
      | 'countries'
      | 'dictionary'
      | 'saved'
      | 'choice'
      | 'suggestedCountry'
    >,
    output: {} as StepOutcome,
    events: {} as
      | { type: 'USERS_CHANGED'; users: number }
      /** The number of users is complete. */
      | { type: 'USERS_ENTERED' }
      | { type: 'ADD_ONS_CHANGED'; addOns: number }
      | { type: 'PLAN_CHOSEN'; packageType: PackageType }
      | { type: 'SUBMIT' }
      | { type: 'BACK' }
      | { type: 'NUMBER_TAKEN' }
      | { type: 'TRY_AGAIN' },
    tags: {} as 'pending' | 'pricesMissing',
  },
  actors: {
    numberPicker: numberPickerMachine,
    listPackages: apiRequest('listPackages'),
    updateRegistration: apiRequest('updateRegistration'),
  },
  actions: {
    notify: effect<Notice | null>('notify'),
    notifyUnreachable: notifyUnreachable(),
    clearNotice: effect('clearNotice'),
    setUsers: assign(({ context: { order, chosenAddOns } }, users: number) => ({
      order: withUsers({ ...order, nbCxBundles: chosenAddOns }, users),
    })),
    setAddOns: assign(({ context }, addOns: number) => ({ order: withAddOns(context.order, addOns) })),
    setChosenAddOns: assign(({ context }) => ({ chosenAddOns: context.order.nbCxBundles })),
    setPlan: assign(({ context }, packageType: PackageType) => ({ order: withPlan(context.order, packageType) })),
    setPackages: assign((_, packages: Package[]) => ({ packages })),
    /** A selection that is still being restored, or only suggested, is not a choice. */
    setSelection: assign(({ context }, picker: PickerContext) => ({
      choice:
        picker.pendingRestore || picker.savedId !== null || picker.suggestedCountry ? context.choice : picker.choice,
      picked: pickedNumber(picker),
      // With a hint, restoring has failed.
      isRestoring: (picker.pendingRestore?.number ?? null) !== null && picker.hint === null,
    })),
    clearPickedNumber: assign({ picked: null, isRestoring: false }),
    /** The picker, if there is one, requests another number. */
    raiseNumberTaken: raise({ type: 'NUMBER_TAKEN' }),
    reportNumberTaken: sendTo('numberPicker', { type: 'NUMBER_TAKEN' }),
    setSubmitted: assign(({ context }) => ({ submitted: submittedOf(context) })),
    setAnswer: assign(({ context }, answer: SubmissionAnswer) => ({ outcome: outcomeOf(answer, context.submitted) })),
    setOutcome: assign((_, outcome: StepOutcome) => ({ outcome })),
  },
  guards: {
    includesNumber: ({ context }) => context.panels.number,
    hasBack: ({ context }) => context.hasBack,
    /** §2: a number is chosen if the step includes it, and no request is pending. */
    isReady: and([
      ({ context }: { context: Context }) => !context.panels.number || context.picked !== null,
      not(stateIn('#plan.choosing.prices.loading')),
    ]),
    isHosted: (_, answer: SubmissionAnswer) => isHosted(answer),
    isRegistrationNotFound: (_, { error }: { error: unknown }) => isRegistrationNotFound(error),
    hasStepMoved: (_, { error }: { error: unknown }) => hasStepMoved(error),
    isNumberTaken: (_, { error }: { error: unknown }) => isNumberTaken(error),
  },
  delays: { answer: limits.answer },
}).createMachine({
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
