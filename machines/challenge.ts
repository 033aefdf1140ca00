import type { TwoFactorCookie } from '#contract/browser.ts';
import type { Challenge } from '#contract/session.ts';
import { MAX_WAIT_SECONDS } from '#domain/constants.ts';

/*
 * §4: the open two-factor challenge, as stored in the browser, and its cool-down as an absolute time. `now` is the
 * visitor's clock in ms since the epoch; it may be wrong, so no wait exceeds a minute by that clock.
 */

const MAX_WAIT = MAX_WAIT_SECONDS * 1000;

/** The challenge from the login with this address. */
export const openChallenge = (
  { nonce, resend_at }: Challenge,
  { email, remember_me }: { email: string; remember_me: boolean },
): TwoFactorCookie => ({ nonce, email, remember_me, ...(resend_at && { resend_at }) });

/** After a resend: the new nonce replaces the old one, and the cool-down starts. */
export const renewChallenge = (
  challenge: TwoFactorCookie,
  answer: { nonce: string; resend_at?: string | undefined },
  { now, coolDownSeconds }: { now: number; coolDownSeconds: number },
): TwoFactorCookie => ({
  ...challenge,
  nonce: answer.nonce,
  resend_at: answer.resend_at ?? new Date(now + coolDownSeconds * 1000).toISOString(),
});

/** The server requires this many seconds of waiting before the next resend. */
export const delayChallenge = (challenge: TwoFactorCookie, seconds: number, now: number): TwoFactorCookie => ({
  ...challenge,
  resend_at: new Date(now + Math.min(seconds * 1000, MAX_WAIT)).toISOString(),
});

/** The same challenge, with its wait limited to the maximum by the visitor's clock. */
export function limitWait(challenge: TwoFactorCookie, now: number): TwoFactorCookie {
  const latest = now + MAX_WAIT;
  return resendTime(challenge) > latest ? { ...challenge, resend_at: new Date(latest).toISOString() } : challenge;
}

/** When a new code can be requested, ms since the epoch; 0 if at once. */
export const resendTime = ({ resend_at }: TwoFactorCookie): number => Date.parse(resend_at ?? '') || 0;
