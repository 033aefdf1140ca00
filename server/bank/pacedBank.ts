import { setTimeout as wait } from 'node:timers/promises';
import { Pace, type Rate } from '../http/pace.ts';
import type { Bank } from './port.ts';

/** A visitor reloads the page of an open check a few times; each reload is a request to the bank. */
const defaults: Rate = { perSecond: 1, burst: 20, maxWaitMs: 5_000 };

/** Waits for the next turn of an attempt; answers false, at once, where it is too far off. */
export function bankTurns(rate = defaults): (attempt: string) => Promise<boolean> {
  const pace = new Pace(rate);
  return async (attempt) => {
    const turn = pace.take(attempt, performance.now());
    if (turn === null) return false;
    await wait(turn);
    return true;
  };
}

/**
 * Limits the rate of requests about one attempt: a client that reads its sign-up again and again would use up the limit
 * that the bank sets for all of them. Beyond it the outcome is unknown for now.
 */
export function pacedBank(bank: Bank, rate = defaults): Bank {
  const hasTurn = bankTurns(rate);
  return {
    ...bank,
    settle: async (attempt) => ((await hasTurn(attempt)) ? bank.settle(attempt) : { kind: 'unknown' }),
  };
}
