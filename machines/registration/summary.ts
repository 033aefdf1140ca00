import type { Settings } from '#contract/settings.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/constants.ts';
import { type InvoicePreview, invoicePreview } from '#domain/invoice.ts';
import { type OrderLines, orderLines } from '#domain/pricing.ts';
import { type Priced, unitPrices } from './orderPrices.ts';

/** §2 and §9: the contents of the order summary; amounts in minor units. */
export type OrderSummary = {
  currency: Currency;
  lines: OrderLines;
  invoices: InvoicePreview;
  /** No number is chosen yet: its fees, and every sum that includes them, are unknown. */
  isNumberOpen: boolean;
};

type Ordered = Priced & { today: IsoDate; settings: Pick<Settings, 'trialLength' | 'proration'> };

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
