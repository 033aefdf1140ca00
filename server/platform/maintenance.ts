import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LEASE_MS } from '../mail/due.ts';
import { REPLACED } from '../registration/owner.ts';
import type { Database, Store } from '../store/schema.ts';
import { skipLocked } from '../store/skipLocked.ts';
import type { ServerContext } from './context.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { logError } from './log.ts';

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

/** Rows that one statement deletes: so few that a call waits for it a few milliseconds at most. */
const BATCH = 500;
/** Pause between two batches, in which waiting calls have their turn. */
const PAUSE_MS = 5;

type Expiry = { table: keyof Database; key: string; isOver: (now: number) => RawBuilder<SqlBool> };

const passed =
  (column: string, keptMs = 0): Expiry['isOver'] =>
  (now) =>
    sql<SqlBool>`${sql.ref(column)} <= ${now - keptMs}`;

/** Everything that expires: registrations with their numbers, sessions, codes, tokens, counters, stored responses. */
const expiries: readonly Expiry[] = [
  { table: 'registrations', key: 'id', isOver: passed('expires_at') },
  { table: 'reservations', key: 'number', isOver: passed('expires_at') },
  { table: 'sessions', key: 'id', isOver: passed('expires_at') },
  { table: 'devices', key: 'id', isOver: passed('expires_at') },
  { table: 'login_challenges', key: 'id', isOver: passed('expires_at') },
  { table: 'tokens', key: 'id', isOver: passed('expires_at') },
  { table: 'idempotency', key: 'key_hash', isOver: passed('expires_at') },
  { table: 'throttles', key: 'bucket', isOver: passed('window_ends_at') },
  { table: 'invitations', key: 'id', isOver: passed('expires_at', 30 * DAY_MS) },
  { table: 'sso_flows', key: 'id', isOver: passed('expires_at', DAY_MS) },
  { table: 'test_bank', key: 'attempt', isOver: passed('expires_at', DAY_MS) },
  { table: 'events', key: 'id', isOver: passed('created_at', 400 * DAY_MS) },
  // Kind and recipient of a mail are kept for a month; its content is erased once it is sent.
  {
    table: 'outbox',
    key: 'id',
    isOver: (now) => sql<SqlBool>`created_at <= ${now - 30 * DAY_MS} and status != 'queued'`,
  },
  // Strangers request mails for addresses without an account.
  { table: 'outbox', key: 'id', isOver: (now) => sql<SqlBool>`created_at <= ${now - DAY_MS} and status = 'dropped'` },
  // People who have verified an address and never finished signing up; one whom the operator has disabled stays so.
  {
    table: 'users',
    key: 'id',
    isOver: (now) =>
      sql<SqlBool>`customer_id is null and created_at <= ${now - 30 * DAY_MS}
        and (disabled_at is null or email_key like ${`${REPLACED}%`})
        and not exists (select 1 from registrations where registrations.user_id = users.id)
        and not exists (select 1 from sessions where sessions.user_id = users.id)`,
  },
  // Identities at a provider with which nobody has finished signing up.
  {
    table: 'sso_identities',
    key: 'id',
    isOver: (now) =>
      sql<SqlBool>`user_id is null and created_at <= ${now - 30 * DAY_MS} and not exists (
        select 1 from registrations where registrations.sso_identity_id = sso_identities.id)`,
  },
];

/**
 * Deletes what has expired, in small batches with a pause after each: however much has gathered, calls are answered
 * meanwhile. Several servers can do this at once. Returns how many rows of each table.
 */
export async function purge(db: Store, now: number, signal?: AbortSignal): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const expiry of expiries) {
    for (let rows = BATCH; !signal?.aborted && rows === BATCH; ) {
      rows = await deleteBatch(db, expiry, now);
      if (rows > 0) deleted[expiry.table] = (deleted[expiry.table] ?? 0) + rows;
      if (rows === BATCH) await wait(PAUSE_MS);
    }
  }
  return deleted;
}

async function deleteBatch(db: Store, expiry: Expiry, now: number): Promise<number> {
  // The names are from the list above; the types stand for all of its tables.
  const table = expiry.table as 'sessions';
  const key = expiry.key as 'id';
  const batch = db.selectFrom(table).select(key).where(expiry.isOver(now)).limit(BATCH);
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where(key, 'in', skipLocked(db, batch, table))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Purges now and every hour, beside the calls; returns how to stop. */
export function purgeHourly({ db, now }: Pick<ServerContext, 'db' | 'now'>): () => Promise<void> {
  const stopping = new AbortController();
  let purging = Promise.resolve();
  const purgeOnce = () => {
    purging = purging
      .then(async () => void (await purge(db, now(), stopping.signal)))
      .catch((error) => logError('purge failed', error));
  };
  purgeOnce();
  const timer = setInterval(purgeOnce, HOUR_MS);
  return () => {
    clearInterval(timer);
    stopping.abort();
    return purging;
  };
}
