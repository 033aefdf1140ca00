import { calls } from '#contract/calls.ts';
import { assignAddOn, removeAddOn } from '../../account/addOns.ts';
import { changingCustomerId } from '../../account/subscription.ts';
import { teamOf } from '../../account/teamView.ts';
import { rowId } from '../../http/rowId.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { type ServerContext, within } from '../../platform/context.ts';

/**
 * §1: CX add-ons are assigned to users and removed at any time. Ordered but unassigned ones are used first; removing
 * one also takes it off the order. Users with an add-on are billed for it.
 */
export function mountAddOns(app: App, context: ServerContext): void {
  serve(app, calls.assignAddOn, async ({ params }, { session, commit }) => {
    const customerId = await changingCustomerId(context, session);
    return commit(async (tx) => {
      await assignAddOn(tx, customerId, rowId(params.user_id));
      return answer(200, { data: await teamOf(within(context, tx), customerId) });
    });
  });

  serve(app, calls.removeAddOn, async ({ params }, { session, commit }) => {
    const customerId = await changingCustomerId(context, session);
    return commit(async (tx) => {
      await removeAddOn(tx, customerId, rowId(params.user_id));
      return answer(200, { data: await teamOf(within(context, tx), customerId) });
    });
  });
}
