import { LEASE_MS } from '../mail/due.ts';
import type { Store } from '../store/schema.ts';

/** Books of the test bank and spent single sign-on flows are kept for a day after their end. */
const DAY_MS = 86_400_000;
/** What was sent, and to whom, can be looked up for a month; the words are gone at once. */
const MAILS_KEPT_MS = 30 * DAY_MS;

/**
 * After a killed process: keys whose answer never came are free again, attempts that were being asked are unknown, to
 * be settled with the bank, and mails that were on their way are due. Only the one server of a data folder may do this.
 */
export async function recover(db: Store, now: number): Promise<void> {
  await db.deleteFrom('idempotency').where('sealed', 'is', null).execute();
  await db.updateTable('bank_attempts').set({ status: 'unknown' }).where('status', '=', 'asked').execute();
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: now })
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', now + LEASE_MS)
    .execute();
}

/** Takes out whatever has run out: registrations with their numbers, sessions, codes, tokens, counters, kept answers. */
export async function purge(db: Store, now: number): Promise<void> {
  for (const table of [
    'registrations',
    'reservations',
    'sessions',
    'devices',
    'login_challenges',
    'tokens',
    'idempotency',
  ] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  }
  await db
    .deleteFrom('outbox')
    .where('status', '!=', 'queued')
    .where('created_at', '<=', now - MAILS_KEPT_MS)
    .execute();
  await db.deleteFrom('throttles').where('window_ends_at', '<=', now).execute();
  await db
    .deleteFrom('sso_flows')
    .where('expires_at', '<=', now - DAY_MS)
    .execute();
  await db
    .deleteFrom('test_bank')
    .where('expires_at', '<=', now - DAY_MS)
    .execute();
}
