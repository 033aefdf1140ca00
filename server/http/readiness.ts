import { setTimeout as wait } from 'node:timers/promises';
import type { ServerContext } from '../platform/context.ts';
import { StoreUnavailable } from '../store/errors.ts';
import { Pace } from './pace.ts';

/** The check responds within this time, with the last known state if need be. */
const ANSWER_WITHIN_MS = 100;
/** A check that takes longer than this counts as failed until it ends. */
const SLOW_MS = 1_000;
/** Limit of test writes. A check beyond it gets the last known state, since anyone can send checks. */
const probes = { perSecond: 10, burst: 10, maxWaitMs: 0 };
/** Space for a few pages, as a sign-up needs it. */
const PROBE = '0'.repeat(8192);

/**
 * Checks by a test write, and by reading it, whether the database accepts changes. Resolves to null or the reason; never
 * waits for a hanging database, and runs one check at a time. While the test write waits for another process's lock,
 * that is the reason.
 */
export function watchReadiness({ db, whyWaiting }: Pick<ServerContext, 'db' | 'whyWaiting'>) {
  let reason: string | null = null;
  let probing: Promise<void> | null = null;
  let probedAt = 0;
  const pace = new Pace(probes);

  const probe = async () => {
    try {
      const row = { name: 'readiness probe', value: PROBE };
      await db
        .insertInto('facts')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
      await db.selectFrom('facts').select('name').where('name', '=', row.name).executeTakeFirstOrThrow();
      reason = null;
    } catch (error) {
      reason = error instanceof StoreUnavailable ? error.reason : 'it does not answer';
    }
    probing = null;
  };

  return async (): Promise<string | null> => {
    if (probing === null && pace.take('', performance.now()) !== null) {
      probedAt = performance.now();
      probing = probe();
    }
    await Promise.race([probing, wait(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    if (probing === null) return reason;
    const isSlow = performance.now() - probedAt > SLOW_MS;
    return whyWaiting() ?? reason ?? (isSlow ? 'it takes too long to answer' : null);
  };
}
