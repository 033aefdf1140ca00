import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServerClock } from '#adapters/serverClock.ts';
import { keyValueStore } from '#adapters/storage.ts';
import { subscribeToDays } from '#app/days.ts';
import { todayIn } from '#domain/timeZone.ts';

/** The days that a page in Berlin gets until it unsubscribes. */
function followDays() {
  const clock = createServerClock(keyValueStore(() => sessionStorage));
  const days: string[] = [];
  const stop = subscribeToDays(
    clock,
    (today) => days.push(today),
    (instant) => todayIn('Europe/Berlin', instant),
  );
  return { clock, days, stop };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2025-03-05T22:58:30Z') });
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test('a page open over midnight gets one event for the new day, until it unsubscribes', () => {
  const { days, stop } = followDays();
  vi.advanceTimersByTime(60_000);
  expect(days).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(days).toEqual(['2025-03-06']);
  vi.advanceTimersByTime(3_600_000);
  expect(days).toEqual(['2025-03-06']);
  stop();
  vi.advanceTimersByTime(86_400_000);
  expect(days).toEqual(['2025-03-06']);
});

test('a page suspended over midnight gets the new day when it becomes visible', () => {
  const { days, stop } = followDays();
  vi.setSystemTime(Date.parse('2025-03-08T07:00:00Z'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(days).toEqual(['2025-03-08']);
  stop();
});

test('a device that is three days ahead gets the right day with the first response', () => {
  const { clock, days, stop } = followDays();
  const device = Date.now();
  clock.correct({ date: device - 3 * 86_400_000, sentAt: device - 200, receivedAt: device, isFresh: true });
  expect(days).toEqual(['2025-03-02']);
  stop();
  clock.correct({ date: device, sentAt: device - 200, receivedAt: device, isFresh: true });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(days).toEqual(['2025-03-02']);
});
