import { calls } from '#contract/calls.ts';
import { reject, rejectFields } from '../http/errors.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { type App, answer, serve } from '../http/serve.ts';
import { emailKey } from '../login/emailKey.ts';
import { byNetwork, countNetwork, countWrong, giveBackNetwork, limits } from '../login/limits.ts';
import { findToken, invalidateTokens } from '../login/tokens.ts';
import { nearUser, revokeAccess, userById } from '../login/user.ts';
import { weaknessOf } from '../login/weakPassword.ts';
import { type QueuedEmail, queueMail } from '../mail/outbox.ts';
import { confirmationSent, discountGiven, passwordReset, resetSent } from '../messages/session.ts';
import { translate } from '../messages/translate.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';

/** §7: calls behind mailed links, and those that request such a mail. */
export function mountLinks(app: App, context: ServerContext): void {
  const { db, now, config, passwords } = context;
  /** Only invalid links count. */
  const countDead = <T>(requestContext: RequestContext, attempt: () => Promise<T>): Promise<T> =>
    countWrong(context, byNetwork(context, limits.networkLinks, requestContext), attempt);

  // Can be repeated for as long as the link is valid: mail programs open links before people do.
  serve(app, calls.confirmCustomer, async ({ params }, requestContext) => {
    const confirm = async (tx: Tx) => {
      const token = await findToken(tx, 'confirmation', params.customer_token, now());
      if (!token || token.user_id === null) return reject('tokenInvalid');
      const unconfirmed = tx.updateTable('users').set({ confirmed_at: now() }).where('confirmed_at', 'is', null);
      await unconfirmed.where('id', '=', token.user_id).execute();
      return (await userById(tx, token.user_id)).email;
    };
    const email = await countDead(requestContext, () => db.transaction().execute(confirm));
    return answer(200, { data: { billing_email: email, email } });
  });

  serve(app, calls.redeemDiscount, async ({ params }, requestContext) => {
    const redeem = async (tx: Tx) => {
      const token = await findToken(tx, 'discount', params.customer_token, now());
      if (!token || token.discount_id === null) return reject('tokenInvalid');
      const discount = await tx
        .updateTable('discounts')
        .set({ redeemed_at: now() })
        .where('id', '=', token.discount_id)
        .where('redeemed_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (discount) {
        const { customer_id, percent: discount_percent } = discount;
        await tx.updateTable('customers').set({ discount_percent }).where('id', '=', customer_id).execute();
      }
      const { percent } = await tx
        .selectFrom('discounts')
        .select('percent')
        .where('id', '=', token.discount_id)
        .executeTakeFirstOrThrow();
      return percent;
    };
    const percent = await countDead(requestContext, () => db.transaction().execute(redeem));
    return answer(201, { data: { message: translate(requestContext.language, discountGiven, { percent }) } });
  });

  // The response is the same for every address; the mail worker finds out whether there is a user.
  serve(app, calls.resendConfirmation, async ({ body: { email } }, requestContext) => {
    await countNetwork(context, limits.networkMails, requestContext);
    await db.transaction().execute((tx) => queueMail(context, tx, mailTo('confirmation', email, requestContext)));
    return answer(200, { message: translate(requestContext.language, confirmationSent) });
  });

  serve(app, calls.requestReset, async ({ body: { email } }, requestContext) => {
    await countNetwork(context, limits.networkMails, requestContext);
    await db.transaction().execute((tx) => queueMail(context, tx, mailTo('reset', email, requestContext)));
    return answer(200, { message: translate(requestContext.language, resetSent) });
  });

  const presentedReset = (token: string, requestContext: RequestContext) =>
    countDead(requestContext, async () => {
      const found = await findToken(db, 'reset', token, now());
      if (!found || found.user_id === null) return reject('tokenInvalid');
      return { found, owner: await userById(db, found.user_id) };
    });

  serve(app, calls.readReset, async ({ params }, requestContext) => {
    const { owner } = await presentedReset(params.reset_token, requestContext);
    return answer(200, { data: { email: owner.email } });
  });

  serve(app, calls.resetPassword, async ({ body: { password, token } }, requestContext) => {
    const { found, owner } = await presentedReset(token, requestContext);
    rejectFields({ password: weaknessOf(password, nearUser(owner, config.settings.brand.name)) ?? undefined });
    const password_hash = await passwords.hash(password);

    const user_email = await db.transaction().execute(async (tx) => {
      const used = await invalidateTokens(tx, { id: found.id }, now());
      if (used === 0 || owner.disabled_at !== null) reject('tokenInvalid');
      const user = await userById(tx, owner.id);
      await revokeAccess(context, tx, user);
      // The reset proves ownership of the mailbox: it confirms the address, and ends earlier links to the account.
      await tx
        .updateTable('users')
        .set({ password_hash, confirmed_at: user.confirmed_at ?? now() })
        .where('id', '=', user.id)
        .execute();
      await tx.updateTable('sso_identities').set({ user_id: null }).where('user_id', '=', user.id).execute();
      await queueMail(context, tx, { to: user.email, kind: 'passwordChanged', language: requestContext.language });
      await giveBackNetwork(context, tx, limits.networkMails, requestContext);
      return user.email;
    });
    return answer(200, { message: translate(requestContext.language, passwordReset), user_email });
  });
}

/** A mail with a link; a later request replaces one that is still queued. */
const mailTo = (kind: 'confirmation' | 'reset', to: string, { language }: RequestContext): QueuedEmail => ({
  to,
  kind,
  language,
  topic: `${kind} ${emailKey(to)}`,
});
