import { expect, test } from 'vitest';
import { statesWait, waitOf } from '#domain/wait.ts';

test.each([
  [0, 1, 'seconds'],
  [0.2, 1, 'seconds'],
  [1, 1, 'seconds'],
  [1.2, 2, 'seconds'],
  [119, 119, 'seconds'],
  [120, 2, 'minutes'],
  [121, 3, 'minutes'],
  [7199, 120, 'minutes'],
  [7200, 2, 'hours'],
  [7201, 3, 'hours'],
  [86_400, 24, 'hours'],
] as const)('a wait of %s seconds is said as %s %s', (seconds, count, unit) => {
  expect(waitOf(seconds)).toEqual({ unit, count });
});

test.each([
  ['Slow down for 30 seconds.', 30, true],
  ['30', 30, true],
  ['Slow down for 130 seconds.', 30, false],
  ['Slow down for 300 seconds.', 30, false],
  ['Wait three minutes.', 180, false],
  ['Wait 3 minutes.', 180, true],
  ['Wait 180 seconds.', 180, true],
  ['Too many attempts.', 30, false],
])('“%s” states a wait of %s seconds: %s', (text, seconds, isStated) => {
  expect(statesWait(text, seconds)).toBe(isStated);
});
