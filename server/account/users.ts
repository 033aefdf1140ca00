import { addOnsFor } from '#domain/order.ts';
import { reject, rejectFields } from '../http/errors.ts';
import { endWaits } from '../login/codePause.ts';
import { fullName, userById } from '../login/user.ts';
import { queueMail } from '../mail/outbox.ts';
import { ownerStays, teamIsLarger } from '../messages/account.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import { removeAddOn } from './addOns.ts';
import { customerById, setCustomer } from './customer.ts';
import { teamSize } from './team.ts';

/** Changes the ordered number of users: at least the size of the team; fewer users lower the add-ons to match. */
export async function setUsers(tx: Tx, customerId: number, users: number): Promise<void> {
  rejectFields({ users: users < (await teamSize(tx, customerId)) ? teamIsLarger : undefined });
  const { nb_cx_bundles } = await customerById(tx, customerId);
  await setCustomer(tx, customerId, { nb_users: users, nb_cx_bundles: addOnsFor(users, nb_cx_bundles) });
}

/**
 * Removes a member from the team and deletes their account with all that belongs to it; does nothing if they have been
 * removed already.
 */
export async function removeTeammate(
  context: ServerContext,
  tx: Tx,
  { customerId, userId, removedBy }: { customerId: number; userId: number; removedBy: number },
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!user) return;
  if (user.role === 'owner') reject('notAllowed', { message: ownerStays });
  await removeAddOn(tx, customerId, user.id);
  const { email: to, email_key, language } = user;
  // Sessions, devices, login challenges, tokens, provider identities and sign-ups are deleted with the user.
  await tx.deleteFrom('users').where('id', '=', user.id).execute();
  await tx.deleteFrom('invitations').where('customer_id', '=', customerId).where('email_key', '=', email_key).execute();
  await endWaits(tx, user);
  const values = { person: fullName(await userById(tx, removedBy)) };
  await queueMail(context, tx, { to, kind: 'removedFromTeam', language, values });
}
