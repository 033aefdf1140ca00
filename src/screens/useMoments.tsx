import { formatMoment } from '#domain/calendar.ts';
import { knownTimeZone } from '#domain/timeZone.ts';
import { Unbroken } from '#ui/Unbroken.tsx';
import { usePage } from './page.ts';

/** How a moment is written on this page: day and minute, in the language of the page and the visitor's time zone. */
export function useMoments() {
  const { language } = usePage();
  const timeZone = knownTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return { moment: (instant: string) => <Unbroken text={formatMoment(instant, timeZone, language)} /> };
}
