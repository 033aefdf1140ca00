import { setTimeout as wait } from 'node:timers/promises';
import { Pace, type Rate } from '../http/pace.ts';
import type { Bank } from './port.ts';

/** A visitor reloads the page of an open check a few times; each reload asks the bank. */
const defaults: Rate = { perSecond: 1, burst: 20, maxWaitMs: 5_000 };

/**
 * A bank that is asked about one attempt so often and no oftener: a client that reads its sign-up again and again would
 * use up what a bank allows for all. Beyond that the outcome is unknown for now.
 */
export function pacedBank(bank: Bank, rate = defaults): Bank {
  const pace = new Pace(rate);
  return {
    ...bank,
    async settle(attempt) {
      const turn = pace.take(attempt, performance.now());
      if (turn === null) return { kind: 'unknown' };
      await wait(turn);
      return bank.settle(attempt);
    },
  };
}
