import type { NumberPrices, Package } from '#contract/coverage.ts';
import type { Settings } from '#contract/settings.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/constants.ts';
import { type InvoicePreview, invoicePreview } from '#domain/invoice.ts';
import { toMinor } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import { type OrderLines, orderLines } from '#domain/pricing.ts';

/** §2 and §9: what the order summary shows; amounts in minor units. */
export type OrderSummary = { currency: Currency; lines: OrderLines; invoices: InvoicePreview };

type Ordered = {
  order: Order;
  packages: readonly Package[] | null;
  /** The chosen number's own prices; null as long as none is chosen: its lines are zero until then. */
  number: { is_package: boolean; prices: NumberPrices } | null;
  currency: Currency;
  today: IsoDate;
  settings: Pick<Settings, 'trialLength' | 'proration'>;
};

/** The summary of an order, or null as long as not every price of it is known in its currency. */
export function orderSummary({ order, packages, number, currency, today, settings }: Ordered): OrderSummary | null {
  const plan = packages?.find(({ type }) => type === order.packageType);
  const monthly = plan?.prices[currency];
  const addOn = plan?.cx_prices[currency];
  const fees = number === null ? { nrc: 0, mrc: 0 } : number.prices[currency];
  if (monthly === undefined || addOn === undefined || fees === undefined) return null;
  const lines = orderLines({
    ...order,
    isPackage: number?.is_package ?? false,
    prices: { package: toMinor(monthly), cx: toMinor(addOn), nrc: toMinor(fees.nrc), mrc: toMinor(fees.mrc) },
  });
  return { currency, lines, invoices: invoicePreview(lines, today, settings) };
}
