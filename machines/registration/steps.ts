import type { RegistrationStep, SignupOrder } from '#domain/constants.ts';

/** What a step does; the name of the wizard's state. */
export type StepState =
  | 'creatingAccount'
  | 'verifyingEmail'
  | 'confirmingAccount'
  | 'choosingPlan'
  | 'choosingNumber'
  | 'choosingPlanAndNumber'
  | 'enteringBilling';

/** `shown`: n of 'Step n of 4'. `back`: where the button 'Back' leads; null if there is no button. */
type Row = { state: StepState; shown: 1 | 2 | 3 | 4; back: RegistrationStep | null };

/** §2: the server's step ↔ the wizard's state ↔ 'Step n of 4', one table for each order. */
export const steps: Record<SignupOrder, Record<RegistrationStep, Row>> = {
  'verify-first': {
    '1': { state: 'creatingAccount', shown: 1, back: null },
    '2': { state: 'verifyingEmail', shown: 2, back: '1' },
    '2-sso': { state: 'confirmingAccount', shown: 2, back: null },
    '3': { state: 'choosingPlanAndNumber', shown: 3, back: null },
    '4': { state: 'enteringBilling', shown: 4, back: '3' },
  },
  'plan-first': {
    '1': { state: 'creatingAccount', shown: 1, back: null },
    '2': { state: 'choosingPlan', shown: 2, back: '1' },
    '2-sso': { state: 'confirmingAccount', shown: 1, back: null },
    '3': { state: 'choosingNumber', shown: 3, back: '2' },
    '4': { state: 'enteringBilling', shown: 4, back: '3' },
  },
};

/** Where the visitor is: the order of the steps, the server's step, and the step on screen. */
export type Position = {
  order: SignupOrder;
  step: RegistrationStep;
  shownStep: RegistrationStep;
  /** Whether the account was created by single sign-on: then '2-sso' replaces '1'. */
  isSso: boolean;
};

/** Back and Forward can show every step up to the server's. */
export const isReached = ({ order, step, isSso }: Position, target: RegistrationStep): boolean =>
  target !== (isSso ? '1' : '2-sso') && steps[order][target].shown <= steps[order][step].shown;

/** Where the button 'Back' leads; null if there is no button. */
export function stepBack({ order, shownStep, isSso }: Position): RegistrationStep | null {
  const { back } = steps[order][shownStep];
  return isSso && back === '1' ? '2-sso' : back;
}

/** Once the e-mail is verified, the account is read-only. */
export const isAccountClosed = ({ order, step, shownStep }: Position): boolean =>
  order === 'verify-first' && steps[order][step].shown >= 3 && steps[order][shownStep].shown <= 2;

/** Plan, number and billing show names of countries and number types; the steps before them show none. */
export const needsReferenceData = ({ order, shownStep }: Position): boolean =>
  !['creatingAccount', 'verifyingEmail', 'confirmingAccount'].includes(steps[order][shownStep].state);

/** 'Step n of 4'. */
export const shownNumber = (position: Position): 1 | 2 | 3 | 4 =>
  isAccountClosed(position) ? 1 : steps[position.order][position.shownStep].shown;
