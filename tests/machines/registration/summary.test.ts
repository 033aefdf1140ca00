import { expect, test } from 'vitest';
import { defaultOrder } from '#domain/order.ts';
import { orderSummary } from '#machines/registration/summary.ts';
import { trialStart, type Wizard } from '#machines/registration/wizard.ts';
import { packages, prices } from './offer.ts';

const settings = { trialLength: 'month', proration: 'daysLeft' } as const;
const base = { packages, currency: 'USD', today: '2025-03-05', settings } as const;
const number = { is_package: false, prices };

test('§9 plan P: users, add-ons, and the fees of the chosen number', () => {
  const order = { packageType: 'P', nbUsers: 3, nbCxBundles: 2 } as const;
  expect(orderSummary({ ...base, order, number })?.lines).toMatchObject({
    usersMonthly: 4500,
    cxMonthly: 1800,
    setupFee: 500,
    numberMonthly: 300,
    totalMonthly: 6600,
    totalExcludingTaxes: 7100,
    dueToday: 0,
  });
});

test('§9 plan A is users and add-ons only', () => {
  const order = { packageType: 'A', nbUsers: 3, nbCxBundles: 2 } as const;
  expect(orderSummary({ ...base, order, number })?.lines).toMatchObject({
    setupFee: 0,
    numberMonthly: 0,
    totalExcludingTaxes: 9300,
  });
});

test('§9 the fees are zero when the number is part of a package, and when none is ordered', () => {
  for (const chosen of [{ ...number, is_package: true }, null]) {
    const summary = orderSummary({ ...base, order: defaultOrder, number: chosen });
    expect(summary).toMatchObject({ lines: { setupFee: 0, numberMonthly: 0 }, isNumberOpen: false });
  }
});

test('sums of plan P are unknown until a number is chosen; plan A has no number fees', () => {
  const open = { ...base, number: 'open' } as const;
  expect(orderSummary({ ...open, order: defaultOrder })?.isNumberOpen).toBe(true);
  expect(orderSummary({ ...open, order: { ...defaultOrder, packageType: 'A' } })?.isNumberOpen).toBe(false);
});

test('the first due date is one month ahead', () => {
  expect(orderSummary({ ...base, order: defaultOrder, number })?.invoices.first.dueOn).toBe('2025-04-05');
});

test('no summary is shown without prices, or in a currency without prices', () => {
  expect(orderSummary({ ...base, order: defaultOrder, number, packages: null })).toBe(null);
  expect(orderSummary({ ...base, order: defaultOrder, number, currency: 'PLN' })).toBe(null);
  const inEuros = { ...base, order: defaultOrder, currency: 'EUR' } as const;
  const inDollars = { is_package: false, prices: { USD: { nrc: 5, mrc: 3 } } };
  expect(orderSummary({ ...inEuros, number: null })).not.toBe(null);
  expect(orderSummary({ ...inEuros, number: inDollars })).toBe(null);
  expect(orderSummary({ ...inEuros, number: { ...inDollars, is_package: true } })).not.toBe(null);
});

test('a price counts as missing only if it is ordered', () => {
  const withoutAddOns = packages.map((plan) => ({ ...plan, cx_prices: {} }));
  const order = { ...base, number: null, packages: withoutAddOns } as const;
  expect(orderSummary({ ...order, order: defaultOrder })).not.toBe(null);
  expect(orderSummary({ ...order, order: { ...defaultOrder, nbCxBundles: 1 } })).toBe(null);
});

test.each([
  ['the day of its completion, also when the page is still open on the next', '2025-03-05T12:00:00Z', '2025-03-05'],
  ['that day in the time zone of the visitor', '2025-03-05T23:30:00Z', '2025-03-06'],
  ['today, before the server has said when', null, '2025-03-07'],
])('the trial begins on %s', (_, completedAt, day) => {
  expect(trialStart({ completedAt, timeZone: 'Europe/Berlin', today: '2025-03-07' } as Wizard)).toBe(day);
});
