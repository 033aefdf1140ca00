import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from './errors.ts';

/** How long a read waits for a write that it makes on the side. */
const WAIT_TIMEOUT_MS = 100;

/**
 * Waits for a write that a read makes on the side, such as the time of last use; if the database accepts no changes,
 * the read still succeeds.
 */
export async function sideWrite(write: Promise<unknown>): Promise<void> {
  const written = write.catch((error) => {
    if (!(error instanceof StoreUnavailable)) throw error;
  });
  await Promise.race([written, wait(WAIT_TIMEOUT_MS, undefined, { ref: false })]);
}
