import { MAX_USERS, type PackageType } from './constants.ts';

/** §9: an order; at least 1 user, and add-ons from 0 to the number of users. */
export type Order = { packageType: PackageType; nbUsers: number; nbCxBundles: number };

/** §9: the default order. */
export const defaultOrder: Order = { packageType: 'P', nbUsers: 1, nbCxBundles: 0 };

const within = (count: number, min: number, max: number): number =>
  Number.isNaN(count) ? min : Math.min(Math.max(Math.trunc(count), min), max);

/** §4: fewer users than add-ons lowers the add-ons to match. */
export const addOnsFor = (users: number, addOns: number): number => Math.min(addOns, users);

/** The order with another number of users, and the add-ons that go with it. */
export function withUsers<T extends Order>(order: T, users: number): T {
  const nbUsers = within(users, 1, MAX_USERS);
  return { ...order, nbUsers, nbCxBundles: addOnsFor(nbUsers, order.nbCxBundles) };
}

/** §5: add-ons from 0 to the number of users. */
export const withAddOns = <T extends Order>(order: T, addOns: number): T => ({
  ...order,
  nbCxBundles: within(addOns, 0, order.nbUsers),
});

/** §4: switching the plan keeps users and add-ons. */
export const withPlan = <T extends Order>(order: T, packageType: PackageType): T => ({ ...order, packageType });
