import type { TwoFactorCookie } from '#contract/browser.ts';
import type { Challenge } from '#contract/session.ts';
import { type Clock, endAfter, endAfterCode, limitedEnd } from './resendWait.ts';

/* §4: the open two-factor challenge, as stored in the browser, with the end of the wait for another code. */

/** The challenge from the login with this address. */
export const openChallenge = (
  { nonce, resend_at }: Challenge,
  { email, remember_me }: { email: string; remember_me: boolean },
): TwoFactorCookie => ({ nonce, email, remember_me, ...(resend_at && { resend_at }) });

/** After a resend: the new nonce replaces the old one, and the cool-down starts. */
export const renewChallenge = (
  challenge: TwoFactorCookie,
  { nonce, resend_at }: { nonce: string; resend_at?: string | undefined },
  clock: Clock,
): TwoFactorCookie => ({ ...waitingUntil(challenge, endAfterCode(resend_at, clock)), nonce });

/** The server requires this many seconds of waiting before the next resend. */
export const delayChallenge = (challenge: TwoFactorCookie, seconds: number, clock: Clock): TwoFactorCookie =>
  waitingUntil(challenge, endAfter(seconds, clock));

/** The same challenge, with its wait limited by the visitor's clock. */
export function limitWait(challenge: TwoFactorCookie, clock: Clock): TwoFactorCookie {
  const end = limitedEnd(resendTime(challenge), clock);
  return end < resendTime(challenge) ? waitingUntil(challenge, end) : challenge;
}

/** When a new code can be requested, ms since the epoch; 0 if at once. */
export const resendTime = ({ resend_at }: TwoFactorCookie): number => Date.parse(resend_at ?? '') || 0;

const waitingUntil = (challenge: TwoFactorCookie, end: number): TwoFactorCookie => ({
  ...challenge,
  resend_at: new Date(end).toISOString(),
});
