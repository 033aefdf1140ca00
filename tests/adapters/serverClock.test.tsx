import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServerClock } from '#adapters/serverClock.ts';
import { keyValueStore } from '#adapters/storage.ts';
import type { TimedAnswer } from '#domain/serverTime.ts';

const DEVICE = Date.parse('2027-03-05T12:00:00Z');
const SERVER = Date.parse('2025-03-05T12:00:00Z');
const store = () => keyValueStore(() => sessionStorage);
const answer: TimedAnswer = { date: SERVER, sentAt: DEVICE, receivedAt: DEVICE, isFresh: true };

beforeEach(() => {
  vi.useFakeTimers({ now: DEVICE });
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test('the device’s clock is used until the server has responded', () => {
  expect(createServerClock(store()).now()).toBe(DEVICE);
});

test('a response corrects the clock, which then continues', () => {
  const clock = createServerClock(store());
  clock.correct(answer);
  vi.advanceTimersByTime(5000);
  expect(clock.now()).toBe(SERVER + 5000);
});

test('a reload keeps the correction; an invalid stored value is ignored', () => {
  createServerClock(store()).correct(answer);
  expect(createServerClock(store()).now()).toBe(SERVER);
  for (const invalid of ['soon', '1e999', '1e300', '-1e15']) {
    sessionStorage.setItem('clock_offset', invalid);
    expect(createServerClock(store()).now()).toBe(DEVICE);
  }
});

test.each(['1e300', '-1e300', '1e15'])('a time that a stored correction of %s would give is never used', (stored) => {
  sessionStorage.setItem('clock_offset', stored);
  const clock = createServerClock(store());
  expect(new Date(clock.now()).toISOString()).toBe(new Date(DEVICE).toISOString());
});

test('a response dated centuries away corrects nothing; the next one does', () => {
  const clock = createServerClock(store());
  clock.correct({ ...answer, date: Date.parse('9025-03-05T12:00:00Z') });
  expect(clock.now()).toBe(DEVICE);
  clock.correct(answer);
  expect(clock.now()).toBe(SERVER);
});

test('subscribers are notified of every answer, until they unsubscribe', () => {
  const clock = createServerClock(store());
  const times: number[] = [];
  const stop = clock.subscribe(() => times.push(clock.now()), 60_000);
  clock.correct(answer);
  clock.correct(answer);
  expect(times).toEqual([SERVER, SERVER]);
  stop();
  clock.correct({ ...answer, date: SERVER + 60_000 });
  expect(times).toHaveLength(2);
});

test('subscribers are notified regularly and when the page becomes visible again, until they unsubscribe', () => {
  const clock = createServerClock(store());
  const times: number[] = [];
  const stop = clock.subscribe(() => times.push(clock.now() - DEVICE), 60_000);
  vi.advanceTimersByTime(130_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(times).toEqual([60_000, 120_000, 130_000]);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(times).toHaveLength(3);
});
