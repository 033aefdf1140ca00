import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from './errors.ts';

/** A read waits no longer for what it notes in passing. */
const WAIT_TIMEOUT_MS = 100;

/** Waits for a note that a read makes, such as the time of a visit; a database that takes no changes fails no read. */
export async function inPassing(note: Promise<unknown>): Promise<void> {
  const noted = note.catch((error) => {
    if (!(error instanceof StoreUnavailable)) throw error;
  });
  await Promise.race([noted, wait(WAIT_TIMEOUT_MS, undefined, { ref: false })]);
}
