import { describe, expect, test } from 'vitest';
import { nextDueOn, subscriptionOn } from '#domain/subscription.ts';

const on = (today: string, cancelledOn: string | null = null, trialEndsOn = '2025-04-05') =>
  subscriptionOn({ trialEndsOn, cancelledOn, today });

describe('§1: a subscription around the end of its trial', () => {
  test.each([
    ['2025-04-04', false],
    ['2025-04-05', true],
    ['2025-09-01', true],
  ])('on %s the trial that ends on 5 April is over: %s', (today, isOver) => {
    expect(on(today).isTrialOver).toBe(isOver);
  });

  test('during the trial nothing is paid and nothing ends', () => {
    expect(on('2025-04-04')).toEqual({ isTrialOver: false, paidUntil: null, isEnded: false });
  });

  test.each([
    ['2025-04-05', '2025-04-30'],
    ['2025-04-30', '2025-04-30'],
    ['2025-05-01', '2025-05-31'],
  ])('on %s, after the trial, it is paid until %s and goes on', (today, paidUntil) => {
    expect(on(today)).toEqual({ isTrialOver: true, paidUntil, isEnded: false });
  });

  test('a cancellation during the trial costs nothing and can be undone until the trial ends', () => {
    expect(on('2025-04-04', '2025-04-01')).toEqual({ isTrialOver: false, paidUntil: null, isEnded: false });
    expect(on('2025-04-05', '2025-04-04')).toEqual({ isTrialOver: true, paidUntil: null, isEnded: true });
  });

  // The first invoice pays the rest of its month, from the 19th on the next one too; then each month is paid on its 1st.
  test.each([
    ['2025-04-05', '2025-04-05', '2025-04-30'],
    ['2025-04-05', '2025-04-30', '2025-04-30'],
    ['2025-04-05', '2025-05-01', '2025-05-31'],
    ['2025-04-05', '2025-12-31', '2025-12-31'],
    ['2025-04-19', '2025-04-20', '2025-05-31'],
    ['2025-04-19', '2025-06-01', '2025-06-30'],
    ['2025-04-01', '2025-04-01', '2025-04-30'],
    ['2024-01-31', '2024-02-29', '2024-02-29'],
  ])('with a trial to %s, cancelled on %s, it ends with the paid period on %s', (trialEndsOn, day, paidUntil) => {
    expect(on(day, day, trialEndsOn)).toEqual({ isTrialOver: true, paidUntil, isEnded: false });
    expect(on(paidUntil, day, trialEndsOn).isEnded).toBe(false);
    expect(on('2026-06-30', day, trialEndsOn)).toEqual({ isTrialOver: true, paidUntil, isEnded: true });
  });

  test.each([
    ['2025-03-05', '2025-05-01'],
    ['2025-04-30', '2025-05-01'],
    ['2025-05-01', '2025-06-01'],
  ])('after %s the next regular charge is due on %s', (day, due) => {
    expect(nextDueOn('2025-04-05', day)).toBe(due);
  });
});
