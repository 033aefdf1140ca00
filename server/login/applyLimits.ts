import { type ErrorName, errorCodes } from '#contract/errors.ts';
import { ApiError, asApiError, reject } from '../http/errors.ts';
import { LOOPBACK, type RequestContext, siteOf } from '../http/requestContext.ts';
import {
  type CountedAttempt,
  countAttempt,
  deleteAttempts,
  type Limit,
  returnAttempt,
  returnAttemptLate,
  secondsToWait,
  takeAttempt,
} from '../http/throttle.ts';
import type { ServerContext } from '../platform/context.ts';
import { logError } from '../platform/log.ts';
import type { Tx } from '../store/schema.ts';
import { limits } from './limits.ts';

/* How acts and guesses are counted against limits: before they are done, and returned if they should not count. */

/** A limit, and the key that it counts. */
export type CountedBy = { limit: Limit; subject: string };

/** Who has one IPv6 network often has 65,536 of them: together they may do this many times what one may. */
const SITE_FACTOR = 5;

/** The visitor's network, and the IPv6 site that it is in; this machine counts only if LIMITS_NETWORK is set. */
export const byNetwork = (context: ServerContext, limit: Limit, { network }: RequestContext): CountedBy[] => {
  if (!isCounted(context, network)) return [];
  const site = siteOf(network);
  const ofSite = { ...limit, name: `${limit.name}-site`, max: limit.max * SITE_FACTOR };
  return [{ limit, subject: network }, ...(site === network ? [] : [{ limit: ofSite, subject: site }])];
};

/** One address or person within one site, so that one visitor cannot use up the attempts of another. */
export const byNetworkAnd = (
  context: ServerContext,
  limit: Limit,
  { network }: RequestContext,
  subject: string,
): CountedBy[] => (isCounted(context, network) ? [{ limit, subject: `${siteOf(network)} ${subject}` }] : []);

const isCounted = ({ config }: ServerContext, network: string): boolean => network !== LOOPBACK || config.limitsNetwork;

/** A sign-up that mails an address of which nobody has proved anything yet. */
export const signUpCounts = (context: ServerContext, requestContext: RequestContext): CountedBy[] => {
  const fromNetwork = byNetwork(context, limits.networkRegistrations, requestContext);
  return fromNetwork.length > 0 ? [...fromNetwork, { limit: limits.allRegistrations, subject: 'all' }] : [];
};

/** Counts what has no success, such as measured events, one after another; rejects with the time to wait. */
export async function countOrReject({ db, now }: ServerContext, counts: readonly CountedBy[]): Promise<void> {
  for (const { limit, subject } of counts) {
    const wait = await countAttempt(db, limit, subject, now());
    if (wait !== null) reject('tooManyAttempts', { retryAfter: wait, limit: limit.name });
  }
}

/**
 * Counts an attempt against each limit; if one rejects it, it counts against none. All are counted at once, so that
 * they wait for the disk together. They are read before, because a rejected attempt should change nothing.
 */
export async function takeAll({ db, now }: ServerContext, counts: readonly CountedBy[]): Promise<CountedAttempt[]> {
  const waits = await Promise.all(counts.map(({ limit, subject }) => secondsToWait(db, limit, subject, now())));
  rejectUsedUp(counts, waits);
  const attempts = await Promise.all(counts.map(({ limit, subject }) => takeAttempt(db, limit, subject, now())));
  const taken = attempts.filter((attempt) => typeof attempt !== 'number');
  if (taken.length < attempts.length) await returnAttempts(db, taken);
  rejectUsedUp(counts, attempts);
  return taken;
}

/** Rejects by the first limit that says how long to wait. */
function rejectUsedUp(counts: readonly CountedBy[], waits: readonly (number | null | CountedAttempt)[]): void {
  for (const [index, { limit }] of counts.entries()) {
    const retryAfter = waits[index];
    if (typeof retryAfter === 'number')
      reject(limit.isShared ? 'unavailable' : 'tooManyAttempts', { retryAfter, limit: limit.name });
  }
}

/** Takes counted attempts back. */
export async function returnAttempts(db: ServerContext['db'], taken: readonly CountedAttempt[]): Promise<void> {
  await Promise.all(taken.map((attempt) => returnAttempt(db, attempt)));
}

/**
 * Counts an act before it is done. The counts are returned where the act was not tried: an overloaded server, a database
 * that takes no changes, another limit.
 */
export async function counted<T>(
  context: ServerContext,
  counts: readonly CountedBy[],
  act: (taken: readonly CountedAttempt[]) => Promise<T>,
): Promise<T> {
  const taken = await takeAll(context, counts);
  try {
    return await act(taken);
  } catch (error) {
    const status = asApiError(error)?.status ?? 500;
    if (status === errorCodes.tooManyAttempts.status || status >= 500) await returnAttempts(context.db, taken);
    throw error;
  }
}

/**
 * A change of an account that is confirmed by mail. In plan-first the address of an account may be a stranger's until it
 * is confirmed, so its mailbox could be filled by such changes.
 */
export const confirmedByMail = <T>(
  context: ServerContext,
  { userId }: { userId: number },
  change: () => Promise<T>,
): Promise<T> => counted(context, [{ limit: limits.confirmedChanges, subject: String(userId) }], change);

/** The errors of a wrong password, code or link. */
const wrongGuesses: readonly ErrorName[] = ['wrongCredentials', 'codeWrong', 'tokenInvalid'];

/**
 * Counts an attempt to guess a secret before the check, and keeps the count only if the guess was wrong. The account's
 * limit comes first, so that repeated guesses at one account do not use up the limit of everyone who shares the
 * network.
 */
export const countWrong = <T>(
  context: ServerContext,
  counts: readonly CountedBy[],
  guess: () => Promise<T>,
): Promise<T> => countGuess(context, counts, guess, async (guessed) => guessed);

/** The same for a guess that is followed by an act: both changes of the database wait for the disk together. */
export async function countGuess<Guessed, T>(
  context: ServerContext,
  counts: readonly CountedBy[],
  guess: () => Promise<Guessed>,
  act: (guessed: Guessed) => Promise<T>,
): Promise<T> {
  const taken = await takeAll(context, counts);
  const guessed = await guess().catch(async (error: unknown) => {
    const isWrong = error instanceof ApiError && error.problems.some(({ name }) => wrongGuesses.includes(name));
    if (!isWrong) await returnAttempts(context.db, taken);
    throw error;
  });
  // If it fails, only the count stays.
  const forgiven = forgive(context, counts, taken).catch((error) => logError('an attempt stays counted', error));
  try {
    return await act(guessed);
  } finally {
    await forgiven;
  }
}

/** After a right guess: the attempt does not count, and limits that a success resets start again. */
async function forgive(
  { db }: ServerContext,
  counts: readonly CountedBy[],
  taken: readonly CountedAttempt[],
): Promise<void> {
  const reset = counts.filter(({ limit }) => limit.isReset);
  await Promise.all([
    returnAttempts(db, taken),
    ...reset.map(({ limit, subject }) => deleteAttempts(db, limit, subject)),
  ]);
}

/** Returns what was counted for a success that comes much later, as with a requested mail. */
export async function returnAttemptsLate(tx: Tx, counts: readonly CountedBy[]): Promise<void> {
  for (const { limit, subject } of counts) await returnAttemptLate(tx, limit, subject);
}
