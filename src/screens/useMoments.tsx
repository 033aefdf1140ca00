import { formatMoment } from '#domain/calendar.ts';
import { ownTimeZone } from '#domain/timeZone.ts';
import { Unbroken } from '#ui/Unbroken.tsx';
import { usePage } from './page.ts';

/** How a moment is written on this page: day and minute, in the language of the page and the visitor's time zone. */
export function useMoments() {
  const { language } = usePage();
  const timeZone = ownTimeZone();
  return { moment: (instant: string) => <Unbroken text={formatMoment(instant, timeZone, language)} /> };
}
