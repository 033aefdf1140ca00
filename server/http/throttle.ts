import type { ExpressionBuilder } from 'kysely';
import { tokenHash } from '../platform/secrets.ts';
import type { Database, Store, Tx } from '../store/schema.ts';

/**
 * How often something may happen within a time window. `isShared`: it counts all visitors together, so a visitor whom
 * it rejects has done nothing wrong. `isReset`: a success deletes the count.
 */
export type Limit = { name: string; max: number; windowMs: number; isShared?: true; isReset?: true };

/** A counted attempt: its bucket and the window in which it counts. */
export type CountedAttempt = { bucket: string; window_ends_at: number };

/**
 * Counts one attempt. If the limit is used up, counts nothing and returns the seconds to wait. The counter is
 * incremented before any comparison, so that concurrent attempts cannot share one count. `subject` is stored as a digest.
 */
export async function takeAttempt(
  db: Store | Tx,
  limit: Limit,
  subject: string,
  now: number,
): Promise<CountedAttempt | number> {
  const bucket = bucketOf(limit, subject);
  const fresh = { bucket, count: 1, window_ends_at: now + limit.windowMs };
  const isOver = (row: ExpressionBuilder<Database, 'throttles'>) =>
    row.or([row('throttles.window_ends_at', '<=', now), row('throttles.window_ends_at', '>', latestEnd(limit, now))]);
  const counted = await db
    .insertInto('throttles')
    .values(fresh)
    .onConflict((conflict) =>
      conflict
        .column('bucket')
        .doUpdateSet((row) => ({
          count: row
            .case()
            .when(isOver(row))
            .then(1)
            .else(row('throttles.count', '+', 1))
            .end(),
          window_ends_at: row
            .case()
            .when(isOver(row))
            // A bare number would become part of the statement, which could then not be prepared once.
            .then(row.val(fresh.window_ends_at))
            .else(row.ref('throttles.window_ends_at'))
            .end(),
        }))
        .where((row) => row.or([isOver(row), row('throttles.count', '<', limit.max)])),
    )
    .returning('window_ends_at')
    .executeTakeFirst();
  if (counted) return { bucket, ...counted };
  return (await secondsToWait(db, limit, subject, now)) ?? 1;
}

/** The same for attempts that are never returned: null if it was counted. */
export async function countAttempt(db: Store | Tx, limit: Limit, subject: string, now: number): Promise<number | null> {
  const counted = await takeAttempt(db, limit, subject, now);
  return typeof counted === 'number' ? counted : null;
}

/** Returns one attempt to the window that counted it; a later window is not changed. */
export const returnAttempt = (db: Store | Tx, { bucket, window_ends_at }: CountedAttempt): Promise<void> =>
  countDown(db, bucket, window_ends_at);

/** Returns one attempt to the current window, for a success long after its attempt was counted. */
export const returnAttemptLate = (db: Store | Tx, limit: Limit, subject: string): Promise<void> =>
  countDown(db, bucketOf(limit, subject));

/** A counter at zero is deleted: attempts at addresses that nobody has must not leave a row for each. */
async function countDown(db: Store | Tx, bucket: string, window_ends_at?: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('throttles')
    .where('bucket', '=', bucket)
    .$if(window_ends_at !== undefined, (query) => query.where('window_ends_at', '=', window_ends_at ?? 0))
    .where('count', '<=', 1)
    .executeTakeFirst();
  if (numDeletedRows > 0n) return;
  await db
    .updateTable('throttles')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('bucket', '=', bucket)
    .$if(window_ends_at !== undefined, (query) => query.where('window_ends_at', '=', window_ends_at ?? 0))
    .where('count', '>', 0)
    .execute();
}

/** Seconds until the window ends if the limit is used up, otherwise null; counts nothing. */
export async function secondsToWait(
  db: Store | Tx,
  limit: Limit,
  subject: string,
  now: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('throttles')
    .select(['count', 'window_ends_at'])
    .where('bucket', '=', bucketOf(limit, subject))
    .executeTakeFirst();
  const isOpen = row !== undefined && row.window_ends_at > now && row.window_ends_at <= latestEnd(limit, now);
  return isOpen && row.count >= limit.max ? secondsUntil(row.window_ends_at, now) : null;
}

/** Deletes the count, after a successful attempt. */
export const deleteAttempts = async (db: Store | Tx, limit: Limit, subject: string): Promise<void> => {
  await db.deleteFrom('throttles').where('bucket', '=', bucketOf(limit, subject)).execute();
};

/**
 * A window that ends later than this was opened before the clock was set back, and is over. Two lengths of it, because
 * the clocks of several servers differ a little.
 */
const latestEnd = ({ windowMs }: Limit, now: number): number => now + 2 * windowMs;

/** Whole seconds, at least one, for Retry-After. */
export const secondsUntil = (time: number, now: number): number => Math.max(1, Math.ceil((time - now) / 1000));

const bucketOf = (limit: Limit, subject: string) => `${limit.name}:${tokenHash(subject)}`;
