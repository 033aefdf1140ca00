import type { IsoDate } from './calendar.ts';

/*
 * Dates in a time zone. Every page needs them at its start, so they use what the browser has; calendar.ts, with Luxon,
 * is loaded with the screens that reckon with dates.
 */

export function isTimeZone(zone: string): boolean {
  try {
    return zone !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** A time zone as named by a browser or a caller; UTC if it does not exist. */
export const knownTimeZone = (zone: string | null | undefined): string => (zone && isTimeZone(zone) ? zone : 'UTC');

/** The date of an instant (milliseconds since 1970) in a time zone; an unknown zone is a RangeError. */
export function todayIn(zone: string, instantMs: number): IsoDate {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(instantMs).map(({ type, value }) => [type, value]));
  return `${parts['year']}-${parts['month']}-${parts['day']}`;
}
