import { daysAfter, firstOfMonth, type IsoDate } from './calendar.ts';
import { regularDueOn } from './invoice.ts';

/** When a customer's trial ends (the day of the first charge), the day of a cancellation, and today: all where they are. */
type Dates = { trialEndsOn: IsoDate; cancelledOn: IsoDate | null; today: IsoDate };

export type Subscription = {
  /** §1: the trial ends with the day before its end date. */
  isTrialOver: boolean;
  /** After the trial: the last day that is paid for, where it was cancelled by then; during the trial, null. */
  paidUntil: IsoDate | null;
  /** Cancelled, and over: nothing is left to undo. */
  isEnded: boolean;
};

/**
 * What became of a subscription. Cancelled during the trial it ends with the trial, and nothing is charged; after it, it
 * ends with the period that is paid by then.
 */
export function subscriptionOn({ trialEndsOn, cancelledOn, today }: Dates): Subscription {
  const isTrialOver = today >= trialEndsOn;
  if (cancelledOn !== null && cancelledOn < trialEndsOn) return { isTrialOver, paidUntil: null, isEnded: isTrialOver };
  if (!isTrialOver) return { isTrialOver, paidUntil: null, isEnded: false };
  const paidUntil = daysAfter(nextDueOn(trialEndsOn, cancelledOn ?? today), -1);
  return { isTrialOver, paidUntil, isEnded: cancelledOn !== null && today > paidUntil };
}

/** The next regular charge after a day: the 1st of a month, the first of them as the first invoice has it. */
export function nextDueOn(trialEndsOn: IsoDate, day: IsoDate): IsoDate {
  const first = regularDueOn(trialEndsOn);
  return day < first ? first : firstOfMonth(day, 1);
}
