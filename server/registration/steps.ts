import type { InferOutput } from 'valibot';
import type { HostedPage, UpdateRegistration } from '#contract/registration.ts';
import type { RegistrationStep, SignupOrder } from '#domain/constants.ts';
import { type ApiError, reject } from '../http/errors.ts';
import type { RequestContext } from '../http/requestContext.ts';
import type { Tx } from '../store/schema.ts';
import type { ReachedStep } from '../store/tables/registrations.ts';
import { currentRegistration, type Registration } from './registration.ts';

/*
 * The server owns the step. These tables list, for each sign-up order, which steps a registration may submit at its
 * step, and where they lead. Going back means submitting an earlier step again.
 */

type Steps = Readonly<Record<ReachedStep, readonly RegistrationStep[]>>;

const submittable: Readonly<Record<SignupOrder, Steps>> = {
  // The account exists after verification; step 2 may be repeated only, for a response that was lost.
  'verify-first': {
    '2': ['1', '2-sso', '2'],
    '2-sso': ['2-sso'],
    '3': ['2', '3'],
    '4': ['2', '3', '4'],
  },
  'plan-first': {
    '2': ['1', '2-sso', '2'],
    '2-sso': ['2-sso'],
    '3': ['1', '2-sso', '2', '3'],
    '4': ['1', '2-sso', '2', '3', '4'],
  },
};

/** Whether a registration may submit a step. Step 1 is for sign-ups with a password, '2-sso' for the others. */
export function maySubmit(registration: Registration, step: RegistrationStep): boolean {
  if (registration.completed_at !== null) return false;
  // Once the account exists, it changes in the dashboard only; the tables allow '2-sso' only before that.
  if (registration.user_id !== null && step === '1') return false;
  const isSso = registration.sso_identity_id !== null;
  if (step === '1' ? isSso : step === '2-sso' && !isSso) return false;
  return submittable[registration.signup_order][registration.step].includes(step);
}

/**
 * The registration inside the transaction of a submission. It is read again, since another tab may have changed its
 * step during a password hash or a call to the bank.
 */
export async function registrationAt(tx: Tx, id: number, step: RegistrationStep): Promise<Registration> {
  const current = await currentRegistration(tx, id);
  return maySubmit(current, step) ? current : reject('stepRejected', { field: 'step' });
}

/**
 * Runs the change of a submission in one transaction with the response that follows from its result; see
 * `http/commit.ts`. An ApiError that the change returns is committed with it.
 */
export type Finish<Response> = (change: (tx: Tx) => Promise<Registration | HostedPage | ApiError>) => Promise<Response>;

/** What a step of a sign-up is submitted with. */
export type StepSubmission<Response> = {
  registration: Registration;
  body: InferOutput<typeof UpdateRegistration>;
  requestContext: RequestContext;
  finish: Finish<Response>;
};

/** The step that follows a submission. */
export function stepAfter(
  { signup_order, verified_at }: Pick<Registration, 'signup_order' | 'verified_at'>,
  step: RegistrationStep,
): ReachedStep {
  if (step === '1') return '2';
  if (step === '2-sso') return signup_order === 'verify-first' && verified_at !== null ? '3' : '2';
  return step === '2' ? '3' : '4';
}

/** The first step that is not about the account. */
export const stepAfterAccount = (order: SignupOrder): ReachedStep => (order === 'verify-first' ? '3' : '2');

/** Whether a step is the one that takes the mailed code, in the registration's order. */
export const isCodeStep = ({ signup_order }: Pick<Registration, 'signup_order'>, step: RegistrationStep): boolean =>
  signup_order === 'verify-first' && step === '2';

/** Whether the registration can have another code: it is at the step that takes the code. */
export const awaitsCode = (registration: Registration): boolean => isCodeStep(registration, registration.step);
