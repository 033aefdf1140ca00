import { type IsoDate, todayIn } from '#domain/calendar.ts';

/** How often the clock is looked at, in ms. */
const OFTEN = 60_000;

/** Tells of every day that begins in a time zone, at the latest when the page comes back to the front. Returns how to stop. */
export function followDays(timeZone: string, tell: (today: IsoDate) => void): () => void {
  const now = () => todayIn(timeZone, Date.now());
  let last = now();
  const look = () => {
    const today = now();
    if (today === last) return;
    last = today;
    tell(today);
  };
  const timer = setInterval(look, OFTEN);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
