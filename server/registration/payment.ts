import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '#domain/constants.ts';
import type { BankOutcome, Card } from '../bank/port.ts';
import { ApiError } from '../http/errors.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import { type Attempt, isOpen, isOtherCard, unsettled } from './bankAttempt.ts';
import { complete } from './completion.ts';
import { mailKnown } from './knownAddress.ts';
import { currentRegistration, type Registration } from './registration.ts';

/*
 * The bank is called outside any transaction: one transaction records the attempt, then the bank is called, then
 * another records its answer. A missing answer is `unknown` and is settled later under the attempt's key. So nothing is
 * set up twice, and nothing that was set up is lost.
 */

/** Without an answer after this time the outcome is unknown. */
const BANK_TIMEOUT_MS = 20_000;

/** Records an outcome within a transaction; returns the registration after it. */
type Recording = (tx: Tx) => Promise<Registration>;

/** Calls the bank to store the card. `finish` runs the recording of the outcome in a transaction. */
export async function authorise<Response>(
  context: ServerContext,
  registration: Registration,
  { attempt: { id, attempt }, card, language }: { attempt: Attempt; card: Card | null; language: Language },
  finish: (outcome: BankOutcome, record: Recording) => Promise<Response>,
): Promise<Response> {
  const outcome = await withTimeout(context.bank.authorise({ attempt, language, ...(card && { card }) }));
  return recordOutcome(context, registration, { id, outcome, language }, (record) => finish(outcome, record));
}

/** What a visitor submits now: it counts, also if an earlier attempt completes the sign-up. */
type Submission = { card: Card | null; save: (tx: Tx) => Promise<unknown> };

/**
 * What has become of the last attempt: its challenge is open at `url`, or it is over (null). `asked`: another request
 * waits for the bank's answer.
 */
export type AttemptState = 'none' | 'asked' | 'unknown' | { url: string | null };

/**
 * Settles the registration's last attempt if it is open: queries the bank, and completes the sign-up on approval, unless
 * another card is submitted now.
 */
