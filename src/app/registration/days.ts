import type { ServerClock } from '#adapters/serverClock.ts';
import { type IsoDate, todayIn } from '#domain/calendar.ts';

/** How often the clock is read, in ms. */
const OFTEN = 60_000;

/**
 * Calls back for every day that begins in a time zone, by the server's clock: at the latest when the page becomes
 * visible again, and at once when an answer corrects the clock. Returns a function to stop.
 */
export function followDays(
  clock: Pick<ServerClock, 'now' | 'subscribe'>,
  timeZone: string,
  tell: (today: IsoDate) => void,
): () => void {
  const now = () => todayIn(timeZone, clock.now());
  let last = now();
  const look = () => {
    const today = now();
    if (today === last) return;
    last = today;
    tell(today);
  };
  const timer = setInterval(look, OFTEN);
  const unsubscribe = clock.subscribe(look);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', look);
  };
}
