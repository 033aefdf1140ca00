import { MAX_WAIT_SECONDS } from '#domain/constants.ts';

/*
 * §4: when the wait for another code ends, in ms since the epoch. It is compared with the visitor's clock, which may be
 * wrong: so no wait is longer than the cool-down, or than a minute if the cool-down is shorter.
 */

/** The visitor's clock, ms since the epoch, and the cool-down after a code. */
export type Clock = { now: number; coolDownSeconds: number };

/** The end of a wait, limited to the longest wait from now. */
export const limitedEnd = (end: number, { now, coolDownSeconds }: Clock): number =>
  Math.min(end, now + Math.max(coolDownSeconds, MAX_WAIT_SECONDS) * 1000);

/** After another code was sent: at the server's time, or else after the cool-down. */
export const endAfterCode = (resendAt: string | undefined, clock: Clock): number =>
  limitedEnd(Date.parse(resendAt ?? '') || clock.now + clock.coolDownSeconds * 1000, clock);

/** Where the server requires this many seconds of waiting. */
export const endAfter = (seconds: number, clock: Clock): number => limitedEnd(clock.now + seconds * 1000, clock);
