import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trialEnd } from '#domain/trial.ts';
import { anyDate } from '#tests/support/arbitraries.ts';

const DAY = 86_400_000;

describe('§1: the trial ends one period after today', () => {
  it.each([
    ['2025-02-05', '2025-03-05'],
    ['2025-01-29', '2025-02-28'],
    ['2025-01-30', '2025-02-28'],
    ['2025-01-31', '2025-02-28'],
    ['2024-01-29', '2024-02-29'],
    ['2024-01-31', '2024-02-29'],
    ['2024-02-29', '2024-03-29'],
    ['2025-02-28', '2025-03-28'],
    ['2025-03-31', '2025-04-30'],
    ['2025-12-31', '2026-01-31'],
  ])('a month from %s is %s', (today, end) => {
    expect(trialEnd(today, 'month')).toBe(end);
  });

  it.each([
    ['2025-02-05', '2025-03-07'],
    ['2025-01-31', '2025-03-02'],
    ['2024-01-31', '2024-03-01'],
    ['2025-12-31', '2026-01-30'],
  ])('thirty days from %s is %s', (today, end) => {
    expect(trialEnd(today, '30days')).toBe(end);
  });

  it('a trial of thirty days lasts thirty days', () => {
    fc.assert(
      fc.property(anyDate, (today) => (Date.parse(trialEnd(today, '30days')) - Date.parse(today)) / DAY === 30),
    );
  });

  it('a month ends in the next month, on the same day or on its last day', () => {
    fc.assert(
      fc.property(anyDate, (today) => {
        const [start, end] = [new Date(today), new Date(trialEnd(today, 'month'))];
        const lastOfNext = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 2, 0));
        expect(end.getUTCMonth()).toBe((start.getUTCMonth() + 1) % 12);
        expect(end.getUTCDate()).toBe(Math.min(start.getUTCDate(), lastOfNext.getUTCDate()));
      }),
    );
  });
});
