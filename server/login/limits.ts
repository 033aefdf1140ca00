import type { ErrorName } from '#contract/errors.ts';
import { ApiError, reject } from '../http/errors.ts';
import { LOOPBACK, type RequestContext } from '../http/requestContext.ts';
import {
  type CountedAttempt,
  countAttempt,
  giveBack,
  giveBackLate,
  type Limit,
  takeAttempt,
} from '../http/throttle.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often what may be tried; every wait ends by itself, nobody is locked out for good. */
export const limits = {
  /** Wrong passwords for one address; a remembered device counts apart. */
  passwords: { name: 'passwords', most: 10, windowMs: 15 * MINUTE_MS },
  /** Wrong codes for one user, over all logins. */
  codes: { name: 'codes', most: 20, windowMs: 24 * HOUR_MS },
  /** The pause that follows; counted once, it is used up. */
  codePause: { name: 'code-pause', most: 1, windowMs: HOUR_MS },
  /** Invitations of one customer, each of which is a mail to somebody else. */
  invitations: { name: 'invitations', most: 50, windowMs: 24 * HOUR_MS },
  /** Logins from one network. */
  networkLogins: { name: 'network-logins', most: 100, windowMs: 15 * MINUTE_MS },
  /** Single sign-ons that were begun from one network. */
  networkSso: { name: 'network-sso', most: 100, windowMs: 15 * MINUTE_MS },
  /** Mailed links tried from one network. */
  networkLinks: { name: 'network-links', most: 100, windowMs: 15 * MINUTE_MS },
  /** Mails asked for from one network. */
  networkMails: { name: 'network-mails', most: 100, windowMs: 15 * MINUTE_MS },
  /** Events measured from one network. */
  networkEvents: { name: 'network-events', most: 1000, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;

/** Counts one attempt; refuses with the time to wait when it was one too many. */
export async function countOrReject({ db, now }: ServerContext, limit: Limit, who: string): Promise<void> {
  const wait = await countAttempt(db, limit, who, now());
  if (wait !== null) reject('tooManyAttempts', { retryAfter: wait });
}

/** What an attempt is counted by: a limit, and whom it counts. */
export type CountedBy = { limit: Limit; who: string };

/** Where the visitor comes from; this machine itself counts only where LIMITS_NETWORK says so. */
export const byNetwork = ({ config }: ServerContext, limit: Limit, { network }: RequestContext): CountedBy[] =>
  network === LOOPBACK && !config.limitsNetwork ? [] : [{ limit, who: network }];

/** Counts what has no success, such as mails that are asked for. */
export async function countNetwork(
  context: ServerContext,
  limit: Limit,
  requestContext: RequestContext,
): Promise<void> {
  for (const { who } of byNetwork(context, limit, requestContext)) await countOrReject(context, limit, who);
}

/** Counts an attempt by each limit in turn, or refuses it and counts it by none. */
export async function takeAll({ db, now }: ServerContext, counts: readonly CountedBy[]): Promise<CountedAttempt[]> {
  const taken: CountedAttempt[] = [];
  for (const { limit, who } of counts) {
    const attempt = await takeAttempt(db, limit, who, now());
    if (typeof attempt === 'number') {
      await giveBackAll(db, taken);
      reject('tooManyAttempts', { retryAfter: attempt });
    }
    taken.push(attempt);
  }
  return taken;
}

export async function giveBackAll(db: ServerContext['db'], taken: readonly CountedAttempt[]): Promise<void> {
  for (const attempt of taken) await giveBack(db, attempt);
}

/** What somebody is told whose password, code or link was looked at and is none. */
const wrongGuesses: readonly ErrorName[] = ['wrongCredentials', 'codeWrong', 'tokenInvalid'];

/**
 * Counts an attempt to guess a secret before it is looked at, and keeps the count only if the guess was wrong: who is
 * right, or was not looked at, gives back what was taken. The account's limit comes first, so that somebody who goes
 * on guessing at one account does not use up the limit of everybody who shares the network.
 */
export async function countWrong<T>(
  context: ServerContext,
  counts: readonly CountedBy[],
  attempt: () => Promise<T>,
): Promise<T> {
  const taken = await takeAll(context, counts);
  try {
    const result = await attempt();
    await giveBackAll(context.db, taken);
    return result;
  } catch (error) {
    const isWrong = error instanceof ApiError && error.problems.some(({ name }) => wrongGuesses.includes(name));
    if (!isWrong) await giveBackAll(context.db, taken);
    throw error;
  }
}

/** Gives back what was counted by a network when its success came much later, as with a mail that was asked for. */
export async function giveBackNetwork(
  context: ServerContext,
  tx: Tx,
  limit: Limit,
  requestContext: RequestContext,
): Promise<void> {
  for (const { who } of byNetwork(context, limit, requestContext)) await giveBackLate(tx, limit, who);
}
