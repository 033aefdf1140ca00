import { describe, expect, test } from 'vitest';
import { offsetAfter } from '#domain/serverTime.ts';

const SERVER = Date.parse('2025-03-05T12:00:00Z');
const DAY = 86_400_000;

/** An answer that took 200 ms, on a device whose clock is so far ahead of the server's. */
const onDevice = (ahead: number, isFresh = true) => ({
  date: SERVER,
  sentAt: SERVER + ahead,
  receivedAt: SERVER + ahead + 200,
  isFresh,
});

describe('the offset of the server’s clock', () => {
  test('a clock that agrees with the responses is kept to the millisecond', () => {
    expect(offsetAfter(0, onDevice(0))).toBe(0);
    expect(offsetAfter(0, onDevice(900))).toBe(0);
  });

  test.each([
    ['three days ahead', 3 * DAY],
    ['two years ahead', 730 * DAY],
    ['a year behind', -365 * DAY],
  ])('a device that is %s gets the server’s time, never a later one', (_, ahead) => {
    const { receivedAt } = onDevice(ahead);
    expect(receivedAt + offsetAfter(0, onDevice(ahead))).toBe(SERVER);
  });

  test('a response that may be cached moves the clock forward only', () => {
    expect(offsetAfter(0, onDevice(3 * DAY, false))).toBe(0);
    expect(offsetAfter(0, onDevice(-DAY, false))).toBe(DAY - 200);
  });

  test('a clock that was set right is used again with the next response', () => {
    const wrong = offsetAfter(0, onDevice(3 * DAY));
    expect(Math.abs(offsetAfter(wrong, onDevice(0)))).toBeLessThan(1000);
  });
});
