import { reject } from '../http/errors.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Store, Tx } from '../store/schema.ts';
import { endWaits } from './codePause.ts';
import { findToken, invalidateTokens } from './tokens.ts';
import { revokeAccess, type User, userById } from './user.ts';

/**
 * Confirms the address of a mailed link, and returns it. Can be repeated for as long as the link is valid: mail
 * programs open links before people do.
 */
export async function confirmAddress({ now }: ServerContext, tx: Tx, token: string): Promise<string> {
  const found = await findToken(tx, 'confirmation', token, now());
  if (!found?.user_id) return reject('tokenInvalid');
  await tx
    .updateTable('users')
    .set({ confirmed_at: now() })
    .where('confirmed_at', 'is', null)
    .where('id', '=', found.user_id)
    .execute();
  return (await userById(tx, found.user_id)).email;
}

/** A valid reset link, and whose password it changes. */
export type Reset = { tokenId: number; user: User };

/** Finds what a reset link is for; rejects an invalid, used or expired one. */
export async function findReset(db: Store, token: string, now: number): Promise<Reset> {
  const found = await findToken(db, 'reset', token, now);
  if (!found?.user_id) return reject('tokenInvalid');
  return { tokenId: found.id, user: await userById(db, found.user_id) };
}

/**
 * Sets the password of a reset link, once. The reset proves ownership of the mailbox: it confirms the address, and ends
 * earlier links to the account.
 */
export async function resetPassword(
  context: ServerContext,
  tx: Tx,
  { tokenId, user: { id, disabled_at } }: Reset,
  password_hash: string,
): Promise<User> {
  const { now } = context;
  const used = await invalidateTokens(tx, { id: tokenId }, now());
  if (used === 0 || disabled_at !== null) reject('tokenInvalid');
  const user = await userById(tx, id);
  await revokeAccess(context, tx, user);
  // Guesses at the old password, or codes after it, must not keep the owner out.
  await endWaits(tx, user);
  await tx
    .updateTable('users')
    .set({ password_hash, confirmed_at: user.confirmed_at ?? now() })
    .where('id', '=', user.id)
    .execute();
  await tx.updateTable('sso_identities').set({ user_id: null }).where('user_id', '=', user.id).execute();
  return user;
}
