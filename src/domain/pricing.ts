import type { PackageType } from './constants.ts';
import { type Minor, sum, times } from './money.ts';
import type { Order } from './order.ts';

/** Prices in one currency: a user and an add-on per month, a number's setup fee (nrc) and monthly fee (mrc). */
export type UnitPrices = { package: Minor; cx: Minor; nrc: Minor; mrc: Minor };

/** An order with its prices; `isPackage`: the chosen number is part of a package and has no price of its own. */
export type PricedOrder = Order & { isPackage: boolean; prices: UnitPrices };

/** §2: the lines of the order summary, in minor units. */
export type OrderLines = {
  users: number;
  usersMonthly: Minor;
  setupFee: Minor;
  numberMonthly: Minor;
  cxMonthly: Minor;
  /** The price of every regular month. */
  totalMonthly: Minor;
  /** The sum of all lines above, including the setup fee: §9 includes it with plan P. */
  totalExcludingTaxes: Minor;
  dueToday: Minor;
};

/** §9: whether a number has fees of its own: in plan P only, and not if the number is part of a package. */
export const hasNumberFees = (packageType: PackageType, isPackage: boolean): boolean =>
  packageType === 'P' && !isPackage;

/** §9: the lines of an order, in one currency. */
export function orderLines({ packageType, nbUsers, nbCxBundles, isPackage, prices }: PricedOrder): OrderLines {
  const paysNumber = hasNumberFees(packageType, isPackage);
  const usersMonthly = times(prices.package, nbUsers);
  const cxMonthly = times(prices.cx, nbCxBundles);
  const setupFee = paysNumber ? prices.nrc : 0;
  const numberMonthly = paysNumber ? prices.mrc : 0;
  const totalMonthly = sum(usersMonthly, numberMonthly, cxMonthly);
  return {
    users: nbUsers,
    usersMonthly,
    setupFee,
    numberMonthly,
    cxMonthly,
    totalMonthly,
    totalExcludingTaxes: sum(totalMonthly, setupFee),
    dueToday: 0,
  };
}
