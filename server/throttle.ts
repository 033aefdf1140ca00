import { tokenHash } from './secrets.ts';
import type { Store, Tx } from './store/schema.ts';

/** How often something may happen in a window of time. */
export type Limit = { name: string; most: number; windowMs: number };

/** Seconds until the window ends, when the limit is used up; null when there is room. */
export type Wait = number | null;

/**
 * Counts one attempt and says whether it was one too many. The counter is raised before anything is
 * compared, so that attempts side by side cannot share one count. `who` is kept as a digest.
 */
export async function countAttempt(db: Store | Tx, limit: Limit, who: string, now: number): Promise<Wait> {
  const bucket = bucketOf(limit, who);
  const fresh = { bucket, count: 1, window_ends_at: now + limit.windowMs };
  const { count, window_ends_at } = await db
    .insertInto('throttles')
    .values(fresh)
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet((row) => ({
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
      })),
    )
    .returning(['count', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  return count > limit.most ? secondsUntil(window_ends_at, now) : null;
}

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
