import { calls } from '#contract/calls.ts';
import { hostedPage } from '../bank/notice.ts';
import { reject, rejectFields } from '../http/errors.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { type App, answer, serve } from '../http/serve.ts';
import { emailSentinel } from '../local/sentinels.ts';
import { emailKey } from '../login/emailKey.ts';
import { countNetwork, giveBackNetwork } from '../login/limits.ts';
import { openSession } from '../login/sessions.ts';
import { fieldMessages } from '../messages/errors.ts';
import { translate } from '../messages/translate.ts';
import type { ServerContext } from '../platform/context.ts';
import { newToken, tokenHash } from '../platform/secrets.ts';
import { checkNewPassword, greet, hasAccount, submitAccount, submitSsoAccount } from '../registration/account.ts';
import { submitBilling } from '../registration/billing.ts';
import { checkCode, resendCode } from '../registration/code.ts';
import { checkOrder, holdNumber, orderOf, submitOrder } from '../registration/order.ts';
import { makeOwner } from '../registration/owner.ts';
import { settleAttempt } from '../registration/payment.ts';
import {
  awaitsCode,
  currentRegistration,
  findRegistration,
  nothingBilled,
  nothingOrdered,
  REGISTRATION_TTL_MS,
  type Registration,
  recordOf,
  simulateLatency,
  stateOf,
  updateRegistrationRow,
} from '../registration/registration.ts';
import { isCodeStep, maySubmit, stepAfter } from '../registration/steps.ts';

/** Sign-ups started from one network. */
const registrations = { name: 'network-registrations', most: 20, windowMs: 3_600_000 };
/** How long after completion /token can open a session. */
const TOKEN_TTL_MS = 15 * 60_000;

const codeResent = /*i18n*/ { id: 'Resend code successfully' };

/** §4, §7: the sign-up, from the first submission to the session at its end. */
export function mountRegistrations(app: App, context: ServerContext): void {
  const { db, now, config, passwords } = context;

  serve(app, calls.createRegistration, async ({ body }, requestContext) => {
    checkNewPassword(context, body.password, body);
    await checkOrder(context, body, false);
    await countNetwork(context, registrations, requestContext);
    const order = orderOf(body, nothingOrdered);
    const password_hash = await passwords.hash(body.password);
    const { signupOrder } = config.settings;
    const token = newToken();
    const registration = await db.transaction().execute(async (tx) => {
      const made = await tx
        .insertInto('registrations')
        .values({
          ...nothingBilled,
          ...order,
          token_hash: tokenHash(token),
          signup_order: signupOrder,
          step: stepAfter({ signup_order: signupOrder, verified_at: null }, '1'),
          language: requestContext.language,
          currency: requestContext.currency,
          first_name: body.first_name,
          last_name: body.last_name,
          email: body.email,
          email_key: emailKey(body.email),
          password_hash,
          consent_version: body.consent_version ?? null,
          decoy: (await hasAccount(tx, body.email)) ? 1 : 0,
          created_at: now(),
          updated_at: now(),
          expires_at: now() + REGISTRATION_TTL_MS,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await holdNumber(context, tx, made);
      return greet(context, tx, made, requestContext);
    });
    await simulateLatency(config, registration.email);
    const url = hostedPage(config, registration.email, '1', requestContext.language);
    return url ? answer(202, { url, token }) : answer(200, await stateOf(context, registration, token));
  });

  serve(app, calls.readRegistration, async ({ params }, requestContext) => {
    const registration = await findRegistration(context, params.registration_token);
    const settled = await settleAttempt(context, registration, requestContext.language);
    return answer(200, { data: await recordOf(context, settled.registration, settled.url) });
  });

  serve(app, calls.updateRegistration, async ({ params, body }, requestContext) => {
    const token = params.registration_token;
    const registration = await findRegistration(context, token);
    const { step } = body;
    if (!maySubmit(registration, step)) reject('stepRejected', { field: 'step' });

    const submit = async () => {
      if (step === '1') return submitAccount(context, registration, body, requestContext);
      if (step === '2-sso') return submitSsoAccount(context, registration, body, requestContext);
      if (isCodeStep(registration, step)) return submitCode(registration, body.verification_code, requestContext);
      return step === '4'
        ? submitBilling(context, registration, body, requestContext)
        : submitOrder(context, registration, body);
    };
    const result = await submit();
    if ('url' in result) return answer(202, result);
    const url = result.completed_at === null ? hostedPage(config, result.email, step, requestContext.language) : null;
    return url ? answer(202, { url, token }) : answer(200, await stateOf(context, result, token));
  });

  /** §4: the mailed code. A lost response can be requested again; the account is created once. */
  async function submitCode(
    registration: Registration,
    code: string | undefined,
    requestContext: RequestContext,
  ): Promise<Registration> {
    if (registration.verified_at !== null) return registration;
    if (code === undefined) rejectFields({ verification_code: fieldMessages.blank });
    await checkCode(context, registration, code ?? '');
    return db.transaction().execute(async (tx) => {
      const current = await currentRegistration(tx, registration.id);
      if (current.verified_at !== null) return current;
      // Another tab may have requested a new code or changed the address since this one was checked.
      if (current.code_hash !== registration.code_hash) reject('codeWrong', { field: 'verification_code' });
      const verified = await updateRegistrationRow(context, tx, registration.id, {
        verified_at: now(),
        code_hash: null,
        step: stepAfter(current, '2'),
      });
      // A verified mailbox is no abuse, so its attempt is returned to the network's limit.
      await giveBackNetwork(context, tx, registrations, requestContext);
      return updateRegistrationRow(context, tx, registration.id, { user_id: await makeOwner(context, tx, verified) });
    });
  }

  serve(app, calls.resendRegistrationCode, async ({ params }, requestContext) => {
    const registration = await findRegistration(context, params.registration_token);
    if (!awaitsCode(registration)) reject('stepRejected');
    const { resend_at } = await resendCode(context, registration, requestContext.language);
    const message = translate(requestContext.language, codeResent);
    return answer(200, { message, ...(resend_at !== null && { resend_at: new Date(resend_at).toISOString() }) });
  });

  serve(app, calls.openRegistrationSession, async ({ params }, requestContext) => {
    const registration = await findRegistration(context, params.registration_token);
    if (registration.completed_at === null || registration.user_id === null) return reject('stepRejected');
    if (emailSentinel(config, registration.email) === 'sessionFails') reject('unavailable', { retryAfter: 5 });
    const userId = registration.user_id;
    const session = await db.transaction().execute(async (tx) => {
      const opened = await tx
        .updateTable('registrations')
        .set({ session_opened_at: now() })
        .where('id', '=', registration.id)
        .where('session_opened_at', 'is', null)
        .where('completed_at', '>=', now() - TOKEN_TTL_MS)
        .executeTakeFirst();
      if (opened.numUpdatedRows === 0n) reject('tokenInvalid');
      const user = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
      // The policy `new-device` does not apply; the user's own setting or `always` requires a login code.
      const asksForCode = user.second_factor === 1 || config.twoFactor === 'always';
      if (asksForCode || user.disabled_at !== null) reject('notAllowed');
      return openSession(context, tx, requestContext, { userId });
    });
    return answer(201, session);
  });
}
