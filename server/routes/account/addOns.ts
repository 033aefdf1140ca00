import { calls } from '#contract/calls.ts';
import { giveAddOn, takeAddOn } from '../../account/addOns.ts';
import { changingCustomerId } from '../../account/subscription.ts';
import { teamOf } from '../../account/teamView.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import type { ServerContext } from '../../platform/context.ts';

/**
 * §1: CX add-ons are assigned to users and removed at any time. Ordered but unassigned ones are used first; removing
 * one also takes it off the order. Users with an add-on are billed for it.
 */
export function mountAddOns(app: App, context: ServerContext): void {
  const { db } = context;

  serve(app, calls.assignAddOn, async ({ params }, { session }) => {
    const customerId = await changingCustomerId(context, session);
    await db.transaction().execute((tx) => giveAddOn(tx, customerId, params.user_id));
    return answer(200, { data: await teamOf(context, customerId) });
  });

  serve(app, calls.removeAddOn, async ({ params }, { session }) => {
    const customerId = await changingCustomerId(context, session);
    await db.transaction().execute((tx) => takeAddOn(tx, customerId, params.user_id));
    return answer(200, { data: await teamOf(context, customerId) });
  });
}
