import { calls } from '#contract/calls.ts';
import { customerById, customerIdOf } from '../../account/customer.ts';
import { enterTeam, findInvitation, fullName, makeInvited } from '../../account/invitation.ts';
import { changingCustomerId } from '../../account/subscription.ts';
import { teamOf } from '../../account/team.ts';
import { reject, rejectFields } from '../../http/errors.ts';
import type { RequestContext } from '../../http/requestContext.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { emailKey } from '../../login/emailKey.ts';
import { byNetwork, countOrReject, countWrong, limits } from '../../login/limits.ts';
import { openSession } from '../../login/sessions.ts';
import { nearUser, userById } from '../../login/user.ts';
import { weaknessOf } from '../../login/weakPassword.ts';
import { queueMail } from '../../mail/outbox.ts';
import { onTheTeam } from '../../messages/account.ts';
import type { ServerContext } from '../../platform/context.ts';
import { newToken, tokenHash } from '../../platform/secrets.ts';
import type { Tx } from '../../store/schema.ts';

const TTL_MS = 7 * 86_400_000;

/**
 * §1 and §6: the owner invites teammates by mail. The link is valid for seven days and makes its recipient a member.
 */
export function mountInvitations(app: App, context: ServerContext): void {
  const { db, now, config, passwords } = context;
  /** Only invalid links count. */
  const presentedInvitation = (token: string, requestContext: RequestContext) =>
    countWrong(
      context,
      byNetwork(context, limits.networkLinks, requestContext),
      async () => (await findInvitation(db, token, now())) ?? reject('tokenInvalid'),
    );

  serve(app, calls.readTeam, async (_question, { session }) =>
    answer(200, { data: await teamOf(context, customerIdOf(session)) }),
  );

  serve(app, calls.inviteTeammate, async ({ body: { email } }, { session, language }) => {
    const customerId = await changingCustomerId(context, session);
    await countOrReject(context, limits.invitations, String(customerId));
    await db.transaction().execute(async (tx) => {
      if (await isOnTeam(tx, customerId, email)) reject('emailUnusable', { field: 'email', message: onTheTeam });
      await revoke(tx, customerId, 'email_key', emailKey(email), now());
      const token = newToken();
      const { id } = await tx
        .insertInto('invitations')
        .values({
          customer_id: customerId,
          invited_by: session.userId,
          email,
          email_key: emailKey(email),
          token_hash: tokenHash(token),
          expires_at: now() + TTL_MS,
          accepted_at: null,
          revoked_at: null,
          created_at: now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const values = { person: fullName(await userById(tx, session.userId)), link: { invitation: token } };
      const topic = `invitation ${id}`;
      await queueMail(context, tx, { to: email, kind: 'invitation', language, values, topic });
    });
    return answer(201, { data: await teamOf(context, customerId) });
  });

  serve(app, calls.revokeInvitation, async ({ params }, { session }) => {
    const customerId = await changingCustomerId(context, session);
    await db.transaction().execute((tx) => revoke(tx, customerId, 'id', Number(params.invitation_id) || 0, now()));
    return answer(200, { data: await teamOf(context, customerId) });
  });

  serve(app, calls.readInvitation, async ({ params }, requestContext) => {
    const { email, customer_id, invited_by } = await presentedInvitation(params.invitation_token, requestContext);
    const [{ company }, inviter] = [await customerById(db, customer_id), await userById(db, invited_by)];
    return answer(200, { data: { email, company, invited_by: fullName(inviter) } });
  });

  serve(app, calls.acceptInvitation, async ({ params, body: { first_name, last_name, password } }, requestContext) => {
    const { email, customer_id } = await presentedInvitation(params.invitation_token, requestContext);
    const { company } = await customerById(db, customer_id);
    const near = nearUser({ email, first_name, last_name }, config.settings.brand.name, company);
    rejectFields({ password: weaknessOf(password, near) ?? undefined });
    const password_hash = await passwords.hash(password);

    const session = await db.transaction().execute(async (tx) => {
      const invitation = (await findInvitation(tx, params.invitation_token, now())) ?? reject('tokenInvalid');
      const { language } = requestContext;
      const userId = await makeInvited(context, tx, { first_name, last_name, email, password_hash, language });
      await enterTeam(context, tx, invitation, userId);
      return openSession(context, tx, requestContext, { userId });
    });
    return answer(201, session);
  });
}

async function isOnTeam(tx: Tx, customerId: number, email: string): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  return found !== undefined;
}

/** Revokes the customer's open invitation with this id or address, and its queued mail. */
async function revoke<By extends 'id' | 'email_key'>(
  tx: Tx,
  customerId: number,
  by: By,
  value: By extends 'id' ? number : string,
  now: number,
): Promise<void> {
  const ended = await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('customer_id', '=', customerId)
    .where(by, '=', value as never)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  const topics = ended.map(({ id }) => `invitation ${id}`);
  if (topics.length > 0) {
    await tx.deleteFrom('outbox').where('topic', 'in', topics).where('status', '=', 'queued').execute();
  }
}
