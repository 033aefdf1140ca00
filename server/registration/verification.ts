import { reject } from '../http/errors.ts';
import { returnAttemptsLate, signUpCounts } from '../login/applyLimits.ts';
import { fieldMessages } from '../messages/errors.ts';
import type { ServerContext } from '../platform/context.ts';
import { checkCode } from './code.ts';
import { createOwner } from './owner.ts';
import { currentRegistration, updateRegistrationRow } from './registration.ts';
import { type StepSubmission, stepAfter } from './steps.ts';

/** §4: the mailed code. A lost response can be requested again; the account is created once. */
export async function submitCode<Response>(
  context: ServerContext,
  { registration, body, requestContext, finish }: StepSubmission<Response>,
): Promise<Response> {
  const { verification_code: code } = body;
  if (registration.verified_at !== null) return finish(async () => registration);
  if (code === undefined) return reject('validation', { field: 'verification_code', message: fieldMessages.blank });
  await checkCode(context, registration, code, requestContext);
  return finish(async (tx) => {
    const current = await currentRegistration(tx, registration.id);
    if (current.verified_at !== null) return current;
    // Another tab may have requested a new code or changed the address since this one was checked.
    if (current.code_hash !== registration.code_hash) reject('codeWrong', { field: 'verification_code' });
    // A verified mailbox is no abuse, so its attempt is returned.
    await returnAttemptsLate(tx, signUpCounts(context, requestContext));
    const verified = { verified_at: context.now(), code_hash: null, step: stepAfter(current, '2') };
    const user_id = await createOwner(context, tx, { ...current, ...verified });
    return updateRegistrationRow(context, tx, registration.id, { ...verified, user_id });
  });
}
