import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isBusy, reasonOf, translated } from './sqliteErrors.ts';

const RETRY_EVERY_MS = 10;

/** Waits for database locks of other processes without blocking the event loop. */
export class LockWait {
  readonly #dataDir: string;
  readonly #waiting = new Map<symbol, unknown>();

  constructor(path: string) {
    this.#dataDir = dirname(path);
  }

  /** Why statements are waiting now; null if none is. */
  get reason(): string | null {
    const [error] = this.#waiting.values();
    return reasonOf(error, this.#dataDir);
  }

  /** Retries while another process holds the lock, until the deadline (milliseconds since 1970). */
  async untilFree<Result>(work: () => Result, deadline: number): Promise<Result> {
    const turn = Symbol();
    try {
      for (;;) {
        try {
          return work();
        } catch (error) {
          if (!isBusy(error) || Date.now() >= deadline) throw translated(error, this.#dataDir);
          this.#waiting.set(turn, error);
        }
        await wait(RETRY_EVERY_MS);
      }
    } finally {
      this.#waiting.delete(turn);
    }
  }
}
