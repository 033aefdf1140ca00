import type { ServerClock } from '#adapters/serverClock.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { ownDate } from '#domain/timeZone.ts';

/** How often the clock is read, in ms. */
const CHECK_INTERVAL = 60_000;

/**
 * Calls `onDay` when the date changes where the device is, by the server's clock: at the latest when the page becomes
 * visible again, and at once when an answer corrects the clock. Returns a function to stop.
 */
export function subscribeToDays(
  clock: Pick<ServerClock, 'now' | 'subscribe'>,
  onDay: (today: IsoDate) => void,
  dateOf = ownDate,
): () => void {
  const now = () => dateOf(clock.now());
  let last = now();
  return clock.subscribe(() => {
    const today = now();
    if (today === last) return;
    last = today;
    onDay(today);
  }, CHECK_INTERVAL);
}
