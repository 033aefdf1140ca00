import { tokenHash } from '../platform/secrets.ts';
import type { Store, Tx } from '../store/schema.ts';

/** How often something may happen in a window of time. */
export type Limit = { name: string; most: number; windowMs: number };

/** Seconds until the window ends, when the limit is used up; null when there is room. */
export type Wait = number | null;

/** An attempt that was counted: its bucket, and the window that counted it. */
export type CountedAttempt = { bucket: string; window_ends_at: number };

/**
 * Counts one attempt, unless the limit is used up: then it answers the seconds to wait and counts nothing. The counter
 * is raised before anything is compared, so that attempts side by side cannot share one count. `who` is kept as a
 * digest.
 */
export async function takeAttempt(
  db: Store | Tx,
  limit: Limit,
  who: string,
  now: number,
): Promise<CountedAttempt | number> {
  const bucket = bucketOf(limit, who);
  const fresh = { bucket, count: 1, window_ends_at: now + limit.windowMs };
  const counted = await db
    .insertInto('throttles')
    .values(fresh)
    .onConflict((conflict) =>
      conflict
        .column('bucket')
        .doUpdateSet((row) => ({
          count: row
            .case()
            .when('throttles.window_ends_at', '<=', now)
            .then(1)
            .else(row('throttles.count', '+', 1))
            .end(),
          window_ends_at: row
            .case()
            .when('throttles.window_ends_at', '<=', now)
            .then(fresh.window_ends_at)
            .else(row.ref('throttles.window_ends_at'))
            .end(),
        }))
        .where((row) => row.or([row('throttles.window_ends_at', '<=', now), row('throttles.count', '<', limit.most)])),
    )
    .returning('window_ends_at')
    .executeTakeFirst();
  if (counted) return { bucket, ...counted };
  return (await waitOf(db, limit, who, now)) ?? 1;
}

/** The same for attempts that nobody gives back: null when it was counted. */
export async function countAttempt(db: Store | Tx, limit: Limit, who: string, now: number): Promise<Wait> {
  const counted = await takeAttempt(db, limit, who, now);
  return typeof counted === 'number' ? counted : null;
}

/** Takes one attempt off the window that counted it; a window that has begun since keeps all of its own. */
export const giveBack = async (db: Store | Tx, { bucket, window_ends_at }: CountedAttempt): Promise<void> => {
  await db
    .updateTable('throttles')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('bucket', '=', bucket)
    .where('window_ends_at', '=', window_ends_at)
    .where('count', '>', 0)
    .execute();
};

/** Takes one attempt off the present window, for a success that comes long after what it took was counted. */
export const giveBackLate = async (db: Store | Tx, limit: Limit, who: string): Promise<void> => {
  await db
    .updateTable('throttles')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('bucket', '=', bucketOf(limit, who))
    .where('count', '>', 0)
    .execute();
};

/** Whether the limit is used up, without counting. */
export async function waitOf(db: Store | Tx, limit: Limit, who: string, now: number): Promise<Wait> {
  const row = await db
    .selectFrom('throttles')
    .select(['count', 'window_ends_at'])
    .where('bucket', '=', bucketOf(limit, who))
    .executeTakeFirst();
  return row && row.window_ends_at > now && row.count >= limit.most ? secondsUntil(row.window_ends_at, now) : null;
}

/** Forgets the attempts, after one that went well. */
export const forgetAttempts = async (db: Store | Tx, limit: Limit, who: string): Promise<void> => {
  await db.deleteFrom('throttles').where('bucket', '=', bucketOf(limit, who)).execute();
};

/** Whole seconds, at least one: what Retry-After says. */
export const secondsUntil = (time: number, now: number): number => Math.max(1, Math.ceil((time - now) / 1000));

const bucketOf = (limit: Limit, who: string) => `${limit.name}:${tokenHash(who)}`;
