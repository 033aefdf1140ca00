import { daysAfter, type IsoDate, oneMonthAfter } from './calendar.ts';
import { TRIAL_DAYS, type TrialLength } from './constants.ts';

/** §1, §9: the end of a trial that starts today; also the first due date and the day of proration. */
export const trialEnd = (today: IsoDate, trialLength: TrialLength): IsoDate =>
  trialLength === 'month' ? oneMonthAfter(today) : daysAfter(today, TRIAL_DAYS);
