import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '#domain/constants.ts';
import type { BankOutcome, Card } from '../bank/port.ts';
import { ApiError, reject } from '../http/errors.ts';
import type { ServerContext } from '../platform/context.ts';
import { newToken } from '../platform/secrets.ts';
import type { BankAttemptTable, Tx } from '../store/schema.ts';
import { complete } from './completion.ts';
import { currentRegistration, type Registration } from './registration.ts';

/*
 * The bank is asked outside any transaction: a row says that it is being asked, then the bank is
 * asked, then a row says what it has answered. An answer that never came is `unknown`, and is
 * found out later under the attempt's key: nothing is set up twice, and nothing that was set up is lost.
 */

/** A bank that has not answered by then counts as unknown. */
const BANK_TIMEOUT_MS = 20_000;
/** An attempt that is still `asked` after this was left behind by a killed process. */
const ASKING_MS = 30_000;

const beingChecked = /*i18n*/ { id: 'Your card is already being checked.' };

/** Within this time the same again is the same. */
const SENT_TWICE_MS = 10_000;

type Attempt = { id: number; attempt: string };

/** Notes that the bank is about to be asked; refuses while it is being asked already. */
export async function beginAttempt(
  { now }: ServerContext,
  tx: Tx,
  registration: Registration,
  card: Card,
): Promise<Attempt> {
  const open = await tx
    .selectFrom('bank_attempts')
    .select('id')
    .where('registration_id', '=', registration.id)
    .where('status', '=', 'asked')
    .executeTakeFirst();
  if (open) reject('stepRejected', { message: beingChecked, retryAfter: 2 });
  // A challenge that was left open is given up for the new card.
  await tx
    .updateTable('bank_attempts')
    .set({ status: 'cancelled', url: null, settled_at: now() })
    .where('registration_id', '=', registration.id)
    .where('status', '=', 'challenge')
    .execute();
  const attempt = newToken();
  return tx
    .insertInto('bank_attempts')
    .values({
      registration_id: registration.id,
      attempt,
      status: 'asked',
      url: null,
      card_brand: card.type,
      card_last4: card.number.slice(-4),
      bank_reference: null,
      expires_at: null,
      created_at: now(),
      settled_at: null,
    })
    .returning(['id', 'attempt'])
    .executeTakeFirstOrThrow();
}

/**
 * Whether the card that has just opened a check is submitted once more, by somebody who has sent twice and not
 * waited for the answer. The check is then the answer to both; later the same card is a new try.
 */
export async function isSentTwice(
  { now }: ServerContext,
  tx: Tx,
  registration: Registration,
  card: Card,
): Promise<boolean> {
  const open = await tx
    .selectFrom('bank_attempts')
    .select('id')
    .where('registration_id', '=', registration.id)
    .where('status', '=', 'challenge')
    .where('card_brand', '=', card.type)
    .where('card_last4', '=', card.number.slice(-4))
    .where('created_at', '>', now() - SENT_TWICE_MS)
    .executeTakeFirst();
  return open !== undefined;
}

/** Asks the bank to keep the card, and notes what it says. */
export async function askBank(
  context: ServerContext,
  registration: Registration,
  { id, attempt }: Attempt,
  card: Card,
  language: Language,
): Promise<{ outcome: BankOutcome; registration: Registration }> {
  const outcome = await inTime(context.bank.authorise({ attempt, language, card }));
  return { outcome, registration: await note(context, registration, id, outcome, language) };
}

/**
 * What became of the registration's last attempt, when that is still open: asks the bank, and completes the
 * sign-up when it has approved. `url` is the page of a challenge that is still open; null: the last one is over;
 * undefined: there was none, or nobody knows.
 */
export async function settleAttempt(
  context: ServerContext,
  registration: Registration,
  language: Language,
): Promise<{ registration: Registration; url: string | null | undefined; isUnknown: boolean }> {
  const nothing = { registration, url: undefined, isUnknown: false };
  if (registration.completed_at !== null || registration.step !== '4') return nothing;
  const last = await context.db
    .selectFrom('bank_attempts')
    .selectAll()
    .where('registration_id', '=', registration.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return nothing;
  const isOver = { ...nothing, url: last.status === 'asked' ? undefined : null };
  if (!isOpen(last, context.now())) return isOver;
  const outcome = await inTime(context.bank.settle(last.attempt));
  try {
    return {
      registration: await note(context, registration, last.id, outcome, language),
      url: outcome.kind === 'challenge' ? outcome.url : outcome.kind === 'unknown' ? undefined : null,
      isUnknown: outcome.kind === 'unknown',
    };
  } catch (error) {
    // The next submission says what is in the way, at its field.
    if (error instanceof ApiError) return isOver;
    throw error;
  }
}

/** What a bank tells us when a challenge has ended, whoever still looks at it (F-3DS-5). */
export async function bankHasAnswered(context: ServerContext, attempt: string): Promise<void> {
  const registration = await context.db
    .selectFrom('registrations')
    .innerJoin('bank_attempts', 'bank_attempts.registration_id', 'registrations.id')
    .selectAll('registrations')
    .where('bank_attempts.attempt', '=', attempt)
    .executeTakeFirst();
  if (registration) await settleAttempt(context, registration, registration.language);
}

const isOpen = ({ status, created_at }: Pick<BankAttemptTable, 'status' | 'created_at'>, now: number): boolean =>
  status === 'challenge' || status === 'unknown' || (status === 'asked' && created_at + ASKING_MS <= now);

/**
 * Writes down an outcome. A card that was approved for a sign-up which cannot be completed, because its
 * number or its address is somebody else's by now, is given up: the registration can be read and mended, and
 * nothing completes it unasked later.
 */
async function note(
  context: ServerContext,
  registration: Registration,
  id: number,
  outcome: BankOutcome,
  language: Language,
) {
  try {
    return await noteAndComplete(context, registration, id, outcome, language);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await context.db
      .updateTable('bank_attempts')
      .set({ status: 'cancelled', url: null, settled_at: context.now() })
      .where('id', '=', id)
      .execute();
    throw error;
  }
}

/** An approved card completes the sign-up in the same transaction. */
function noteAndComplete(
  context: ServerContext,
  registration: Registration,
  id: number,
  outcome: BankOutcome,
  language: Language,
): Promise<Registration> {
  return context.db.transaction().execute(async (tx) => {
    const isEnd = outcome.kind !== 'challenge' && outcome.kind !== 'unknown';
    const attempt = await tx
      .updateTable('bank_attempts')
      .set({
        status: outcome.kind,
        url: outcome.kind === 'challenge' ? outcome.url : null,
        expires_at: outcome.kind === 'challenge' ? outcome.expiresAt : null,
        bank_reference: outcome.kind === 'approved' ? outcome.reference : null,
        settled_at: isEnd ? context.now() : null,
      })
      .where('id', '=', id)
      .where('status', 'in', ['asked', 'challenge', 'unknown'])
      .returningAll()
      .executeTakeFirst();
    const current = await currentRegistration(tx, registration.id);
    if (attempt?.status !== 'approved') return current;
    const { card_brand, card_last4, bank_reference } = attempt;
    return complete(context, tx, current, { card_brand, card_last4, bank_reference }, language);
  });
}

const inTime = (asked: Promise<BankOutcome>): Promise<BankOutcome> =>
  Promise.race([
    asked.catch((): BankOutcome => ({ kind: 'unknown' })),
    wait(BANK_TIMEOUT_MS, { kind: 'unknown' } as BankOutcome, { ref: false }),
  ]);
