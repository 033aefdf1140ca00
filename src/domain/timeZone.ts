import type { IsoDate } from './calendar.ts';

/*
 * Dates in a time zone. Every page needs them when it starts, so they use what the browser has; calendar.ts, with
 * Luxon, is loaded with the screens that calculate with dates. The date of the device is computed without Intl, whose
 * first format takes about 150 ms on a slow phone, during which typing shows nothing.
 */

/** Missing in Safari, and in browsers before 2026. */
const temporal = () => (globalThis as { Temporal?: { Now: { timeZoneId: () => string } } }).Temporal;

/** The time zone that the device is set to; UTC if it has none. */
export const ownTimeZone = (): string =>
  temporal()?.Now.timeZoneId() ?? knownTimeZone(new Intl.DateTimeFormat('en').resolvedOptions().timeZone);

/** The date of an instant (milliseconds since 1970) in the time zone of the device. */
export function ownDate(instantMs: number): IsoDate {
  const here = new Date(instantMs);
  return new Date(Date.UTC(here.getFullYear(), here.getMonth(), here.getDate())).toISOString().slice(0, 10);
}

/** Whether the zone is known here. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** A time zone as named by a browser or a caller; UTC if it does not exist. */
export const knownTimeZone = (zone: string | null | undefined): string => (zone && isTimeZone(zone) ? zone : 'UTC');

/** The date of an instant (milliseconds since 1970) in a time zone; an unknown zone is a RangeError. */
export function todayIn(zone: string, instantMs: number): IsoDate {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = Object.fromEntries(format.formatToParts(instantMs).map(({ type, value }) => [type, value]));
  return `${parts['year']}-${parts['month']}-${parts['day']}`;
}
