import type { Selectable } from 'kysely';
import { reject } from '../http/errors.ts';
import type { ServerContext } from '../platform/context.ts';
import { logError } from '../platform/log.ts';
import type { Store, Tx } from '../store/schema.ts';
import type { UserTable } from '../store/tables/accounts.ts';
import { emailKey } from './emailKey.ts';
import { PasswordQueueFull, passwordMark } from './passwords.ts';
import { invalidateTokens } from './tokens.ts';

/** A row of `users`. */
export type User = Selectable<UserTable>;

/** The user with this address, if there is one who can log in. */
export const userByEmail = (db: Store | Tx, email: string): Promise<User | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

/** The user with this address, even one whom the operator has disabled. */
export const anyUserByEmail = (db: Store | Tx, email: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();

/** First and last name; either may be empty. */
export const fullName = ({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

/** The user of an id that another row refers to; throws if there is none. */
export const userById = (db: Store | Tx, id: number): Promise<User> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/**
 * Rejects a user whose password has changed since it was checked, outside any transaction, or who has been disabled.
 */
export async function rejectChangedUser(tx: Tx, { id, password_hash }: User): Promise<void> {
  const current = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const mark = passwordMark(password_hash);
  if (mark === null || mark !== passwordMark(current?.password_hash ?? null)) reject('wrongCredentials');
}

/**
 * Replaces the hash of a right password by a stronger one, if the parameters have been raised since. The login does not
 * wait for it: where it fails, the next login tries again.
 */
export async function strengthenHash(
  { db, passwords }: Pick<ServerContext, 'db' | 'passwords'>,
  { id, password_hash }: User,
  password: string,
): Promise<void> {
  if (password_hash === null) return;
  try {
    const stronger = await passwords.strengthen(password, password_hash);
    if (stronger === null) return;
    await db
      .updateTable('users')
      .set({ password_hash: stronger })
      .where('id', '=', id)
      // A password that has been changed meanwhile stays.
      .where('password_hash', '=', password_hash)
      .execute();
  } catch (error) {
    if (!(error instanceof PasswordQueueFull))
      logError('a password could not be hashed anew', error, { user: String(id) });
  }
}

/** Revokes everything that has given access to the account so far. */
export async function revokeAccess({ now }: Pick<ServerContext, 'now'>, tx: Tx, user: User): Promise<void> {
  const { id, email_key } = user;
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
  await tx.deleteFrom('devices').where('user_id', '=', id).execute();
  await tx.updateTable('login_challenges').set({ ended_at: now() }).where('user_id', '=', id).execute();
  await invalidateTokens(tx, { user_id: id }, now());
  await tx
    .updateTable('registrations')
    .set({ session_opened_at: now() })
    .where('user_id', '=', id)
    .where('session_opened_at', 'is', null)
    .execute();
  await tx.updateTable('registrations').set({ resume_hash: null }).where('user_id', '=', id).execute();
  await tx.deleteFrom('registrations').where('email_key', '=', email_key).where('user_id', 'is', null).execute();
}
