import { todayIn } from '#domain/calendar.ts';
import { type Subscription, subscriptionOn } from '#domain/subscription.ts';
import type { Customer } from './customer.ts';

type Dated = Pick<Customer, 'trial_ends_on' | 'trial_time_zone' | 'cancelled_at'>;

/** Today's date in the time zone of the customer's trial. */
export const customersToday = ({ trial_time_zone }: Dated, now: number): string => todayIn(trial_time_zone, now);

/** Trial, paid period and cancellation of a customer, in calendar days of the trial's time zone. */
export const subscriptionOf = (customer: Dated, now: number): Subscription =>
  subscriptionOn({
    trialEndsOn: customer.trial_ends_on,
    cancelledOn: customer.cancelled_at === null ? null : customersToday(customer, customer.cancelled_at),
    today: customersToday(customer, now),
  });
