import type { Card } from '../bank/port.ts';
import { reject } from '../http/errors.ts';
import type { ServerContext } from '../platform/context.ts';
import { newToken } from '../platform/secrets.ts';
import type { Store, Tx } from '../store/schema.ts';
import type { BankAttemptTable } from '../store/tables/registrations.ts';
import type { Registration } from './registration.ts';

const beingChecked = /*i18n*/ { id: 'Your card is already being checked.' };

/** Within this time a repeated submission counts as the same one. */
const REPEATED_WITHIN_MS = 10_000;

/** An attempt that is `asked` for longer than this was left behind by a killed process. */
const ABANDONED_AFTER_MS = 30_000;

/** What an attempt may be that the bank has not settled. */
export const unsettled = ['asked', 'challenge', 'unknown'] as const;

/** An attempt at the bank: its row, and its key at the bank. */
export type Attempt = { id: number; attempt: string };

/** Whether the bank has to say what has become of an attempt. */
export const isOpen = ({ status, created_at }: Pick<BankAttemptTable, 'status' | 'created_at'>, now: number): boolean =>
  status === 'challenge' || status === 'unknown' || (status === 'asked' && created_at + ABANDONED_AFTER_MS <= now);

/** Whether an attempt is about another card than the one that is submitted now. */
export const isOtherCard = (
  { card_brand, card_last4 }: Pick<BankAttemptTable, 'card_brand' | 'card_last4'>,
  card: Card | null,
): boolean => card !== null && (card_brand !== card.type || card_last4 !== card.number.slice(-4));

/** Records an attempt before the call to the bank; rejects while another is pending. No card: the bank's page takes it. */
export async function beginAttempt(
  { now }: ServerContext,
  tx: Tx,
  registration: Registration,
  card: Card | null,
): Promise<Attempt> {
  const open = await tx
    .selectFrom('bank_attempts')
    .select('id')
    .where('registration_id', '=', registration.id)
    .where('status', '=', 'asked')
    .where('created_at', '>', now() - ABANDONED_AFTER_MS)
    .executeTakeFirst();
  if (open) reject('stepRejected', { message: beingChecked, retryAfter: 2 });
  // A new card abandons the one before, whatever becomes of it.
  await tx
    .updateTable('bank_attempts')
    .set({ status: 'cancelled', url: null, settled_at: now() })
    .where('registration_id', '=', registration.id)
    .where('status', 'in', unsettled)
    .execute();
  const attempt = newToken();
  return tx
    .insertInto('bank_attempts')
    .values({
      registration_id: registration.id,
      attempt,
      status: 'asked',
      url: null,
      card_brand: card?.type ?? null,
      card_last4: card?.number.slice(-4) ?? null,
      bank_reference: null,
      expires_at: null,
      created_at: now(),
      settled_at: null,
    })
    .returning(['id', 'attempt'])
    .executeTakeFirstOrThrow();
}

/**
 * The page of the challenge that the same card has just opened, if this is the same submission again, sent without
 * waiting for the first response. It is then the response to both; later the same card is a new attempt.
 */
export async function challengeOfRepeated(
  { now }: ServerContext,
  tx: Tx,
  registration: Registration,
  card: Card,
): Promise<string | null> {
  const open = await tx
    .selectFrom('bank_attempts')
    .select('url')
    .where('registration_id', '=', registration.id)
    .where('status', '=', 'challenge')
    .where('card_brand', '=', card.type)
    .where('card_last4', '=', card.number.slice(-4))
    .where('created_at', '>', now() - REPEATED_WITHIN_MS)
    .executeTakeFirst();
  return open?.url ?? null;
}

/** The bank's page that waits for a card: it serves every further submission as well. */
export async function openCardPage({ now }: ServerContext, tx: Tx, registration: Registration): Promise<string | null> {
  const open = await tx
    .selectFrom('bank_attempts')
    .select('url')
    .where('registration_id', '=', registration.id)
    .where('status', '=', 'challenge')
    .where('card_brand', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return open?.url ?? null;
}

/**
 * Whether the bank has approved a card of this registration, which is not complete: the sign-up could not be completed
 * with it.
 */
export async function wasApproved(db: Store | Tx, registrationId: number): Promise<boolean> {
  const approved = await db
    .selectFrom('bank_attempts')
    .select('id')
    .where('registration_id', '=', registrationId)
    .where('bank_reference', 'is not', null)
    .executeTakeFirst();
  return approved !== undefined;
}

/** An earlier approval does not count for a changed address. */
export async function clearApproval(tx: Tx, registrationId: number): Promise<void> {
  await tx
    .updateTable('bank_attempts')
    .set({ bank_reference: null })
    .where('registration_id', '=', registrationId)
    .execute();
}
