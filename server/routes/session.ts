import { calls } from '#contract/calls.ts';
import { reject } from '../http/errors.ts';
import { type App, answer, type CallContext, serve } from '../http/serve.ts';
import { byNetwork, countGuess } from '../login/applyLimits.ts';
import { challengeToResend, endChallenge, resendCode, startLoginChallenge, tryCode } from '../login/challenge.ts';
import { rejectWhilePaused } from '../login/codePause.ts';
import { deviceSubject, knownDevice, rememberDevice } from '../login/device.ts';
import { emailKey } from '../login/emailKey.ts';
import { limits } from '../login/limits.ts';
import { countMail } from '../login/mailLimits.ts';
import { needsLoginCode } from '../login/secondFactor.ts';
import { clearCompanion, endSession, openSession } from '../login/sessions.ts';
import { rejectChangedUser, strengthenHash, type User, userByEmail, userById } from '../login/user.ts';
import { codeSent } from '../messages/session.ts';
import { translate } from '../messages/translate.ts';
import type { ServerContext } from '../platform/context.ts';

/** An id without a user, so that an unknown address runs the same queries. */
const NOBODY = 0;

/** §4 and §7: login, its second factor, and logout. */
export function mountSession(app: App, context: ServerContext): void {
  const { db, config, passwords } = context;

  serve(app, calls.login, async ({ body: { email, password, remember_me } }, requestContext) => {
    const known = await userByEmail(db, email);
    const device = await knownDevice(context, requestContext, known?.id ?? NOBODY);
    const subject = device === null ? emailKey(email) : deviceSubject(device);
    const counts = [{ limit: limits.passwords, subject }, ...byNetwork(context, limits.networkLogins, requestContext)];
    const verify = async () => {
      // The same work and the same message for unknown addresses: the response does not reveal which addresses have an
      // account.
      const isRight = await passwords.verify(password, known?.password_hash ?? null);
      return known && isRight ? known : reject('wrongCredentials');
    };
    return countGuess(context, counts, verify, async (found) => {
      void strengthenHash(context, found, password);
      if (found.confirmed_at === null) reject('notConfirmed');
      if (needsLoginCode(config.twoFactor, found, device !== null))
        return mailLoginCode(context, { user: found, rememberMe: remember_me }, requestContext);
      return requestContext.commit(async (tx) => {
        await rejectChangedUser(tx, found);
        const opened = await openSession(context, tx, requestContext, { userId: found.id, rememberMe: remember_me });
        return answer(200, opened);
      });
    });
  });

  serve(app, calls.resendLoginCode, async ({ params }, requestContext) => {
    const challenge = await challengeToResend(context, params.nonce);
    const { email } = await userById(db, challenge.user_id);
    return countMail(context, { purpose: 'login', to: email }, requestContext, () =>
      requestContext.commit(async (tx) => {
        const { nonce, resendAt } = await resendCode(context, tx, challenge, requestContext);
        const resend_at = new Date(resendAt).toISOString();
        return answer(202, { nonce, message: translate(requestContext.language, codeSent), resend_at });
      }),
    );
  });

  serve(app, calls.loginWithCode, async ({ body: { code, nonce } }, requestContext) => {
    const counts = byNetwork(context, limits.networkLogins, requestContext);
    return countGuess(
      context,
      counts,
      () => tryCode(context, nonce, code),
      (challenge) =>
        requestContext.commit(async (tx) => {
          await endChallenge(context, tx, challenge);
          const user = await userById(tx, challenge.user_id);
          if (user.disabled_at !== null) reject('codeWrong', { field: 'code' });
          const opened = await openSession(context, tx, requestContext, {
            userId: user.id,
            rememberMe: challenge.remember_me === 1,
          });
          if (config.twoFactor === 'always') return answer(200, opened);
          return answer(200, { ...opened, device_fingerprint: await rememberDevice(context, tx, user.id) });
        }),
    );
  });

  serve(app, calls.logOut, (_input, requestContext) =>
    requestContext.commit(async (tx) => {
      await endSession(tx, requestContext.session);
      clearCompanion(requestContext);
      return answer(200, {});
    }),
  );
}

/** §4: the password was right; a mailed code has to follow. */
async function mailLoginCode(
  context: ServerContext,
  login: { user: User; rememberMe: boolean },
  requestContext: CallContext,
) {
  const { id, email } = login.user;
  const { language } = requestContext;
  await rejectWhilePaused(context, id);
  return countMail(context, { purpose: 'login', to: email }, requestContext, () =>
    requestContext.commit(async (tx) => {
      await rejectChangedUser(tx, login.user);
      const nonce = await startLoginChallenge(context, tx, { ...login, language });
      return answer(202, { nonce, message: translate(language, codeSent) });
    }),
  );
}
