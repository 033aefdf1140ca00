import { DateTime, IANAZone } from 'luxon';
import type { Language } from './constants.ts';
import { intlTag } from './locale.ts';

/** A day without time or place: '2025-03-05'. */
export type IsoDate = string;

const day = (date: IsoDate): DateTime<true> => {
  const parsed = DateTime.fromISO(date, { zone: 'utc' });
  if (!parsed.isValid) throw new RangeError(`Not a date: ${date}`);
  return parsed;
};

export const isTimeZone = (zone: string): boolean => IANAZone.isValidZone(zone);

/** A time zone as a browser or a caller names it; UTC where it names none that exists. */
export const knownTimeZone = (zone: string | null | undefined): string => (zone && isTimeZone(zone) ? zone : 'UTC');

/** The date of an instant (milliseconds since 1970) in a time zone; an unknown zone is a RangeError. */
export function todayIn(zone: string, instantMs: number): IsoDate {
  const local = DateTime.fromMillis(instantMs, { zone });
  if (!local.isValid) throw new RangeError(`Not a time zone or an instant: ${zone}`);
  return local.toISODate();
}

/** One calendar month later; a day that the month lacks becomes its last one (31 Jan → 28 Feb). */
export const oneMonthAfter = (date: IsoDate): IsoDate => day(date).plus({ months: 1 }).toISODate();

export const daysAfter = (date: IsoDate, days: number): IsoDate => day(date).plus({ days }).toISODate();

export const dayOfMonth = (date: IsoDate): number => day(date).day;

export const daysInMonth = (date: IsoDate): number => day(date).daysInMonth;

/** The first day of the month that is so many months after the date's own. */
export const firstOfMonth = (date: IsoDate, monthsAhead: number): IsoDate =>
  day(date).startOf('month').plus({ months: monthsAhead }).toISODate();

/** A moment (an ISO instant) where somebody is: the day with the month in words, and the minute as the language does. */
export const formatMoment = (instant: string, zone: string, language: Language): string =>
  dayInWords(DateTime.fromISO(instant, { zone }), language, ', t');

/** §9: 'd MMM yyyy' with the month names of the language: '5 Mar 2025'. */
export const formatTrialDate = (date: IsoDate, language: Language): string => dayInWords(day(date), language);

/**
 * German writes an ordinal, with a full stop after the day. Portugal writes a short month beside a day as a number: there
 * its name is the one that stands alone (LLL).
 */
function dayInWords(date: DateTime, language: Language, rest = ''): string {
  const opts = { locale: intlTag(language) };
  const ordinal = language === 'de' ? 'd.' : 'd';
  const month = /\d/.test(date.toFormat('MMM', opts)) ? 'LLL' : 'MMM';
  return date.toFormat(`${ordinal} ${month} yyyy${rest}`, opts);
}
