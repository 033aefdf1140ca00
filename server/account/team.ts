import type { Invitation, Teammate } from '#contract/account.ts';
import type { Context } from '../context.ts';
import { teammateOf } from './view.ts';

/** Everybody who belongs to a customer, in the order of their coming, and the invitations that are open. */
export async function teamOf(
  { db, now }: Context,
  customerId: number,
): Promise<{ users: Teammate[]; invitations: Invitation[] }> {
  const users = await db.selectFrom('users').selectAll().where('customer_id', '=', customerId).orderBy('id').execute();
  const invitations = await db
    .selectFrom('invitations')
    .select(['id', 'email', 'expires_at'])
    .where('customer_id', '=', customerId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('id')
    .execute();
  return {
    users: users.map(teammateOf),
    invitations: invitations.map((row) => ({ ...row, expires_at: new Date(row.expires_at).toISOString() })),
  };
}
