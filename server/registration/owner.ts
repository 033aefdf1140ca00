import type { Context } from '../context.ts';
import { reject } from '../errors.ts';
import type { Tx } from '../store/schema.ts';
import type { Draft } from './draft.ts';

/**
 * Makes the account that a draft stands for: at verification, or (plan-first) at completion. Answers
 * the user's id. An address has one account; who proves the mailbox may take the place of an account
 * whose mailbox was never proven, or whose sign-up was begun before this one and never completed.
 */
export async function makeOwner(context: Context, tx: Tx, draft: Draft): Promise<number> {
  const now = context.now();
  if (draft.user_id !== null) return draft.user_id;
  const isProven = draft.verified_at !== null;
  const taken = await tx.selectFrom('users').selectAll().where('email_key', '=', draft.email_key).executeTakeFirst();
  if (taken) {
    const isUnproven = taken.confirmed_at === null;
    const isAbandoned = taken.customer_id === null && taken.created_at < draft.created_at;
    if (!isProven || !(isUnproven || isAbandoned)) reject('emailUnusable', { field: 'email' });
    await giveWay(context, tx, taken.id);
  }
  const { id } = await tx
    .insertInto('users')
    .values({
      customer_id: null,
      role: 'owner',
      first_name: draft.first_name,
      last_name: draft.last_name,
      email: draft.email,
      email_key: draft.email_key,
      password_hash: draft.password_hash,
      confirmed_at: draft.verified_at,
      disabled_at: null,
      language: draft.language,
      consent_version: draft.consent_version,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (draft.sso_identity_id !== null) {
    await tx.updateTable('sso_identities').set({ user_id: id }).where('id', '=', draft.sso_identity_id).execute();
  }
  return id;
}

/** The account loses its address and all that opens it; a customer's books stay. */
export async function giveWay({ now }: Context, tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('tokens').where('user_id', '=', userId).execute();
  await tx.deleteFrom('drafts').where('user_id', '=', userId).execute();
  await tx
    .updateTable('users')
    .set({ email_key: `gave way ${userId}`, disabled_at: now() })
    .where('id', '=', userId)
    .execute();
}
