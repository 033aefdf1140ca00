/**
 * Keys that make a repeat safe: the same question to the same address keeps its key until an answer arrives, so that
 * pressing a button again after a lost answer never does a thing twice.
 *
 * Only the question asked last has a key there: once something else is asked at the address, asking the first again is
 * a new wish (two users, then three, then two again), and the kept answer of the first time would be a lie.
 */
export class IdempotencyKeys {
  readonly #open = new Map<string, { asked: string; key: string }>();
  readonly #newKey: () => string;

  constructor(newKey = (): string => crypto.randomUUID()) {
    this.#newKey = newKey;
  }

  /** The key of a question; `asked` tells it from others at its address, by method and digest of the body. */
  of(address: string, asked: string): string {
    const last = this.#open.get(address);
    const key = last?.asked === asked ? last.key : this.#newKey();
    this.#open.set(address, { asked, key });
    return key;
  }

  /** Its outcome is known: asking again is a new attempt. */
  answered(address: string): void {
    this.#open.delete(address);
  }

  /** Questions whose outcome is not known, each as address and what was asked. */
  get open(): string[] {
    return [...this.#open].map(([address, { asked }]) => `${address} ${asked}`);
  }
}
