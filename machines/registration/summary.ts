import type { NumberPrices, Package } from '#contract/coverage.ts';
import type { Settings } from '#contract/settings.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/constants.ts';
import { type InvoicePreview, invoicePreview } from '#domain/invoice.ts';
import { toMinor } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import { type OrderLines, orderLines, type UnitPrices } from '#domain/pricing.ts';

/** §2 and §9: the contents of the order summary; amounts in minor units. */
export type OrderSummary = {
  currency: Currency;
  lines: OrderLines;
  invoices: InvoicePreview;
  /** No number is chosen yet: its fees, and every sum that includes them, are unknown. */
  isNumberOpen: boolean;
};

/** The prices of a number, and whether it is part of a package. */
export type NumberFees = { is_package: boolean; prices: NumberPrices };

type Priced = {
  order: Order;
  packages: readonly Package[] | null;
  /** The prices of the ordered number; 'open' until one is chosen; null if none is ordered. */
  number: NumberFees | 'open' | null;
  currency: Currency;
};

type Ordered = Priced & { today: IsoDate; settings: Pick<Settings, 'trialLength' | 'proration'> };

/** Whether every price of an order is known in its currency. */
export const isPriced = (priced: Priced): boolean => unitPrices(priced) !== null;

/** Whether every price of an order is known in one of these currencies. */
export const isPricedIn = (currencies: readonly Currency[], priced: Omit<Priced, 'currency'>): boolean =>
  currencies.some((currency) => isPriced({ ...priced, currency }));

/** The summary of an order; null until every price is known. */
export function orderSummary({ today, settings, ...priced }: Ordered): OrderSummary | null {
  const { order, number, currency } = priced;
  const prices = unitPrices(priced);
  if (prices === null) return null;
  const isPackage = number !== null && number !== 'open' && number.is_package;
  const lines = orderLines({ ...order, isPackage, prices });
  const isNumberOpen = number === 'open' && order.packageType === 'P';
  return { currency, lines, invoices: invoicePreview(lines, today, settings), isNumberOpen };
}

/** Add-ons and the number need a price only if they are ordered. */
function unitPrices({ order, packages, number, currency }: Priced): UnitPrices | null {
  const plan = packages?.find(({ type }) => type === order.packageType);
  const monthly = plan?.prices[currency];
  const addOn = order.nbCxBundles === 0 ? 0 : plan?.cx_prices[currency];
  const paysNumber = order.packageType === 'P' && number !== null && number !== 'open' && !number.is_package;
  const fees = paysNumber ? number.prices[currency] : { nrc: 0, mrc: 0 };
  if (monthly === undefined || addOn === undefined || fees === undefined) return null;
  return { package: toMinor(monthly), cx: toMinor(addOn), nrc: toMinor(fees.nrc), mrc: toMinor(fees.mrc) };
}
