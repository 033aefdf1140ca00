import { LEASE_MS } from '../mail/due.ts';
import type { Store } from '../store/schema.ts';
import { DAY_MS } from './durations.ts';

/** Kind and recipient of a sent mail are kept for a month; its content is erased at once. */
const MAILS_KEPT_MS = 30 * DAY_MS;

/**
 * Restores a consistent state after a killed process: idempotency keys without a response are free again, pending bank
 * attempts become unknown and are settled with the bank, and mails on their way become due. Only the one server of a
 * data folder may call this; where servers share a database, the leases of a killed one run out by themselves.
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

/**
 * Deletes everything that has expired: registrations with their numbers, sessions, codes, tokens, counters, stored
 * responses.
 */
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
