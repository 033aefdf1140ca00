import type { Invitation, Teammate } from '#contract/account.ts';
import type { User } from '../login/user.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Store, Tx } from '../store/schema.ts';

/** The users of a customer in the order in which they joined, and the open invitations. */
export async function teamOf(
  { db, now }: ServerContext,
  customerId: number,
): Promise<{ users: Teammate[]; invitations: Invitation[] }> {
  const users = await db.selectFrom('users').selectAll().where('customer_id', '=', customerId).orderBy('id').execute();
  const invitations = await openInvitations(db, now()).where('customer_id', '=', customerId).orderBy('id').execute();
  return {
    users: users.map(teammateOf),
    invitations: invitations.map((row) => ({ ...row, expires_at: new Date(row.expires_at).toISOString() })),
  };
}

/** A user as the dashboard shows them. */
export const teammateOf = ({ id, first_name, last_name, email, role, has_cx_bundle }: User): Teammate => ({
  id,
  first_name,
  last_name,
  email,
  role,
  has_cx_bundle: has_cx_bundle === 1,
});

const openInvitations = (db: Store, now: number) =>
  db
    .selectFrom('invitations')
    .select(['id', 'email', 'expires_at'])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);

/** Whether an invitation can still be accepted. */
export const isInvitationOpen = async ({ db, now }: Pick<ServerContext, 'db' | 'now'>, id: number): Promise<boolean> =>
  (await openInvitations(db, now()).where('id', '=', id).executeTakeFirst()) !== undefined;

/** The number of users of a customer, including the owner. */
export async function teamSize(db: Store | Tx, customerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The number of a customer's users with a CX add-on; this many are billed (§1). */
export async function assignedAddOns(db: Store | Tx, customerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('has_cx_bundle', '=', 1)
    .executeTakeFirstOrThrow();
  return Number(count);
}
