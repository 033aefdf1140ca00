import type { RegistrationStep, SignupOrder } from '#domain/constants.ts';
import { reject } from '../http/errors.ts';
import type { Tx } from '../store/schema.ts';
import { currentRegistration, type Registration } from './registration.ts';

/*
 * The server owns the step. Which steps a registration may submit where it stands, and where that
 * leads; one table for each order. Going back means submitting an earlier step once more.
 */

type Steps = Readonly<Partial<Record<RegistrationStep, readonly RegistrationStep[]>>>;

const submittable: Readonly<Record<SignupOrder, Steps>> = {
  // After verification the account is made; step 2 may only be repeated, for an answer that was lost.
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

/** Whether a registration may submit a step. Step 1 belongs to those who sign up by password, '2-sso' to the others. */
export function maySubmit(registration: Registration, step: RegistrationStep): boolean {
  if (registration.completed_at !== null) return false;
  // Once the account stands, it changes in the dashboard only.
  if (registration.user_id !== null && (step === '1' || step === '2-sso')) return false;
  const isSso = registration.sso_identity_id !== null;
  if (step === '1' ? isSso : step === '2-sso' && !isSso) return false;
  return submittable[registration.signup_order][registration.step]?.includes(step) ?? false;
}

/**
 * The registration inside the transaction that takes a submission: it is looked at again, since another tab may
 * have moved it on while a password was hashed or a bank was asked.
 */
export async function registrationAt(tx: Tx, id: number, step: RegistrationStep): Promise<Registration> {
  const current = await currentRegistration(tx, id);
  return maySubmit(current, step) ? current : reject('stepRejected', { field: 'step' });
}

/** The step that follows a submission. */
export function stepAfter(
  { signup_order, verified_at }: Pick<Registration, 'signup_order' | 'verified_at'>,
  step: RegistrationStep,
): RegistrationStep {
  if (step === '1') return '2';
  if (step === '2-sso') return signup_order === 'verify-first' && verified_at !== null ? '3' : '2';
  return step === '2' ? '3' : '4';
}

/** Whether a step, in the registration's order, is the one that takes the mailed code. */
export const isCodeStep = ({ signup_order }: Pick<Registration, 'signup_order'>, step: RegistrationStep): boolean =>
  signup_order === 'verify-first' && step === '2';
