import { hex } from './hex.ts';

/**
 * Idempotency keys: the same request to the same address keeps its key until an answer arrives, so that pressing a
 * button again after a lost answer never carries it out twice.
 * Only the latest request to an address keeps a key. After another request to the address, the first one counts as new
 * (two users, then three, then two again): replaying its stored answer would be wrong.
 */
export class IdempotencyKeys {
  readonly #open = new Map<string, { fingerprint: string; key: string }>();
  readonly #newKey: () => string;

  constructor(newKey = randomKey) {
    this.#newKey = newKey;
  }

  /** The key of a request; `fingerprint` distinguishes it from others to its address, by method and digest of the body. */
  of(address: string, fingerprint: string): string {
    const last = this.#open.get(address);
    const key = last?.fingerprint === fingerprint ? last.key : this.#newKey();
    this.#open.set(address, { fingerprint, key });
    return key;
  }

  /** The outcome is known: the next request is a new attempt. */
  answered(address: string): void {
    this.#open.delete(address);
  }

  /** Requests with an unknown outcome, each as its address and `fingerprint`. */
  get open(): string[] {
    return [...this.#open].map(([address, { fingerprint }]) => `${address} ${fingerprint}`);
  }
}

/** 128 random bits; `randomUUID` is there only for pages of https and of localhost. */
const randomKey = (): string => hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
