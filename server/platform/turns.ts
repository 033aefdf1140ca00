/**
 * A semaphore that is fair to the parties that wait: its places are given to them in round-robin order. A party that
 * needs many places waits for its own; every other party waits for one of those at most.
 */
export class Turns {
  readonly #places: number;
  #taken = 0;
  /** The first has the next turn. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(places: number) {
    this.#places = places;
  }

  /** How many places are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** How many wait: of one party, or of all. */
  waiting(party?: string): number {
    if (party !== undefined) return this.#waiting.get(party)?.size ?? 0;
    return [...this.#waiting.values()].reduce((total, { size }) => total + size, 0);
  }

  /** Waits for a place, which `leave` gives back; false if there was none in time (milliseconds). */
  async enter(party = '', timeoutMs?: number): Promise<boolean> {
    if (this.#taken < this.#places) {
      this.#taken += 1;
      return true;
    }
    const own = this.#waiting.get(party) ?? new Set();
    this.#waiting.set(party, own);
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const giveUp = () => {
        own.delete(begin);
        if (own.size === 0) this.#waiting.delete(party);
        resolve(false);
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
      own.add(begin);
    });
  }

  /** Gives a place back: to the first of the next party, which then is behind all others. */
  leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#taken -= 1;
      return;
    }
    const [party, own] = next;
    this.#waiting.delete(party);
    const [begin] = own;
    if (!begin) return;
    own.delete(begin);
    if (own.size > 0) this.#waiting.set(party, own);
    begin();
  }

  /** Does work in a place, which it gives back. */
  async run<Result>(work: () => Promise<Result>, party?: string): Promise<Result> {
    await this.enter(party);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }
}
