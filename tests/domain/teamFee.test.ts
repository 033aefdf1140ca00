import { expect, test } from 'vitest';
import { discounted, discountOn } from '#domain/discount.ts';
import { billedUsers, monthlyWith } from '#domain/teamFee.ts';

test.each([
  [3, 1, 3],
  [3, 3, 3],
  [3, 4, 4],
])('§1: of %d ordered users and a team of %d, %d are paid', (ordered, team, users) => {
  expect(billedUsers(ordered, team)).toBe(users);
});

test.each([
  [1500, 10, -150],
  [1555, 10, -156],
  [1554, 10, -155],
  [1500, 100, -1500],
  [1500, 0, 0],
  [0, 10, 0],
])('on %d a discount of %d %% is %d, rounded once', (amount, percent, line) => {
  expect(discountOn(amount, percent)).toBe(line);
  expect(discounted(amount, percent)).toBe(amount + line);
});

test.each([
  [0, 0, 1800],
  [1, 0, 3300],
  [2, 0, 4800],
  [2, 10, 4320],
])('%d more users of 15.00 a month, with a discount of %d %%, make it %d', (more, discountPercent, monthly) => {
  expect(monthlyWith(more, { monthly: 1800, userMonthly: 1500, discountPercent })).toBe(monthly);
});
