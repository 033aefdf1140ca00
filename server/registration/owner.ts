import { reject } from '../http/errors.ts';
import { anyUserByEmail, userById } from '../login/user.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import type { Registration } from './registration.ts';

/**
 * Creates the account of a registration: at verification or (plan-first) at completion. Returns the user's id. An
 * address has one account: a verified mailbox replaces an account whose mailbox was never verified, or an earlier
 * unfinished sign-up.
 */
export async function createOwner(context: ServerContext, tx: Tx, registration: Registration): Promise<number> {
  const now = context.now();
  if (registration.user_id !== null) return unfinishedUser(tx, registration.user_id);
  const isProven = registration.verified_at !== null;
  const taken = await anyUserByEmail(tx, registration.email);
  if (taken) {
    const isUnproven = taken.confirmed_at === null;
    const isAbandoned = taken.customer_id === null && taken.created_at < registration.created_at;
    if (taken.disabled_at !== null || !isProven || !(isUnproven || isAbandoned))
      reject('emailUnusable', { field: 'email' });
    await retireUser(context, tx, taken.id);
  }
  const { id } = await tx
    .insertInto('users')
    .values({
      customer_id: null,
      role: 'owner',
      first_name: registration.first_name,
      last_name: registration.last_name,
      email: registration.email,
      email_key: registration.email_key,
      password_hash: registration.password_hash,
      confirmed_at: registration.verified_at,
      disabled_at: null,
      language: registration.language,
      consent_version: registration.consent_version,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (registration.sso_identity_id !== null) {
    await tx
      .updateTable('sso_identities')
      .set({ user_id: id })
      .where('id', '=', registration.sso_identity_id)
      .execute();
  }
  return id;
}

/** The user of a registration; rejects one who has finished another registration, or has joined a team, meanwhile. */
async function unfinishedUser(tx: Tx, userId: number): Promise<number> {
  const { customer_id } = await userById(tx, userId);
  return customer_id === null ? userId : reject('emailUnusable', { field: 'email' });
}

/** Begins what an account has in place of an address once another one has taken it; no address has a space. */
export const REPLACED = 'gave way ';

/** The account loses its address and all access; a customer's records stay. */
export async function retireUser({ now }: ServerContext, tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('tokens').where('user_id', '=', userId).execute();
  await tx.deleteFrom('registrations').where('user_id', '=', userId).execute();
  await tx.updateTable('sso_identities').set({ user_id: null }).where('user_id', '=', userId).execute();
  await tx
    .updateTable('users')
    .set({ email_key: `${REPLACED}${userId}`, disabled_at: now() })
    .where('id', '=', userId)
    .execute();
}
