import { DateTime, Settings } from 'luxon';
import type { Language } from './constants.ts';
import { intlTag } from './locale.ts';

// Each format here names its language. Without a default, Luxon finds the browser's by making the first `Intl`
// format of the page, which takes a slow phone longer than all else that is done with dates.
Settings.defaultLocale = 'en';

/** A calendar date without time and zone: '2025-03-05'. */
export type IsoDate = string;

const day = (date: IsoDate): DateTime<true> => {
  const parsed = DateTime.fromISO(date, { zone: 'utc' });
  if (!parsed.isValid) throw new RangeError(`Not a date: ${date}`);
  return parsed;
};

/** One calendar month later; a day that the month does not have becomes its last day (31 Jan → 28 Feb). */
export const oneMonthAfter = (date: IsoDate): IsoDate => day(date).plus({ months: 1 }).toISODate();

/** The date this many days later; earlier if negative. */
export const daysAfter = (date: IsoDate, days: number): IsoDate => day(date).plus({ days }).toISODate();

/** The day of the month, from 1. */
export const dayOfMonth = (date: IsoDate): number => day(date).day;

/** The number of days of the date's month. */
export const daysInMonth = (date: IsoDate): number => day(date).daysInMonth;

/** The first day of the month that is this many months after the date's own. */
export const firstOfMonth = (date: IsoDate, monthsAhead: number): IsoDate =>
  day(date).startOf('month').plus({ months: monthsAhead }).toISODate();

/**
 * An instant (ISO) in a time zone: the date with the name of the month, and the time in the notation of the language.
 */
export const formatMoment = (instant: string, zone: string, language: Language): string =>
  dayInWords(DateTime.fromISO(instant, { zone }), language, ', t');

/** §9: 'd MMM yyyy' with the month names of the language: '5 Mar 2025'. */
export const formatTrialDate = (date: IsoDate, language: Language): string => dayInWords(day(date), language);

/**
 * German writes an ordinal, with a full stop after the day. Portuguese abbreviates a month beside a day as a number, so
 * its stand-alone name (LLL) is used.
 */
function dayInWords(date: DateTime, language: Language, rest = ''): string {
  const opts = { locale: intlTag(language) };
  const ordinal = language === 'de' ? 'd.' : 'd';
  const month = /\d/.test(date.toFormat('MMM', opts)) ? 'LLL' : 'MMM';
  return date.toFormat(`${ordinal} ${month} yyyy${rest}`, opts);
}
