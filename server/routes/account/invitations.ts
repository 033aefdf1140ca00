import { calls } from '#contract/calls.ts';
import { customerById, customerIdOf } from '../../account/customer.ts';
import { acceptInvitation, createInvitedUser, findInvitation, replaceableUser } from '../../account/invitation.ts';
import { invite, revokeInvitation } from '../../account/inviting.ts';
import { changingCustomerId } from '../../account/subscription.ts';
import { teamOf } from '../../account/teamView.ts';
import { reject } from '../../http/errors.ts';
import type { RequestContext } from '../../http/requestContext.ts';
import { rowId } from '../../http/rowId.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { byNetwork, counted, countWrong } from '../../login/applyLimits.ts';
import { limits } from '../../login/limits.ts';
import { mailCounts } from '../../login/mailLimits.ts';
import { openSession } from '../../login/sessions.ts';
import { fullName, userById } from '../../login/user.ts';
import { hashNew, rejectWeakPassword } from '../../login/weakPassword.ts';
import { type ServerContext, within } from '../../platform/context.ts';

/**
 * §1 and §6: the owner invites teammates by mail. The link is valid for seven days and makes its recipient a member.
 */
export function mountInvitations(app: App, context: ServerContext): void {
  const { db, now } = context;
  /** Only invalid links count. */
  const presentedInvitation = (token: string, requestContext: RequestContext) =>
    countWrong(
      context,
      byNetwork(context, limits.networkLinks, requestContext),
      async () => (await findInvitation(db, token, now())) ?? reject('tokenInvalid'),
    );

  serve(app, calls.readTeam, async (_input, { session }) =>
    answer(200, { data: await teamOf(context, customerIdOf(session)) }),
  );

  serve(app, calls.inviteTeammate, async ({ body: { email } }, requestContext) => {
    const { session, language, commit } = requestContext;
    const customerId = await changingCustomerId(context, session);
    const counts = [
      { limit: limits.invitations, subject: String(customerId) },
      ...mailCounts(context, 'invitation', email, requestContext),
    ];
    return counted(context, counts, () =>
      commit(async (tx) => {
        await invite(context, tx, { customerId, invitedBy: session.userId, email, language });
        return answer(201, { data: await teamOf(within(context, tx), customerId) });
      }),
    );
  });

  serve(app, calls.revokeInvitation, async ({ params }, { session, commit }) => {
    const customerId = await changingCustomerId(context, session);
    return commit(async (tx) => {
      await revokeInvitation(context, tx, customerId, { id: rowId(params.invitation_id) });
      return answer(200, { data: await teamOf(within(context, tx), customerId) });
    });
  });

  serve(app, calls.readInvitation, async ({ params }, requestContext) => {
    const { email, customer_id, invited_by } = await presentedInvitation(params.invitation_token, requestContext);
    const [{ company }, inviter] = [await customerById(db, customer_id), await userById(db, invited_by)];
    return answer(200, { data: { email, company, invited_by: fullName(inviter) } });
  });

  serve(app, calls.acceptInvitation, async ({ params, body: { first_name, last_name, password } }, requestContext) => {
    const { email, customer_id } = await presentedInvitation(params.invitation_token, requestContext);
    const { company } = await customerById(db, customer_id);
    rejectWeakPassword(context, password, { email, first_name, last_name, company });
    // Before the password is hashed: the invitation stays open, so each repetition would hash another one.
    await replaceableUser(db, email);
    const password_hash = await hashNew(context, password);

    return requestContext.commit(async (tx) => {
      const invitation = (await findInvitation(tx, params.invitation_token, now())) ?? reject('tokenInvalid');
      const { language } = requestContext;
      const userId = await createInvitedUser(context, tx, { first_name, last_name, email, password_hash, language });
      await acceptInvitation(context, tx, invitation, userId);
      return answer(201, await openSession(context, tx, requestContext, { userId }));
    });
  });
}
