import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServerClock } from '#adapters/serverClock.ts';
import { keyValueStore } from '#adapters/storage.ts';
import { followDays } from '#app/registration/days.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2025-03-05T22:58:30Z') });
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test('a page that stays open over midnight hears of the new day, once, until nobody listens', () => {
  const told: string[] = [];
  const stop = followDays(createServerClock(keyValueStore(() => sessionStorage)), 'Europe/Berlin', (today) =>
    told.push(today),
  );
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(['2025-03-06']);
  vi.advanceTimersByTime(3_600_000);
  expect(told).toEqual(['2025-03-06']);
  stop();
  vi.advanceTimersByTime(86_400_000);
  expect(told).toEqual(['2025-03-06']);
});

test('a page that slept over midnight hears of it when it comes back to the front', () => {
  const told: string[] = [];
  const stop = followDays(createServerClock(keyValueStore(() => sessionStorage)), 'Europe/Berlin', (today) =>
    told.push(today),
  );
  vi.setSystemTime(Date.parse('2025-03-08T07:00:00Z'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told).toEqual(['2025-03-08']);
  stop();
});

test('a device that is three days ahead learns the day with the first answer', () => {
  const clock = createServerClock(keyValueStore(() => sessionStorage));
  const told: string[] = [];
  const stop = followDays(clock, 'Europe/Berlin', (today) => told.push(today));
  const device = Date.now();
  clock.correct({ date: device - 3 * 86_400_000, sentAt: device - 200, receivedAt: device, isFresh: true });
  expect(told).toEqual(['2025-03-02']);
  stop();
});
