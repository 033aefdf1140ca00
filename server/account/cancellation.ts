import type { Language } from '#domain/constants.ts';
import { nextDueOn } from '#domain/subscription.ts';
import type { OpenSession } from '../login/sessions.ts';
import { userById } from '../login/user.ts';
import { queueMail } from '../mail/outbox.ts';
import { type ServerContext, within } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import { customerById, setCustomer } from './customer.ts';
import { changingCustomerId, customersToday, subscriptionOf } from './subscription.ts';

/** §1: cancels at the end of the trial or of the paid period, and confirms it by mail; does nothing if it is cancelled. */
export async function cancel(context: ServerContext, tx: Tx, session: OpenSession, language: Language): Promise<void> {
  const { now } = context;
  const customerId = await changingCustomerId(within(context, tx), session);
  const customer = await customerById(tx, customerId);
  if (customer.cancelled_at !== null) return;
  await setCustomer(tx, customerId, { cancelled_at: now() });
  const { paidUntil } = subscriptionOf(customer, now());
  const kind = paidUntil === null ? 'trialCancelled' : 'subscriptionCancelled';
  const date = paidUntil ?? customer.trial_ends_on;
  await queueMail(context, tx, { ...(await recipient(tx, session)), kind, language, values: { date } });
}

/** Undoes a cancellation that has not taken effect yet, and confirms it by mail. */
export async function undoCancellation(
  context: ServerContext,
  tx: Tx,
  session: OpenSession,
  language: Language,
): Promise<void> {
  const { now } = context;
  const customerId = await changingCustomerId(within(context, tx), session);
  const customer = await customerById(tx, customerId);
  if (customer.cancelled_at === null) return;
  const { paidUntil } = subscriptionOf(customer, now());
  await setCustomer(tx, customerId, { cancelled_at: null });
  const kind = paidUntil === null ? 'trialResumed' : 'subscriptionResumed';
  const nextDue = nextDueOn(customer.trial_ends_on, customersToday(customer, now()));
  const date = paidUntil === null ? customer.trial_ends_on : nextDue;
  await queueMail(context, tx, { ...(await recipient(tx, session)), kind, language, values: { date } });
}

const recipient = async (tx: Tx, { userId }: OpenSession) => ({ to: (await userById(tx, userId)).email });
