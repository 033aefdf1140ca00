/** A wait in the unit that a person would use. */
export type Wait = { unit: 'seconds' | 'minutes' | 'hours'; count: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Whether a text already states this wait, as in 'Slow down for 30 seconds.' */
export const statesWait = (text: string, seconds: number): boolean =>
  new RegExp(`(?<!\\d)(?:${seconds}|${waitOf(seconds).count})(?!\\d)`).test(text);

/** Seconds to wait, at least one, rounded up: in minutes from two minutes on, in hours from two hours on. */
export function waitOf(seconds: number): Wait {
  if (seconds < 2 * MINUTE) return { unit: 'seconds', count: Math.max(1, Math.ceil(seconds)) };
  if (seconds < 2 * HOUR) return { unit: 'minutes', count: Math.ceil(seconds / MINUTE) };
  return { unit: 'hours', count: Math.ceil(seconds / HOUR) };
}
