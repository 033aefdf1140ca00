import type { HostedPage } from '#contract/registration.ts';
import type { BankOutcome, Card } from '../bank/port.ts';
import { type ApiError, apiError, reject } from '../http/errors.ts';
import { byNetwork, countOrReject } from '../login/applyLimits.ts';
import { limits } from '../login/limits.ts';
import { findCoverage } from '../numbers/coverages.ts';
import { type ServerContext, within } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import { beginAttempt, challengeOfRepeated, openCardPage, wasApproved } from './bankAttempt.ts';
import { readBilling } from './billingFields.ts';
import { hasAccount } from './knownAddress.ts';
import { holdNumber, orderOf } from './order.ts';
import { authorise, settleAttempt } from './payment.ts';
import { type Registration, updateRegistrationRow } from './registration.ts';
import { registrationAt, type StepSubmission } from './steps.ts';

const bankUnreachable = /*i18n*/ {
  id: "We couldn't reach your bank. Nothing has been charged. You can use another card instead.",
};

/**
 * Step 4. Approved: the sign-up is complete. Challenge: returns its page. Declined: an error at the card number. No
 * answer: the registration stays at step 4, and the next submission of the same card, or a reload, settles the attempt
 * first.
 */
export async function submitBilling<Response>(
  context: ServerContext,
  { registration, body, requestContext, finish }: StepSubmission<Response>,
): Promise<Response> {
  const area = registration.number_id === null ? undefined : await findCoverage(context.db, registration.number_id);
  const numberCountry = area?.country_code ?? null;
  const { cardEntry } = context.config.settings;
  const { card, columns } = readBilling(body, registration, { cardEntry, numberCountry, now: context.now() });
  if (await mayRevealAccount(context, registration)) reject('emailUnusable', { field: 'email' });

  const save = async (tx: Tx): Promise<Registration> => {
    const current = await registrationAt(tx, registration.id, '4');
    const order = orderOf({ ...body, number: null, number_id: null }, current);
    return updateRegistrationRow(context, tx, registration.id, { ...columns, ...order });
  };
  const earlier = await settleAttempt(context, registration, requestContext.language, { card, save });
  if (earlier.registration.completed_at !== null) return finish(async () => earlier.registration);
  if (earlier.attempt === 'unknown') reject('unavailable', { message: bankUnreachable, retryAfter: 10 });

  const begun = await context.db.transaction().execute(async (tx) => {
    const changed = await save(tx);
    await holdNumber(context, tx, changed);
    const url = card ? await challengeOfRepeated(context, tx, changed, card) : await openCardPage(context, tx, changed);
    if (url !== null) return { url };
    const attempt = await beginAttempt(context, tx, changed, card);
    // Only a card that is sent to the bank counts as an attempt.
    await countOrReject(within(context, tx), [
      { limit: limits.cards, subject: String(registration.id) },
      ...byNetwork(context, limits.networkCards, requestContext),
    ]);
    return attempt;
  });
  if ('url' in begun) return finish(async () => begun);

  return authorise(
    context,
    registration,
    { attempt: begun, card, language: requestContext.language },
    (outcome, record) => finish(async (tx) => resultOf(outcome, await record(tx), card)),
  );
}

/**
 * Whether the response may reveal that the address has an account: only after the bank has approved a card for it
 * (plan-first). Before that the address is not verified, and the response must be the same for every address.
 */
async function mayRevealAccount({ db }: ServerContext, registration: Registration): Promise<boolean> {
  return (await wasApproved(db, registration.id)) && (await hasAccount(db, registration.email));
}

function resultOf(outcome: BankOutcome, after: Registration, card: Card | null): Registration | HostedPage | ApiError {
  switch (outcome.kind) {
    case 'approved':
      return after;
    case 'challenge':
      return { url: outcome.url };
    case 'unknown':
      return apiError('unavailable', { message: bankUnreachable, retryAfter: 10 });
    default:
      return apiError('cardDeclined', card ? { field: 'card_number' } : {});
  }
}
