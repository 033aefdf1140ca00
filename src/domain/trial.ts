import { daysAfter, type IsoDate, oneMonthAfter } from './calendar.ts';
import { TRIAL_DAYS } from './constants.ts';

/** Length of a trial: one calendar month, or thirty days. */
export const trialLengths = ['month', '30days'] as const;
export type TrialLength = (typeof trialLengths)[number];

/** §1, §9: the end of a trial that starts today; also the first due date and the day of proration. */
export const trialEnd = (today: IsoDate, trialLength: TrialLength): IsoDate =>
  trialLength === 'month' ? oneMonthAfter(today) : daysAfter(today, TRIAL_DAYS);
