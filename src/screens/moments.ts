import { localeTag } from '#domain/locale.ts';
import { usePage } from './page.ts';

/** How a moment is written on this page: day and minute, in the language of the page and the visitor's time zone. */
export function useMoments() {
  const format = new Intl.DateTimeFormat(localeTag(usePage().language), { dateStyle: 'medium', timeStyle: 'short' });
  return { moment: (instant: string) => format.format(new Date(instant)) };
}
