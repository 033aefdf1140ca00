import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageTypes } from '#domain/constants.ts';
import { orderLines, type PricedOrder } from '#domain/pricing.ts';

const order: PricedOrder = {
  packageType: 'P',
  nbUsers: 3,
  nbCxBundles: 2,
  isPackage: false,
  prices: { package: 1500, cx: 900, nrc: 500, mrc: 300 },
};

describe('§9: pricing rules', () => {
  it('plan P: price × users, price × add-ons, the number set-up fee and its monthly fee', () => {
    expect(orderLines(order)).toEqual({
      users: 3,
      usersMonthly: 4500,
      setupFee: 500,
      numberMonthly: 300,
      cxMonthly: 1800,
      totalMonthly: 6600,
      totalExcludingTaxes: 7100,
      dueToday: 0,
    });
  });

  it('plan P with a number that is part of a package: both number fees are zero', () => {
    expect(orderLines({ ...order, isPackage: true })).toMatchObject({
      setupFee: 0,
      numberMonthly: 0,
      totalMonthly: 6300,
      totalExcludingTaxes: 6300,
    });
  });

  it('plan A: users and add-ons only', () => {
    expect(orderLines({ ...order, packageType: 'A', prices: { ...order.prices, package: 2500 } })).toMatchObject({
      usersMonthly: 7500,
      setupFee: 0,
      numberMonthly: 0,
      cxMonthly: 1800,
      totalMonthly: 9300,
      totalExcludingTaxes: 9300,
    });
  });

  const price = fc.nat(1_000_000);
  const anyOrder = fc.record({
    packageType: fc.constantFrom(...packageTypes),
    nbUsers: fc.integer({ min: 1, max: 999 }),
    nbCxBundles: fc.nat(999),
    isPackage: fc.boolean(),
    prices: fc.record({ package: price, cx: price, nrc: price, mrc: price }),
  });

  it('the lines that are shown add up to the total that is shown, and nothing is due today', () => {
    fc.assert(
      fc.property(anyOrder, (any) => {
        const lines = orderLines(any);
        expect(lines.usersMonthly + lines.setupFee + lines.numberMonthly + lines.cxMonthly).toBe(
          lines.totalExcludingTaxes,
        );
        expect(lines.totalExcludingTaxes - lines.setupFee).toBe(lines.totalMonthly);
        expect(lines.dueToday).toBe(0);
      }),
    );
  });
});
