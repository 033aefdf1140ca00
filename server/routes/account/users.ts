import { calls } from '#contract/calls.ts';
import { addOnsFor } from '#domain/order.ts';
import { takeAddOn } from '../../account/addOns.ts';
import { customerById } from '../../account/customer.ts';
import { fullName } from '../../account/invitation.ts';
import { changingCustomerId } from '../../account/subscription.ts';
import { teamOf, teamSize } from '../../account/team.ts';
import { accountOf } from '../../account/view.ts';
import { reject, rejectFields } from '../../http/errors.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { userById } from '../../login/user.ts';
import { queueMail } from '../../mail/outbox.ts';
import { ownerStays, teamIsLarger } from '../../messages/account.ts';
import type { ServerContext } from '../../platform/context.ts';

/** §6: the users of the team, who are billed. */
export function mountUsers(app: App, context: ServerContext): void {
  const { db } = context;

  serve(app, calls.changeUsers, async ({ body: { users } }, { session }) => {
    const customerId = await changingCustomerId(context, session);
    await db.transaction().execute(async (tx) => {
      rejectFields({ users: users < (await teamSize(tx, customerId)) ? teamIsLarger : undefined });
      const { nb_cx_bundles } = await customerById(tx, customerId);
      await tx
        .updateTable('customers')
        .set({ nb_users: users, nb_cx_bundles: addOnsFor(users, nb_cx_bundles) })
        .where('id', '=', customerId)
        .execute();
    });
    return answer(200, { data: await accountOf(context, session) });
  });

  serve(app, calls.removeTeammate, async ({ params: { user_id } }, { session }) => {
    const customerId = await changingCustomerId(context, session);
    await db.transaction().execute(async (tx) => {
      const user = await tx
        .selectFrom('users')
        .selectAll()
        .where('id', '=', Number(user_id) || 0)
        .where('customer_id', '=', customerId)
        .executeTakeFirst();
      // The user has been removed already.
      if (!user) return;
      if (user.role === 'owner') reject('notAllowed', { message: ownerStays });
      await takeAddOn(tx, customerId, user_id);
      // The user's sessions, devices, login challenges and provider identities are deleted with the user.
      await tx.deleteFrom('users').where('id', '=', user.id).execute();
      const { email: to, language } = user;
      const values = { person: fullName(await userById(tx, session.userId)) };
      await queueMail(context, tx, { to, kind: 'removedFromTeam', language, values });
    });
    return answer(200, { data: await teamOf(context, customerId) });
  });
}
