import { setTimeout as wait } from 'node:timers/promises';
import type { ServerContext } from '../platform/context.ts';
import { StoreUnavailable } from '../store/errors.ts';

/** Whoever asks is answered within this time, with what is known by then. */
const ANSWER_WITHIN_MS = 100;
/** Room for a few pages, as a sign-up needs it. */
const PROBE = '0'.repeat(8192);

/**
 * Whether the database takes changes: it is asked to store one. Answers null, or why it does not; never waits for a
 * database that does not answer, and never asks twice at once.
 */
export function watchReadiness({ db }: Pick<ServerContext, 'db'>): () => Promise<string | null> {
  let reason: string | null = null;
  let asking: Promise<void> | null = null;

  const ask = async () => {
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
    asking = null;
  };

  return async () => {
    asking ??= ask();
    await Promise.race([asking, wait(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    return reason;
  };
}
