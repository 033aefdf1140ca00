import { calls } from '#contract/calls.ts';
import { changingCustomerId } from '../../account/subscription.ts';
import { teamOf } from '../../account/teamView.ts';
import { removeTeammate, setUsers } from '../../account/users.ts';
import { accountOf } from '../../account/view.ts';
import { rowId } from '../../http/rowId.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { type ServerContext, within } from '../../platform/context.ts';

/** §6: the users of the team, who are billed. */
export function mountUsers(app: App, context: ServerContext): void {
  serve(app, calls.changeUsers, async ({ body: { users } }, { session, commit }) => {
    const customerId = await changingCustomerId(context, session);
    return commit(async (tx) => {
      await setUsers(tx, customerId, users);
      return answer(200, { data: await accountOf(within(context, tx), session) });
    });
  });

  serve(app, calls.removeTeammate, async ({ params }, { session, commit }) => {
    const customerId = await changingCustomerId(context, session);
    return commit(async (tx) => {
      await removeTeammate(context, tx, { customerId, userId: rowId(params.user_id), removedBy: session.userId });
      return answer(200, { data: await teamOf(within(context, tx), customerId) });
    });
  });
}
