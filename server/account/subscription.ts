import { type Subscription, subscriptionOn } from '#domain/subscription.ts';
import { todayIn } from '#domain/timeZone.ts';
import { reject } from '../http/errors.ts';
import type { OpenSession } from '../login/sessions.ts';
import { subscriptionOver, trialOver } from '../messages/account.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Store, Tx } from '../store/schema.ts';
import { type Customer, customerById, ownersCustomerId } from './customer.ts';

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

/** Whether a customer's account is cancelled, and over. */
export const hasEnded = async (db: Store | Tx, customerId: number, now: number): Promise<boolean> =>
  subscriptionOf(await customerById(db, customerId), now).isEnded;

/** The customer of an owner who changes what is ordered; rejected once the account has ended. */
export async function changingCustomerId(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  session: OpenSession,
): Promise<number> {
  const customerId = ownersCustomerId(session);
  const { paidUntil, isEnded } = subscriptionOf(await customerById(db, customerId), now());
  if (isEnded) reject('notAllowed', { message: paidUntil === null ? trialOver : subscriptionOver });
  return customerId;
}
