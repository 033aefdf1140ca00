import { calls } from '#contract/calls.ts';
import { customerById, ownersCustomerId } from '../../account/customer.ts';
import { assignedAddOns, teamOf } from '../../account/team.ts';
import type { Context } from '../../context.ts';
import { refuse } from '../../refusal.ts';
import { type App, answer, serve } from '../../serve.ts';
import type { Tx } from '../../store/schema.ts';

/**
 * §1: CX add-ons are assigned to users and removed at any time. Ordered ones that nobody has yet are assigned
 * first; one that is removed is no longer ordered. Billed is who has one.
 */
export function mountAddOns(app: App, context: Context): void {
  const { db } = context;

  serve(app, calls.assignAddOn, async ({ params }, { session }) => {
    const customerId = ownersCustomerId(session);
    await db.transaction().execute(async (tx) => {
      await giveAddOn(tx, customerId, params.user_id, 1);
      const { nb_cx_bundles } = await customerById(tx, customerId);
      await setAddOns(tx, customerId, Math.max(nb_cx_bundles, await assignedAddOns(tx, customerId)));
    });
    return answer(200, { data: await teamOf(context, customerId) });
  });

  serve(app, calls.removeAddOn, async ({ params }, { session }) => {
    const customerId = ownersCustomerId(session);
    await db.transaction().execute(async (tx) => {
      const changed = await giveAddOn(tx, customerId, params.user_id, 0);
      if (!changed) return;
      const { nb_cx_bundles } = await customerById(tx, customerId);
      await setAddOns(tx, customerId, Math.max(nb_cx_bundles - 1, await assignedAddOns(tx, customerId)));
    });
    return answer(200, { data: await teamOf(context, customerId) });
  });
}

/** Gives a user of this customer an add-on, or takes it; whether anything changed. */
async function giveAddOn(tx: Tx, customerId: number, userId: string, has_cx_bundle: 0 | 1): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'has_cx_bundle'])
    .where('id', '=', Number(userId) || 0)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!user) return refuse('tokenDead');
  await tx.updateTable('users').set({ has_cx_bundle }).where('id', '=', user.id).execute();
  return user.has_cx_bundle !== has_cx_bundle;
}

const setAddOns = async (tx: Tx, customerId: number, nb_cx_bundles: number): Promise<void> => {
  await tx.updateTable('customers').set({ nb_cx_bundles }).where('id', '=', customerId).execute();
};