export async function settleAttempt(
  context: ServerContext,
  registration: Registration,
  language: Language,
  submission?: Submission,
): Promise<{ registration: Registration; attempt: AttemptState }> {
  if (registration.completed_at !== null || registration.step !== '4') return { registration, attempt: 'none' };
  const last = await context.db
    .selectFrom('bank_attempts')
    .selectAll()
    .where('registration_id', '=', registration.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return { registration, attempt: 'none' };
  if (!isOpen(last, context.now()) || (submission && isOtherCard(last, submission.card)))
    return { registration, attempt: last.status === 'asked' ? 'asked' : { url: null } };
  const outcome = await withTimeout(context.bank.settle(last.attempt));
  try {
    const after = await recordOutcome(context, registration, { id: last.id, outcome, language }, (record) =>
      context.db.transaction().execute(async (tx) => {
        await submission?.save(tx);
        return record(tx);
      }),
    );
    if (outcome.kind === 'unknown') return { registration: after, attempt: 'unknown' };
    return { registration: after, attempt: { url: outcome.kind === 'challenge' ? outcome.url : null } };
  } catch (error) {
    // The next submission reports the problem at its field.
    if (error instanceof ApiError) return { registration, attempt: { url: null } };
    throw error;
  }
}

/**
 * Called by a bank when a challenge has ended, even if the visitor has left (§4). Returns whether the attempt needs no
 * further call: it is settled, or unknown here.
 */
export async function settleBankAttempt(context: ServerContext, attempt: string): Promise<boolean> {
  const registration = await context.db
    .selectFrom('registrations')
    .innerJoin('bank_attempts', 'bank_attempts.registration_id', 'registrations.id')
    .selectAll('registrations')
    .where('bank_attempts.attempt', '=', attempt)
    .executeTakeFirst();
  if (!registration) return true;
  const settled = await settleAttempt(context, registration, registration.language);
  return settled.attempt !== 'unknown' && settled.attempt !== 'asked';
}

type Settled = { id: number; outcome: BankOutcome; language: Language };

/**
 * Records an outcome in the transaction that `run` opens. If an approved card belongs to a sign-up that cannot be
 * completed, because its number or its address is taken by now, the attempt is abandoned: the registration can be read
 * and corrected, and is not completed later without a submission.
 */
async function recordOutcome<Result>(
  context: ServerContext,
  registration: Registration,
  settled: Settled,
  run: (record: Recording) => Promise<Result>,
): Promise<Result> {
  let rejection: ApiError | null = null;
  let completes = false;
  const record: Recording = async (tx) => {
    try {
      const recorded = await recordAndComplete(context, tx, registration, settled);
      completes = recorded.completes;
      return recorded.registration;
    } catch (error) {
      rejection = error instanceof ApiError ? error : null;
      throw error;
    }
  };
  try {
    const result = await run(record);
    if (completes) context.metrics.signUps.inc({ step: 'completed' });
    return result;
  } catch (error) {
    if (rejection) await abandon(context, registration, settled, rejection);
    else await leaveOpen(context, settled.id);
    throw error;
  }
}

/**
 * Marks an attempt whose outcome could not be recorded: the next submission or reload then queries the bank. Ignores a
 * failure of the database.
 */
async function leaveOpen({ db }: ServerContext, id: number): Promise<void> {
  await db
    .updateTable('bank_attempts')
    .set({ status: 'unknown' })
    .where('id', '=', id)
    .where('status', '=', 'asked')
    .execute()
    .catch(() => {});
}

/** Closes the attempt without a sign-up; an address that has an account gets a mail. */
async function abandon(
  context: ServerContext,
  registration: Registration,
  { id, outcome, language }: Settled,
  { problems }: ApiError,
): Promise<void> {
  const bank_reference = outcome.kind === 'approved' ? outcome.reference : null;
  await context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('bank_attempts')
      .set({ status: 'cancelled', url: null, bank_reference, settled_at: context.now() })
      .where('id', '=', id)
      .execute();
    if (problems.some(({ name }) => name === 'emailUnusable')) await mailKnown(context, tx, registration, language);
  });
}

/** Records an outcome; an approved card completes the sign-up in the same transaction, once (`completes`). */
async function recordAndComplete(
  context: ServerContext,
  tx: Tx,
  registration: Registration,
  { id, outcome, language }: Settled,
): Promise<{ registration: Registration; completes: boolean }> {
  const isEnd = outcome.kind !== 'challenge' && outcome.kind !== 'unknown';
  const entered = outcome.kind === 'approved' ? outcome.card : undefined;
  const attempt = await tx
    .updateTable('bank_attempts')
    .set({
      status: outcome.kind,
      url: outcome.kind === 'challenge' ? outcome.url : null,
      expires_at: outcome.kind === 'challenge' ? outcome.expiresAt : null,
      bank_reference: outcome.kind === 'approved' ? outcome.reference : null,
      settled_at: isEnd ? context.now() : null,
      ...(entered && { card_brand: entered.brand, card_last4: entered.last4 }),
    })
    .where('id', '=', id)
    .where('status', 'in', unsettled)
    .returningAll()
    .executeTakeFirst();
  const current = await currentRegistration(tx, registration.id);
  if (attempt?.status !== 'approved') return { registration: current, completes: false };
  const holder = entered && { card_country: entered.country, card_postcode: entered.postcode };
  const { card_brand, card_last4, bank_reference } = attempt;
  const card = { card_brand, card_last4, bank_reference };
  return {
    registration: await complete(context, tx, { ...current, ...holder }, card, language),
    completes: current.completed_at === null,
  };
}

const withTimeout = (call: Promise<BankOutcome>): Promise<BankOutcome> =>
  Promise.race([
    call.catch((): BankOutcome => ({ kind: 'unknown' })),
    wait(BANK_TIMEOUT_MS, { kind: 'unknown' } as BankOutcome, { ref: false }),
  ]);
