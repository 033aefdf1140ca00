import { setTimeout as wait } from 'node:timers/promises';
import type { ServerContext } from '../platform/context.ts';
import { StoreUnavailable } from '../store/errors.ts';

/** The check responds within this time, with the last known state if need be. */
const ANSWER_WITHIN_MS = 100;
/** Space for a few pages, as a sign-up needs it. */
const PROBE = '0'.repeat(8192);

/**
 * Checks by a test write whether the database accepts changes. Resolves to null or the reason; never waits for a
 * hanging database, and runs one check at a time. While the test write waits for another process's lock, that is the
 * reason.
 */
export function watchReadiness({ db, whyWaiting }: Pick<ServerContext, 'db' | 'whyWaiting'>) {
  let reason: string | null = null;
  let probing: Promise<void> | null = null;

  const probe = async () => {
    try {
      const row = { name: 'readiness probe', value: PROBE };
      await db
        .insertInto('facts')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
      reason = null;
    } catch (error) {
      reason = error instanceof StoreUnavailable ? error.reason : 'it does not answer';
    }
    probing = null;
  };

  return async (): Promise<string | null> => {
    probing ??= probe();
    await Promise.race([probing, wait(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    return probing === null ? reason : (whyWaiting() ?? reason);
  };
}
