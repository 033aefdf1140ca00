import { reject } from '../http/errors.ts';
import { resourceNotFound } from '../messages/errors.ts';
import type { Tx } from '../store/schema.ts';
import { customerById, setCustomer } from './customer.ts';
import { assignedAddOns } from './team.ts';

/**
 * Assigns an add-on to a user of this customer: an unassigned one if the order has any, otherwise one more is ordered.
 */
export async function assignAddOn(tx: Tx, customerId: number, userId: number): Promise<void> {
  await changeAddOn(tx, customerId, userId, 1);
  const { nb_cx_bundles } = await customerById(tx, customerId);
  await setCustomer(tx, customerId, { nb_cx_bundles: Math.max(nb_cx_bundles, await assignedAddOns(tx, customerId)) });
}

/** Removes a user's add-on, and takes it off the order. */
export async function removeAddOn(tx: Tx, customerId: number, userId: number): Promise<void> {
  const changed = await changeAddOn(tx, customerId, userId, 0);
  if (!changed) return;
  const { nb_cx_bundles } = await customerById(tx, customerId);
  await setCustomer(tx, customerId, {
    nb_cx_bundles: Math.max(nb_cx_bundles - 1, await assignedAddOns(tx, customerId)),
  });
}

/** Returns whether anything changed. */
async function changeAddOn(tx: Tx, customerId: number, userId: number, has_cx_bundle: 0 | 1): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'has_cx_bundle'])
    .where('id', '=', userId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!user) return reject('tokenInvalid', { message: resourceNotFound });
  await tx.updateTable('users').set({ has_cx_bundle }).where('id', '=', user.id).execute();
  return user.has_cx_bundle !== has_cx_bundle;
}
