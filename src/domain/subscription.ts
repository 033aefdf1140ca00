import { daysAfter, firstOfMonth, type IsoDate } from './calendar.ts';
import { regularDueOn } from './invoice.ts';

/**
 * The end of a customer's trial (the day of the first charge), the day of a cancellation, and today: all in the
 * customer's time zone.
 */
type Dates = { trialEndsOn: IsoDate; cancelledOn: IsoDate | null; today: IsoDate };

/** The state of a subscription on a day. */
export type Subscription = {
  /** §1: the day before the end date is the last day of the trial. */
  isTrialOver: boolean;
  /** The last paid day: the one at the time of the cancellation, if cancelled; null during the trial. */
  paidUntil: IsoDate | null;
  /** Cancelled and ended: it can no longer be resumed. */
  isEnded: boolean;
};

/**
 * The state of a subscription. If it is cancelled during the trial, it ends with the trial and nothing is charged; if
 * later, it ends with the period that is paid at that time.
 */
export function subscriptionOn({ trialEndsOn, cancelledOn, today }: Dates): Subscription {
  const isTrialOver = today >= trialEndsOn;
  if (cancelledOn !== null && cancelledOn < trialEndsOn) return { isTrialOver, paidUntil: null, isEnded: isTrialOver };
  if (!isTrialOver) return { isTrialOver, paidUntil: null, isEnded: false };
  const paidUntil = daysAfter(nextDueOn(trialEndsOn, cancelledOn ?? today), -1);
  return { isTrialOver, paidUntil, isEnded: cancelledOn !== null && today > paidUntil };
}

/** The next regular charge after a day: the 1st of a month, from the regular due date of the first invoice on. */
export function nextDueOn(trialEndsOn: IsoDate, day: IsoDate): IsoDate {
  const first = regularDueOn(trialEndsOn);
  return day < first ? first : firstOfMonth(day, 1);
}
