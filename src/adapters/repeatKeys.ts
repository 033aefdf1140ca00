/**
 * Keys that make a repeat safe: the same question to the same address keeps its key until an answer arrives, so that
 * pressing a button again after a lost answer never does a thing twice.
 *
 * Once something else has been done at the address, what was asked there before is old: asking it again is a new wish
 * (two users, then three, then two again), and the kept answer of the first time would be a lie.
 */
export class RepeatKeys {
  readonly #open = new Map<string, Map<string, string>>();
  readonly #newKey: () => string;

  constructor(newKey = (): string => crypto.randomUUID()) {
    this.#newKey = newKey;
  }

  /** The key of a question; `asked` tells it from others at its address, by method and digest of the body. */
  of(address: string, asked: string): string {
    const here = this.#open.get(address) ?? new Map<string, string>();
    const key = here.get(asked) ?? this.#newKey();
    this.#open.set(address, here.set(asked, key));
    return key;
  }

  /** It was refused: nothing was done, and asking again is a new attempt. */
  refused(address: string, asked: string): void {
    this.#open.get(address)?.delete(asked);
  }

  /** It was done. */
  done(address: string): void {
    this.#open.delete(address);
  }

  /** Questions whose outcome is not known, each as address and what was asked. */
  get open(): string[] {
    return [...this.#open].flatMap(([address, here]) => [...here.keys()].map((asked) => `${address} ${asked}`));
  }
}
