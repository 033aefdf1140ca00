import type { CallOutput } from '#contract/call.ts';
import { type Calls, calls } from '#contract/calls.ts';
import { hostedPage } from '../bank/notice.ts';
import { ApiError, reject } from '../http/errors.ts';
import { type App, answer, serve } from '../http/serve.ts';
import { emailSentinel } from '../local/sentinels.ts';
import { translate } from '../messages/translate.ts';
import { type ServerContext, within } from '../platform/context.ts';
import { submitAccount, submitSsoAccount } from '../registration/account.ts';
import { submitBilling } from '../registration/billing.ts';
import { resendCode } from '../registration/code.ts';
import { createRegistration } from '../registration/creation.ts';
import { submitOrder } from '../registration/order.ts';
import { settleAttempt } from '../registration/payment.ts';
import { findRegistration, simulateLatency } from '../registration/registration.ts';
import { openRegistrationSession } from '../registration/session.ts';
import { awaitsCode, type Finish, isCodeStep, maySubmit } from '../registration/steps.ts';
import { submitCode } from '../registration/verification.ts';
import { recordOf, stateOf } from '../registration/view.ts';

const codeResent = /*i18n*/ { id: 'Resend code successfully' };

/** §4, §7: the sign-up, from the first submission to the session at its end. */
export function mountRegistrations(app: App, context: ServerContext): void {
  const { config } = context;

  serve(app, calls.createRegistration, async ({ body }, requestContext) => {
    const { commit, language } = requestContext;
    const response = await createRegistration(context, body, requestContext, (change) =>
      commit(async (tx) => {
        const { registration, token } = await change(tx);
        const url = hostedPage(config, registration.email, '1', language);
        return url ? answer(202, { url, token }) : answer(200, await stateOf(within(context, tx), registration, token));
      }),
    );
    await simulateLatency(config, body.email);
    return response;
  });

  serve(app, calls.readRegistration, async ({ params }, requestContext) => {
    const registration = await findRegistration(context, params.registration_token);
    const settled = await settleAttempt(context, registration, requestContext.language);
    return answer(200, { data: await recordOf(context, settled.registration, settled.attempt) });
  });

  serve(app, calls.updateRegistration, async ({ params, body }, requestContext) => {
    const token = params.registration_token;
    const registration = await findRegistration(context, token);
    const { step } = body;
    if (!maySubmit(registration, step)) reject('stepRejected', { field: 'step' });

    const { commit, language } = requestContext;
    const finish: Finish<CallOutput<Calls['updateRegistration']>> = (change) =>
      commit(async (tx) => {
        const result = await change(tx);
        if (result instanceof ApiError) return result;
        if ('url' in result) return answer(202, result);
        const url = hostedPage(config, result.email, step, language);
        return url ? answer(202, { url, token }) : answer(200, await stateOf(within(context, tx), result, token));
      });

    const submission = { registration, body, requestContext, finish };
    if (step === '1') return submitAccount(context, submission);
    if (step === '2-sso') return submitSsoAccount(context, submission);
    if (step === '4') return submitBilling(context, submission);
    return isCodeStep(registration, step) ? submitCode(context, submission) : submitOrder(context, submission);
  });

  serve(app, calls.resendRegistrationCode, async ({ params }, requestContext) => {
    const registration = await findRegistration(context, params.registration_token);
    if (!awaitsCode(registration)) reject('stepRejected');
    const { commit, language } = requestContext;
    return resendCode(context, registration, requestContext, (change) =>
      commit(async (tx) => {
        const resend_at = new Date(await change(tx)).toISOString();
        return answer(200, { message: translate(language, codeResent), resend_at });
      }),
    );
  });

  serve(app, calls.openRegistrationSession, async ({ params }, requestContext) => {
    const registration = await findRegistration(context, params.registration_token);
    if (emailSentinel(config, registration.email) === 'sessionFails') reject('unavailable', { retryAfter: 5 });
    return requestContext.commit(async (tx) =>
      answer(201, await openRegistrationSession(context, tx, registration, requestContext)),
    );
  });
}
