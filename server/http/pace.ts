import { tokenHash } from '../platform/secrets.ts';

/** How many turns a second a key gets, how many of them at once, and how long a turn may be waited for. */
export type Rate = { perSecond: number; burst: number; maxWaitMs: number };

/** Keys that are remembered; clients choose them. */
const MAX_KEYS = 10_000;

/** Spreads the turns of each key over time, in memory (the generic cell rate algorithm). */
export class Pace {
  readonly #rate: Rate;
  readonly #nextTurn = new Map<string, number>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Takes the key's next turn; the milliseconds to wait for it, or null if that is too long. */
  take(name: string, now: number): number | null {
    // The digest, because a slice of a long address or header would keep the whole string in memory.
    const key = tokenHash(name);
    const { perSecond, burst, maxWaitMs } = this.#rate;
    const spacing = 1000 / perSecond;
    const earliest = now - (burst - 1) * spacing;
    const turn = Math.max(this.#nextTurn.get(key) ?? earliest, earliest);
    if (turn - now > maxWaitMs) return null;
    // The keys are equally likely to come again, so removing all of them is as good as any other choice.
    if (this.#nextTurn.size >= MAX_KEYS) this.#nextTurn.clear();
    this.#nextTurn.set(key, turn + spacing);
    return Math.max(0, turn - now);
  }
}
