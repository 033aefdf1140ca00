import { and, assign, type ContextFrom, not, raise, sendTo, setup, stateIn } from 'xstate';
import type { Coverage, Dictionary, Package } from '#contract/coverage.ts';
import type { Choice } from '#domain/choice.ts';
import type { PackageType } from '#domain/constants.ts';
import type { Notice } from '#domain/notice.ts';
import { type Order, withAddOns, withPlan, withUsers } from '#domain/order.ts';
import { apiRequest, effect, limits, notifyUnreachable } from '../port.ts';
import { type PickedNumber, pickedNumber } from './numberOptions.ts';
import { numberPickerMachine } from './numberPicker.machine.ts';
import {
  hasStepMoved,
  isHosted,
  isNumberTaken,
  isRegistrationNotFound,
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
export const orderOf = ({ order, panels, picked }: Context) => ({
  package_type: order.packageType,
  nb_users: order.nbUsers,
  nb_cx_bundles: order.nbCxBundles,
  ...(panels.number && picked && { number: picked.number, number_id: picked.number_id }),
});

const submittedOf = (context: Context): Submitted => {
  const { number_id, ...data } = orderOf(context);
  return { data, ...(number_id !== undefined && { number_id }) };
};

const hasNumberIfIncluded = ({ context: { panels, picked } }: { context: Context }): boolean =>
  !panels.number || picked !== null;

/** The types, ports, actions and guards of the plan step; `plan.machine.ts` is its chart. */
export const planSetup = setup({
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
    isReady: and([hasNumberIfIncluded, not(stateIn('#plan.choosing.prices.loading'))]),
    isHosted,
    isRegistrationNotFound,
    hasStepMoved,
    isNumberTaken,
  },
  delays: { answer: limits.answer },
});
