import type { RememberedSession } from '#contract/session.ts';
import type { Language } from '#domain/constants.ts';
import { reject } from '../http/errors.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { countWrong } from '../login/applyLimits.ts';
import { limits } from '../login/limits.ts';
import { type OpenSession, openSession } from '../login/sessions.ts';
import { rejectChangedUser, revokeAccess, type User, userById } from '../login/user.ts';
import { queueMail } from '../mail/outbox.ts';
import { passwordWrong } from '../messages/account.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';

/** Verifies the user's password again; wrong ones count like those of a login. `field`: where the error is shown. */
export async function verifyPassword(
  context: ServerContext,
  session: OpenSession,
  password: string,
  field: string,
): Promise<User> {
  const { db, passwords } = context;
  const user = await userById(db, session.userId);
  await countWrong(context, [{ limit: limits.passwords, subject: `user ${user.id}` }], async () => {
    const isRight = await passwords.verify(password, user.password_hash);
    if (!isRight) reject('wrongCredentials', { field, message: passwordWrong });
  });
  return user;
}

/** Switches a user's login codes on or off, and notifies the user by mail. */
export async function setSecondFactor(
  context: ServerContext,
  tx: Tx,
  user: User,
  enabled: boolean,
  language: Language,
): Promise<void> {
  await rejectChangedUser(tx, user);
  const second_factor = enabled ? 1 : 0;
  if (user.second_factor === second_factor) return;
  await tx.updateTable('users').set({ second_factor }).where('id', '=', user.id).execute();
  // Turning it on applies to every device: those remembered before have not been verified since.
  if (enabled) await tx.deleteFrom('devices').where('user_id', '=', user.id).execute();
  const kind = enabled ? 'secondFactorOn' : 'secondFactorOff';
  await queueMail(context, tx, { to: user.email, kind, language });
}

/** Sets a new password, ends every other access to the account, and opens a new session in place of the current one. */
export async function setPassword(
  context: ServerContext,
  tx: Tx,
  requestContext: RequestContext & { session: OpenSession },
  { user, password_hash }: { user: User; password_hash: string },
): Promise<RememberedSession> {
  await rejectChangedUser(tx, user);
  const current = await tx
    .selectFrom('sessions')
    .select('remember_me')
    .where('id', '=', requestContext.session.id)
    .executeTakeFirst();
  // It has been ended since the password was checked: nothing takes its place.
  if (!current) return reject('sessionExpired');
  await tx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
  await revokeAccess(context, tx, user);
  await queueMail(context, tx, { to: user.email, kind: 'passwordChanged', language: requestContext.language });
  const remember_me = current.remember_me === 1;
  const opened = await openSession(context, tx, requestContext, { userId: user.id, rememberMe: remember_me });
  return { ...opened, remember_me };
}
