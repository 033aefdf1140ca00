import type { NonSharedBuffer } from 'node:buffer';
import { Turns } from '../platform/turns.ts';
import { compressed, compressedAgain, type Encoding, MIN_BYTES } from './compress.ts';
import { reject } from './errors.ts';
import { etagOf } from './etag.ts';

/** A response body that is the same for everyone. */
type Body = { etag: string; bytes: NonSharedBuffer; encoding: Encoding | null };

/** What is kept of a response: its ETag, and its bytes in each encoding that was requested. */
type Kept = { etag: string; bytes: Map<Encoding | null, NonSharedBuffer>; isSmallest: boolean };

/** What an entry takes besides its bytes: key, ETag, objects. */
const ENTRY_BYTES = 1_000;
/** How many responses may wait to be computed for one network; a page needs a few. */
const MAX_WAITING = 20;

/**
 * Keeps responses up to a total size, the most recently requested ones. One response is computed at a time, those of
 * each network in turn, and compressed fast; concurrent requests for it share the work. What is requested again is
 * compressed harder in the background, while there is time.
 */
export class ResponseCache {
  readonly #maxBytes: number;
  readonly #hasTime: () => boolean;
  /** In the order of their last request. */
  readonly #kept = new Map<string, Kept>();
  readonly #making = new Map<string, Promise<Body>>();
  /** One at a time, however many are requested: the rest of the server goes on. */
  readonly #turns = new Turns(1);
  #size = 0;
  #isShrinking = false;

  constructor(maxBytes: number, hasTime = () => true) {
    this.#maxBytes = maxBytes;
    this.#hasTime = hasTime;
  }

  /** The total size of what is kept. */
  get size(): number {
    return this.#size;
  }

  /** The ETag of a response that is kept. */
  etagOf(key: string): string | undefined {
    return this.#use(key)?.etag;
  }

  /**
   * A response from what is kept, otherwise by `make`, in the turn of the network; `pace` may delay or refuse the work
   * before it queues for it.
   */
  async body(
    key: string,
    encoding: Encoding | null,
    make: () => Promise<string>,
    { network = '', pace = async (): Promise<void> => {} } = {},
  ): Promise<Body> {
    const kept = this.#use(key);
    const bytes = kept?.bytes.get(encoding);
    if (kept && bytes) {
      if (encoding === 'br') void this.#shrink(key, kept, bytes);
      return { etag: kept.etag, bytes, encoding };
    }
    const name = `${encoding} ${key}`;
    const making =
      this.#making.get(name) ?? pace().then(() => this.#inTurn(network, () => this.#make(key, encoding, make)));
    this.#making.set(name, making);
    return making.finally(() => this.#making.delete(name));
  }

  #inTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#turns.waiting(network) >= MAX_WAITING) reject('unavailable', { retryAfter: 5 });
    return this.#turns.run(work, network);
  }

  async #make(key: string, encoding: Encoding | null, make: () => Promise<string>): Promise<Body> {
    const whole = Buffer.from(await make());
    const etag = etagOf(whole);
    // A small response takes less to compute than to keep.
    if (whole.length < MIN_BYTES) return { etag, bytes: whole, encoding: null };
    const bytes = encoding ? await compressed(whole, encoding) : whole;
    this.#keep(key, etag, encoding, bytes);
    return { etag, bytes, encoding };
  }

  /** One response at a time; the others have their turn when they are requested once more. */
  async #shrink(key: string, kept: Kept, bytes: NonSharedBuffer): Promise<void> {
    if (kept.isSmallest || this.#isShrinking || !this.#hasTime()) return;
    this.#isShrinking = true;
    try {
      const smaller = await compressedAgain(bytes);
      kept.isSmallest = true;
      if (this.#kept.get(key) !== kept) return;
      kept.bytes.set('br', smaller);
      this.#size -= bytes.length - smaller.length;
    } finally {
      this.#isShrinking = false;
    }
  }

  #use(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  #keep(key: string, etag: string, encoding: Encoding | null, bytes: NonSharedBuffer): void {
    const before = this.#kept.get(key);
    const kept = before ?? { etag, bytes: new Map(), isSmallest: false };
    kept.bytes.set(encoding, bytes);
    this.#kept.set(key, kept);
    this.#size += bytes.length + (before ? 0 : ENTRY_BYTES);
    for (const [oldest, { bytes: dropped }] of this.#kept) {
      if (this.#size <= this.#maxBytes) return;
      this.#kept.delete(oldest);
      this.#size -= [...dropped.values()].reduce((sum, { length }) => sum + length, ENTRY_BYTES);
    }
  }
}
