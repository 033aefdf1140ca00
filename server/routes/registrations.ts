import { calls } from '#contract/calls.ts';
import { hostedPage } from '../bank/notice.ts';
import { reject } from '../http/errors.ts';
import { type App, answer, serve } from '../http/serve.ts';
import { emailSentinel } from '../local/sentinels.ts';
import { translate } from '../messages/translate.ts';
import type { ServerContext } from '../platform/context.ts';
import { submitAccount, submitSsoAccount } from '../registration/account.ts';
import { submitBilling } from '../registration/billing.ts';
import { resendCode } from '../registration/code.ts';
import { createRegistration } from '../registration/creation.ts';
import { submitOrder } from '../registration/order.ts';
import { settleAttempt } from '../registration/payment.ts';
import { awaitsCode, findRegistration, simulateLatency } from '../registration/registration.ts';
import { openRegistrationSession } from '../registration/session.ts';
import { isCodeStep, maySubmit } from '../registration/steps.ts';
import { submitCode } from '../registration/verification.ts';
import { recordOf, stateOf } from '../registration/view.ts';

const codeResent = /*i18n*/ { id: 'Resend code successfully' };

/** §4, §7: the sign-up, from the first submission to the session at its end. */
export function mountRegistrations(app: App, context: ServerContext): void {
  const { config } = context;

  serve(app, calls.createRegistration, async ({ body }, requestContext) => {
    const { registration, token } = await createRegistration(context, body, requestContext);
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
      if (isCodeStep(registration, step)) {
        return submitCode(context, registration, body.verification_code, requestContext);
      }
      return step === '4'
        ? submitBilling(context, registration, body, requestContext)
        : submitOrder(context, registration, body);
    };
    const result = await submit();
    if ('url' in result) return answer(202, result);
    const url = result.completed_at === null ? hostedPage(config, result.email, step, requestContext.language) : null;
    return url ? answer(202, { url, token }) : answer(200, await stateOf(context, result, token));
  });

  serve(app, calls.resendRegistrationCode, async ({ params }, requestContext) => {
    const registration = await findRegistration(context, params.registration_token);
    if (!awaitsCode(registration)) reject('stepRejected');
    const { resend_at } = await resendCode(context, registration, requestContext.language);
    const message = translate(requestContext.language, codeResent);
    return answer(200, { message, ...(resend_at !== null && { resend_at: new Date(resend_at).toISOString() }) });
  });

  serve(app, calls.openRegistrationSession, async ({ params }, requestContext) => {
    const registration = await findRegistration(context, params.registration_token);
    if (emailSentinel(config, registration.email) === 'sessionFails') reject('unavailable', { retryAfter: 5 });
    return answer(201, await openRegistrationSession(context, registration, requestContext));
  });
}
