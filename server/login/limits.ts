import type { Context } from '../context.ts';
import { refuse } from '../refusal.ts';
import { countAttempt, type Limit } from '../throttle.ts';
import { LOOPBACK, type Visit } from '../visit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often what may be tried; every wait ends by itself, nobody is locked out for good. */
export const limits = {
  /** A1: wrong passwords for one address; a remembered device counts apart (A2). */
  passwords: { name: 'passwords', most: 10, windowMs: 15 * MINUTE_MS },
  /** B3: wrong codes for one user, over all logins. */
  codes: { name: 'codes', most: 20, windowMs: 24 * HOUR_MS },
  /** B3: the pause that follows; counted once, it is used up. */
  codePause: { name: 'code-pause', most: 1, windowMs: HOUR_MS },
  /** Invitations of one customer, each of which is a mail to somebody else. */
  invitations: { name: 'invitations', most: 50, windowMs: 24 * HOUR_MS },
  /** A1: logins from one network. */
  networkLogins: { name: 'network-logins', most: 100, windowMs: 15 * MINUTE_MS },
  /** C3: mailed links tried from one network. */
  networkLinks: { name: 'network-links', most: 100, windowMs: 15 * MINUTE_MS },
  /** E5: mails asked for from one network. */
  networkMails: { name: 'network-mails', most: 100, windowMs: 15 * MINUTE_MS },
  /** Events measured from one network. */
  networkEvents: { name: 'network-events', most: 1000, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;

/** Counts one attempt; refuses with the time to wait when it was one too many. */
export async function countOrRefuse({ db, now }: Context, limit: Limit, who: string): Promise<void> {
  const wait = await countAttempt(db, limit, who, now());
  if (wait !== null) refuse('tooManyTries', { retryAfter: wait });
}

/** The same for where the visitor comes from; this machine itself counts only where LIMITS_NETWORK says so. */
export async function countNetwork(context: Context, limit: Limit, { network }: Visit): Promise<void> {
  if (network === LOOPBACK && !context.config.limitsNetwork) return;
  await countOrRefuse(context, limit, network);
}
