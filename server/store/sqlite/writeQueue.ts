import { StoreUnavailable } from '../errors.ts';

/** One after another: who enters has the database's writing side until it leaves. */
export class WriteQueue {
  #isTaken = false;
  readonly #waiting = new Set<() => void>();

  /** Waits for the turn; rejects when it has not come by the deadline (milliseconds since 1970). */
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
