import { calls } from '#contract/calls.ts';
import { hostedPage } from '../bank/notice.ts';
import type { Context } from '../context.ts';
import { emailKey } from '../emailKey.ts';
import { reject, rejectFields } from '../errors.ts';
import { countNetwork, giveBackNetwork } from '../login/limits.ts';
import { fieldMessages } from '../messages/errors.ts';
import { translate } from '../messages/translate.ts';
import { checkNewPassword, greet, hasAccount, submitAccount, submitSsoAccount } from '../registration/account.ts';
import { submitBilling } from '../registration/billing.ts';
import { checkCode, resendCode } from '../registration/code.ts';
import {
  awaitsCode,
  changeDraft,
  currentDraft,
  DRAFT_LIFE_MS,
  type Draft,
  dawdle,
  findDraft,
  nothingBilled,
  nothingOrdered,
  recordOf,
  stateOf,
} from '../registration/draft.ts';
import { checkOrder, holdNumber, orderOf, submitOrder } from '../registration/order.ts';
import { makeOwner } from '../registration/owner.ts';
import { settleAttempt } from '../registration/payment.ts';
import { isCodeStep, maySubmit, stepAfter } from '../registration/steps.ts';
import { newToken, tokenHash } from '../secrets.ts';
import { emailSentinel } from '../sentinels.ts';
import { type App, answer, serve } from '../serve.ts';
import { openSession } from '../sessions.ts';
import type { Visit } from '../visit.ts';

/** R13: sign-ups begun from one network. */
const drafts = { name: 'network-drafts', most: 20, windowMs: 3_600_000 };
/** W8: how long after completion /token opens a session. */
const TOKEN_LIFE_MS = 15 * 60_000;

const codeResent = /*i18n*/ { id: 'Resend code successfully' };

/** §4, §7: the sign-up, from the first submission to the session at its end. */
export function mountRegistrations(app: App, context: Context): void {
  const { db, now, config, passwords } = context;

  serve(app, calls.createRegistration, async ({ body }, visit) => {
    checkNewPassword(context, body.password, body);
    await checkOrder(context, body, false);
    await countNetwork(context, drafts, visit);
    const order = orderOf(body, nothingOrdered);
    const password_hash = await passwords.hash(body.password);
    const { signupOrder } = config.settings;
    const token = newToken();
    const draft = await db.transaction().execute(async (tx) => {
      const made = await tx
        .insertInto('drafts')
        .values({
          ...nothingBilled,
          ...order,
          token_hash: tokenHash(token),
          signup_order: signupOrder,
          step: stepAfter({ signup_order: signupOrder, verified_at: null }, '1'),
          language: visit.language,
          currency: visit.currency,
          first_name: body.first_name,
          last_name: body.last_name,
          email: body.email,
          email_key: emailKey(body.email),
          password_hash,
          consent_version: body.consent_version ?? null,
          shadow: (await hasAccount(tx, body.email)) ? 1 : 0,
          created_at: now(),
          updated_at: now(),
          expires_at: now() + DRAFT_LIFE_MS,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await holdNumber(context, tx, made);
      return greet(context, tx, made, visit);
    });
    await dawdle(config, draft.email);
    const url = hostedPage(config, draft.email, '1', visit.language);
    return url ? answer(202, { url, token }) : answer(200, await stateOf(context, draft, token));
  });

  serve(app, calls.readRegistration, async ({ params }, visit) => {
    const draft = await findDraft(context, params.registration_token);
    const settled = await settleAttempt(context, draft, visit.language);
    return answer(200, { data: await recordOf(context, settled.draft, settled.url) });
  });

  serve(app, calls.updateRegistration, async ({ params, body }, visit) => {
    const token = params.registration_token;
    const draft = await findDraft(context, token);
    const { step } = body;
    if (!maySubmit(draft, step)) reject('stepRejected', { field: 'step' });

    const submit = async () => {
      if (step === '1') return submitAccount(context, draft, body, visit);
      if (step === '2-sso') return submitSsoAccount(context, draft, body, visit);
      if (isCodeStep(draft, step)) return submitCode(draft, body.verification_code, visit);
      return step === '4' ? submitBilling(context, draft, body, visit) : submitOrder(context, draft, body);
    };
    const result = await submit();
    if ('url' in result) return answer(202, result);
    const url = result.completed_at === null ? hostedPage(config, result.email, step, visit.language) : null;
    return url ? answer(202, { url, token }) : answer(200, await stateOf(context, result, token));
  });

  /** §4: the mailed code; an answer that was lost may be asked for again, the account is made once. */
  async function submitCode(draft: Draft, code: string | undefined, visit: Visit): Promise<Draft> {
    if (draft.verified_at !== null) return draft;
    if (code === undefined) rejectFields({ verification_code: fieldMessages.blank });
    await checkCode(context, draft, code ?? '');
    return db.transaction().execute(async (tx) => {
      const current = await currentDraft(tx, draft.id);
      if (current.verified_at !== null) return current;
      // Another tab may have asked for a new code, or changed the address, since this one was looked at.
      if (current.code_hash !== draft.code_hash) reject('codeWrong', { field: 'verification_code' });
      const verified = await changeDraft(context, tx, draft.id, {
        verified_at: now(),
        code_hash: null,
        step: stepAfter(current, '2'),
      });
      // A proven mailbox is no flood: it leaves room for the next sign-up from the same network.
      await giveBackNetwork(context, tx, drafts, visit);
      return changeDraft(context, tx, draft.id, { user_id: await makeOwner(context, tx, verified) });
    });
  }

  serve(app, calls.resendRegistrationCode, async ({ params }, visit) => {
    const draft = await findDraft(context, params.registration_token);
    if (!awaitsCode(draft)) reject('stepRejected');
    const { resend_at } = await resendCode(context, draft, visit.language);
    const message = translate(visit.language, codeResent);
    return answer(200, { message, ...(resend_at !== null && { resend_at: new Date(resend_at).toISOString() }) });
  });

  serve(app, calls.openRegistrationSession, async ({ params }, visit) => {
    const draft = await findDraft(context, params.registration_token);
    if (draft.completed_at === null || draft.user_id === null) return reject('stepRejected');
    if (emailSentinel(config, draft.email) === 'sessionFails') reject('unavailable', { retryAfter: 5 });
    const userId = draft.user_id;
    const session = await db.transaction().execute(async (tx) => {
      const opened = await tx
        .updateTable('drafts')
        .set({ session_opened_at: now() })
        .where('id', '=', draft.id)
        .where('session_opened_at', 'is', null)
        .where('completed_at', '>=', now() - TOKEN_LIFE_MS)
        .executeTakeFirst();
      if (opened.numUpdatedRows === 0n) reject('tokenInvalid');
      const user = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
      // W8: the policy `new-device` does not count; an own switch, or `always`, asks for the code of a login.
      const asksForCode = user.second_factor === 1 || config.twoFactor === 'always';
      if (asksForCode || user.disabled_at !== null) reject('notAllowed');
      return openSession(context, tx, visit, { userId });
    });
    return answer(201, session);
  });
}
