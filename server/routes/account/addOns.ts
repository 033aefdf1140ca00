import { calls } from '#contract/calls.ts';
import { giveAddOn, takeAddOn } from '../../account/addOns.ts';
import { ownersCustomerId } from '../../account/customer.ts';
import { teamOf } from '../../account/team.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import type { ServerContext } from '../../platform/context.ts';

/**
 * §1: CX add-ons are assigned to users and removed at any time. Ordered ones that nobody has yet are assigned
 * first; one that is removed is no longer ordered. Billed is who has one.
 */
export function mountAddOns(app: App, context: ServerContext): void {
  const { db } = context;

  serve(app, calls.assignAddOn, async ({ params }, { session }) => {
    const customerId = ownersCustomerId(session);
    await db.transaction().execute((tx) => giveAddOn(tx, customerId, params.user_id));
    return answer(200, { data: await teamOf(context, customerId) });
  });

  serve(app, calls.removeAddOn, async ({ params }, { session }) => {
    const customerId = ownersCustomerId(session);
    await db.transaction().execute((tx) => takeAddOn(tx, customerId, params.user_id));
    return answer(200, { data: await teamOf(context, customerId) });
  });
}
