import { reject } from './errors.ts';

/**
 * Runs one task at a time, in round-robin order of the parties that have submitted them: a party with many tasks waits
 * for its own, every other party for one of them at most.
 */
export class Turns {
  readonly #maxWaiting: number;
  /** The first has the next turn. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTaken = false;

  /** `maxWaiting`: tasks of one party that may wait; further ones are rejected with 503. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** Runs a task in the turn of its party. */
  async take<Result>(party: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isTaken) await this.#turnOf(party);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  #turnOf(party: string): Promise<void> {
    const own = this.#waiting.get(party) ?? [];
    if (own.length >= this.#maxWaiting) reject('unavailable', { retryAfter: 5 });
    this.#waiting.set(party, own);
    return new Promise((resolve) => own.push(resolve));
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#isTaken = false;
      return;
    }
    const [party, own] = next;
    this.#waiting.delete(party);
    own.shift()?.();
    // Behind all others.
    if (own.length > 0) this.#waiting.set(party, own);
  }
}
