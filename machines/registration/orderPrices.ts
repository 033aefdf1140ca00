import type { NumberPrices, Package } from '#contract/coverage.ts';
import type { Currency } from '#domain/constants.ts';
import { toMinor } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import { hasNumberFees, type UnitPrices } from '#domain/pricing.ts';

/** The prices of a number, and whether it is part of a package. */
export type NumberFees = { is_package: boolean; prices: NumberPrices };

/** An order and the data that its prices come from. */
export type Priced = {
  order: Order;
  packages: readonly Package[] | null;
  /** The prices of the ordered number; 'open' until one is chosen; null if none is ordered. */
  number: NumberFees | 'open' | null;
  currency: Currency;
};

/** Whether every price of an order is known in its currency. */
export const isPriced = (priced: Priced): boolean => unitPrices(priced) !== null;

/** Whether every price of an order is known in one of these currencies. */
export const isPricedIn = (currencies: readonly Currency[], priced: Omit<Priced, 'currency'>): boolean =>
  currencies.some((currency) => isPriced({ ...priced, currency }));

/** Add-ons and the number need a price only if they are ordered. */
export function unitPrices({ order, packages, number, currency }: Priced): UnitPrices | null {
  const plan = packages?.find(({ type }) => type === order.packageType);
  const monthly = plan?.prices[currency];
  const addOn = order.nbCxBundles === 0 ? 0 : plan?.cx_prices[currency];
  const chosen = number === 'open' ? null : number;
  const paysNumber = chosen !== null && hasNumberFees(order.packageType, chosen.is_package);
  const fees = paysNumber ? chosen.prices[currency] : { nrc: 0, mrc: 0 };
  if (monthly === undefined || addOn === undefined || fees === undefined) return null;
  return { package: toMinor(monthly), cx: toMinor(addOn), nrc: toMinor(fees.nrc), mrc: toMinor(fees.mrc) };
}
