import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultOrder, withAddOns, withPlan, withUsers } from '#domain/order.ts';

describe('§9: the order before anything is chosen', () => {
  it('is one user on plan P without add-ons', () => {
    expect(defaultOrder).toEqual({ packageType: 'P', nbUsers: 1, nbCxBundles: 0 });
  });
});

describe('§4 and §5: users and add-ons', () => {
  const order = { packageType: 'P', nbUsers: 5, nbCxBundles: 3 } as const;

  it('lowering users below the add-ons lowers the add-ons to match', () => {
    expect(withUsers(order, 2)).toEqual({ ...order, nbUsers: 2, nbCxBundles: 2 });
  });

  it('lowering users to the add-ons leaves the add-ons alone', () => {
    expect(withUsers(order, 3)).toEqual({ ...order, nbUsers: 3, nbCxBundles: 3 });
  });

  it('raising users adds no add-ons', () => {
    expect(withUsers(order, 9)).toEqual({ ...order, nbUsers: 9 });
  });

  it.each([
    [0, 1],
    [-3, 1],
    [1.9, 1],
    [Number.NaN, 1],
    [10_001, 10_000],
    [Number.POSITIVE_INFINITY, 10_000],
  ])('%d users become %d', (users, expected) => {
    expect(withUsers(order, users).nbUsers).toBe(expected);
  });

  it.each([
    [-1, 0],
    [5, 5],
    [6, 5],
    [Number.NaN, 0],
  ])('%d add-ons for five users become %d', (addOns, expected) => {
    expect(withAddOns(order, addOns).nbCxBundles).toBe(expected);
  });

  it('switching the plan changes nothing else', () => {
    expect(withPlan(order, 'A')).toEqual({ ...order, packageType: 'A' });
    expect(withPlan(withPlan(order, 'A'), 'P')).toEqual(order);
  });

  it('any order has 1 or more users and 0 to that many add-ons, in whole numbers', () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant('users'), count: fc.double() }),
      fc.record({ kind: fc.constant('addOns'), count: fc.double() }),
    );
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const end = changes.reduce(
          (now, { kind, count }) => (kind === 'users' ? withUsers(now, count) : withAddOns(now, count)),
          defaultOrder,
        );
        return (
          Number.isInteger(end.nbUsers) &&
          Number.isInteger(end.nbCxBundles) &&
          end.nbUsers >= 1 &&
          end.nbCxBundles >= 0 &&
          end.nbCxBundles <= end.nbUsers
        );
      }),
    );
  });
});
