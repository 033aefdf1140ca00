import { StoreUnavailable } from '../errors.ts';

/** A mutex: one caller at a time has the writing connection. */
export class WriteQueue {
  #isTaken = false;
  readonly #waiting = new Set<() => void>();

  /** Whether a caller has the connection. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Waits for the turn; rejects after the deadline (milliseconds since 1970). */
  async enter(deadline: number): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(turn);
        reject(new StoreUnavailable('too many changes are waiting'));
      }, deadline - Date.now());
      this.#waiting.add(turn);
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else {
      this.#isTaken = false;
    }
  }
}
