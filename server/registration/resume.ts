import { reject } from '../http/errors.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { passwordMark } from '../login/passwords.ts';
import type { OpenSession } from '../login/sessions.ts';
import { type User, userById } from '../login/user.ts';
import type { ServerContext } from '../platform/context.ts';
import { tokenHash } from '../platform/secrets.ts';
import type { Tx } from '../store/schema.ts';
import { insertRegistration } from './creation.ts';
import { updateRegistrationRow } from './registration.ts';
import { stepAfterAccount } from './steps.ts';

const LABEL = 'resumed registration';

/**
 * The unfinished sign-up of a user with an account: the open registration or, if it has expired, a new one that starts
 * with the verified account. Returns a token that stays the same over calls (no rotation), so that other tabs and
 * earlier pages keep working; a password change replaces it. Rejects a user who has finished meanwhile.
 */
export async function resumeRegistrationOf(
  context: ServerContext,
  tx: Tx,
  session: OpenSession,
  requestContext: RequestContext,
): Promise<string> {
  const user = await userById(tx, session.userId);
  if (user.customer_id !== null) reject('stepRejected');
  const open = await tx
    .selectFrom('registrations')
    .select('id')
    .where('user_id', '=', user.id)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', context.now())
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const { id } = open ?? (await restartRegistration(context, tx, user, requestContext));
  const token = context.keyring.digest(LABEL, String(id), passwordMark(user.password_hash) ?? '');
  // A password change has blocked the registration from opening a session; this login allows it again.
  await updateRegistrationRow(context, tx, id, { resume_hash: tokenHash(token), session_opened_at: null });
  return token;
}

async function restartRegistration(
  context: ServerContext,
  tx: Tx,
  user: User,
  { language, currency }: RequestContext,
): Promise<{ id: number }> {
  const { first_name, last_name, email, confirmed_at, consent_version } = user;
  const { registration } = await insertRegistration(context, tx, {
    step: stepAfterAccount(context.config.settings.signupOrder),
    language,
    currency,
    first_name,
    last_name,
    email,
    consent_version,
    verified_at: confirmed_at,
    user_id: user.id,
  });
  return registration;
}
