import type { Invitation, Teammate } from '#contract/account.ts';
import type { User } from '../login/user.ts';
import type { ServerContext } from '../platform/context.ts';
import { openInvitations } from './openInvitations.ts';

/** The users of a customer in the order in which they joined, and the open invitations, as the dashboard shows them. */
export async function teamOf(
  { db, now }: ServerContext,
  customerId: number,
): Promise<{ users: Teammate[]; invitations: Invitation[] }> {
  // Stryker disable QueryCondition: SQLite keeps this order by itself
  const users = await db.selectFrom('users').selectAll().where('customer_id', '=', customerId).orderBy('id').execute();
  const invitations = await openInvitations(db, now()).where('customer_id', '=', customerId).orderBy('id').execute();
  // Stryker restore QueryCondition
  return {
    users: users.map(teammateOf),
    invitations: invitations.map(({ id, email, expires_at }) => ({
      id,
      email,
      expires_at: new Date(expires_at).toISOString(),
    })),
  };
}

/** A user as the API answers it. */
export const teammateOf = ({ id, first_name, last_name, email, role, has_cx_bundle }: User): Teammate => ({
  id,
  first_name,
  last_name,
  email,
  role,
  has_cx_bundle: has_cx_bundle === 1,
});
