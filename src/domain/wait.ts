/** A wait as a person would say it. */
export type Wait = { unit: 'seconds' | 'minutes' | 'hours'; count: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Whether a text names this wait by itself, as in 'Slow down for 30 seconds.' */
export const saysWait = (text: string, seconds: number): boolean =>
  new RegExp(`(?<!\\d)(?:${seconds}|${waitOf(seconds).count})(?!\\d)`).test(text);

/** Seconds to wait, at least one, rounded up: in whole minutes from two minutes on, in whole hours from two hours on. */
export function waitOf(seconds: number): Wait {
  if (seconds < 2 * MINUTE) return { unit: 'seconds', count: Math.max(1, Math.ceil(seconds)) };
  if (seconds < 2 * HOUR) return { unit: 'minutes', count: Math.ceil(seconds / MINUTE) };
  return { unit: 'hours', count: Math.ceil(seconds / HOUR) };
}
