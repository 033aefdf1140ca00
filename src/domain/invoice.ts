import { dayOfMonth, daysInMonth, firstOfMonth, type IsoDate } from './calendar.ts';
import type { Proration, TrialLength } from './constants.ts';
import { type Minor, scale, sum } from './money.ts';
import type { OrderLines } from './pricing.ts';
import { trialEnd } from './trial.ts';

/** One line of an invoice. */
export type InvoicePart =
  | { kind: 'prorated'; days: number; amount: Minor }
  | { kind: 'fullMonth'; amount: Minor }
  | { kind: 'setupFee'; amount: Minor };

/** The first two invoices of an order. */
export type InvoicePreview = {
  first: { dueOn: IsoDate; amount: Minor; parts: InvoicePart[] };
  second: { dueOn: IsoDate; amount: Minor };
};

/** §9: from this day of the month on, the first invoice includes the following month. */
const LATE_IN_MONTH = 19;

const isLateInMonth = (dueOn: IsoDate): boolean => dayOfMonth(dueOn) >= LATE_IN_MONTH;

/**
 * When the regular amount is first due. It is counted from the first due date, so that no month is paid twice or
 * skipped, even after thirty days; after a calendar month it is the 1st of the month two months
 * after today's, or three from the 19th on.
 */
export const regularDueOn = (firstDueOn: IsoDate): IsoDate =>
  firstOfMonth(firstDueOn, isLateInMonth(firstDueOn) ? 2 : 1);

type Amounts = Pick<OrderLines, 'totalMonthly' | 'setupFee'>;

/** §9: the invoices and their due dates, for a trial that starts today. */
export const invoicePreview = (
  amounts: Amounts,
  today: IsoDate,
  { trialLength, proration }: { trialLength: TrialLength; proration: Proration },
): InvoicePreview => invoicesFrom(amounts, trialEnd(today, trialLength), proration);

/** The same for a trial whose end, the first due date, is fixed. Each line is rounded once; a total is their sum. */
export function invoicesFrom(
  { totalMonthly, setupFee }: Amounts,
  dueOn: IsoDate,
  proration: Proration,
): InvoicePreview {
  const parts = [
    ...monthParts(totalMonthly, dueOn, proration),
    ...(setupFee > 0 ? [{ kind: 'setupFee', amount: setupFee } as const] : []),
  ];
  return {
    first: { dueOn, amount: sum(...parts.map((part) => part.amount)), parts },
    second: { dueOn: regularDueOn(dueOn), amount: totalMonthly },
  };
}

function monthParts(monthly: Minor, dueOn: IsoDate, proration: Proration): InvoicePart[] {
  const fullMonth = { kind: 'fullMonth', amount: monthly } as const;
  const dueDay = dayOfMonth(dueOn);
  if (dueDay === 1) return [fullMonth];
  const days = proration === 'daysLeft' ? daysInMonth(dueOn) - dueDay + 1 : daysInMonth(dueOn);
  const prorated = { kind: 'prorated', days, amount: scale(monthly, 12 * days, 365) } as const;
  return isLateInMonth(dueOn) ? [prorated, fullMonth] : [prorated];
}
