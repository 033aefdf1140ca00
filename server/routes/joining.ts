import { calls } from '#contract/calls.ts';
import { rowId } from '../http/rowId.ts';
import { type App, answer, serve } from '../http/serve.ts';
import { startLoginChallenge } from '../login/challenge.ts';
import { countMail } from '../login/mailLimits.ts';
import { needsCodeWithoutPassword } from '../login/secondFactor.ts';
import { openSession } from '../login/sessions.ts';
import { userById } from '../login/user.ts';
import { codeSent } from '../messages/session.ts';
import { translate } from '../messages/translate.ts';
import type { ServerContext } from '../platform/context.ts';
import { joinTeam, rejectUnverified } from '../registration/joining.ts';
import { findRegistration } from '../registration/registration.ts';

/** Additive: completes a sign-up whose address was invited by joining the inviting team. */
export function mountJoining(app: App, context: ServerContext): void {
  const { config } = context;

  serve(app, calls.joinTeam, async ({ params }, requestContext) => {
    const registration = await findRegistration(context, params.registration_token);
    // Before a mail is counted for the address, which a stranger may only claim.
    rejectUnverified(registration);
    const isSso = registration.sso_identity_id !== null;
    const join = () =>
      requestContext.commit(async (tx) => {
        const userId = await joinTeam(context, tx, registration, rowId(params.invitation_id));
        const user = await userById(tx, userId);
        // A sign-up with a password has just verified a mailed code; after single sign-on the policy may require one.
        const needsCode = isSso && needsCodeWithoutPassword(config.twoFactor, user);
        if (!needsCode) return answer(201, await openSession(context, tx, requestContext, { userId }));
        const nonce = await startLoginChallenge(context, tx, {
          user,
          rememberMe: false,
          language: requestContext.language,
        });
        return answer(202, { nonce, message: translate(requestContext.language, codeSent) });
      });
    return isSso ? countMail(context, { purpose: 'login', to: registration.email }, requestContext, join) : join();
  });
}
