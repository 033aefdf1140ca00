import type { Invitation, Teammate } from '#contract/account.ts';
import type { Context } from '../context.ts';
import type { Store, Tx } from '../store/schema.ts';
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

/** How many users of a customer have a CX add-on: so many are billed (§1). */
export async function assignedAddOns(db: Store | Tx, customerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('has_cx_bundle', '=', 1)
    .executeTakeFirstOrThrow();
  return Number(count);
}
