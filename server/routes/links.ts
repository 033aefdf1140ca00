import { calls } from '#contract/calls.ts';
import { redeemDiscount } from '../account/discount.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { type App, answer, serve } from '../http/serve.ts';
import { byNetwork, counted, countWrong, returnAttemptsLate } from '../login/applyLimits.ts';
import { emailKey } from '../login/emailKey.ts';
import { limits } from '../login/limits.ts';
import { confirmAddress, findReset, type Reset, resetPassword } from '../login/mailedLinks.ts';
import { mailCounts } from '../login/mailLimits.ts';
import { hashNew, rejectWeakPasswordOf } from '../login/weakPassword.ts';
import { type QueuedEmail, queueMail } from '../mail/outbox.ts';
import { confirmationSent, discountGiven, passwordReset, resetSent } from '../messages/session.ts';
import { translate } from '../messages/translate.ts';
import type { ServerContext } from '../platform/context.ts';

/** §7: calls behind mailed links, and those that request such a mail. */
export function mountLinks(app: App, context: ServerContext): void {
  const { db, now } = context;
  /** Only invalid links count. */
  const countInvalid = <T>(requestContext: RequestContext, attempt: () => Promise<T>): Promise<T> =>
    countWrong(context, byNetwork(context, limits.networkLinks, requestContext), attempt);
  const fromNetwork = (requestContext: RequestContext) => byNetwork(context, limits.networkMails, requestContext);
  const countRequest = <T>(kind: LinkKind, email: string, requestContext: RequestContext, act: () => Promise<T>) =>
    counted(context, [...fromNetwork(requestContext), ...mailCounts(context, kind, email, requestContext)], act);

  serve(app, calls.confirmCustomer, async ({ params }, requestContext) => {
    const confirm = () =>
      requestContext.commit(async (tx) => {
        const email = await confirmAddress(context, tx, params.customer_token);
        return answer(200, { data: { billing_email: email, email } });
      });
    return countInvalid(requestContext, confirm);
  });

  serve(app, calls.redeemDiscount, async ({ params }, requestContext) => {
    const redeem = () =>
      requestContext.commit(async (tx) => {
        const percent = await redeemDiscount(context, tx, params.customer_token);
        return answer(201, { data: { message: translate(requestContext.language, discountGiven, { percent }) } });
      });
    return countInvalid(requestContext, redeem);
  });

  // The response is the same for every address; the mail worker finds out whether there is a user.
  serve(app, calls.resendConfirmation, ({ body: { email } }, requestContext) =>
    countRequest('confirmation', email, requestContext, () =>
      requestContext.commit(async (tx) => {
        await queueMail(context, tx, mailTo('confirmation', email, requestContext));
        return answer(200, { message: translate(requestContext.language, confirmationSent) });
      }),
    ),
  );

  serve(app, calls.requestReset, ({ body: { email } }, requestContext) =>
    countRequest('reset', email, requestContext, () =>
      requestContext.commit(async (tx) => {
        await queueMail(context, tx, mailTo('reset', email, requestContext));
        return answer(200, { message: translate(requestContext.language, resetSent) });
      }),
    ),
  );

  const presentedReset = (token: string, requestContext: RequestContext): Promise<Reset> =>
    countInvalid(requestContext, () => findReset(db, token, now()));

  serve(app, calls.readReset, async ({ params }, requestContext) => {
    const { user } = await presentedReset(params.reset_token, requestContext);
    return answer(200, { data: { email: user.email } });
  });

  serve(app, calls.resetPassword, async ({ body: { password, token } }, requestContext) => {
    const reset = await presentedReset(token, requestContext);
    await rejectWeakPasswordOf(context, password, reset.user);
    const password_hash = await hashNew(context, password);

    return requestContext.commit(async (tx) => {
      const { email } = await resetPassword(context, tx, reset, password_hash);
      await queueMail(context, tx, { to: email, kind: 'passwordChanged', language: requestContext.language });
      await returnAttemptsLate(tx, fromNetwork(requestContext));
      return answer(200, { message: translate(requestContext.language, passwordReset), user_email: email });
    });
  });
}

type LinkKind = 'confirmation' | 'reset';

/** A mail with a link; a later request replaces one that is still queued. */
const mailTo = (kind: LinkKind, to: string, { language }: RequestContext): QueuedEmail => ({
  to,
  kind,
  language,
  about: emailKey(to),
});
