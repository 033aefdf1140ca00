import { calls } from '#contract/calls.ts';
import { changingCustomerId } from '../../account/subscription.ts';
import { teamOf } from '../../account/teamView.ts';
import { removeTeammate, setUsers } from '../../account/users.ts';
import { accountOf } from '../../account/view.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import type { ServerContext } from '../../platform/context.ts';

/** §6: the users of the team, who are billed. */
export function mountUsers(app: App, context: ServerContext): void {
  const { db } = context;

  serve(app, calls.changeUsers, async ({ body: { users } }, { session }) => {
    const customerId = await changingCustomerId(context, session);
    await db.transaction().execute((tx) => setUsers(tx, customerId, users));
    return answer(200, { data: await accountOf(context, session) });
  });

  serve(app, calls.removeTeammate, async ({ params: { user_id: userId } }, { session }) => {
    const customerId = await changingCustomerId(context, session);
    await db
      .transaction()
      .execute((tx) => removeTeammate(context, tx, { customerId, userId, removedBy: session.userId }));
    return answer(200, { data: await teamOf(context, customerId) });
  });
}
