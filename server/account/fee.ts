import { discounted } from '#domain/discount.ts';
import { sum, times } from '#domain/money.ts';
import { billedUsers } from '#domain/teamFee.ts';
import { queueMail } from '../mail/outbox.ts';
import type { EmailValues } from '../mail/renderEmail.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import { customerById } from './customer.ts';
import { customersOrder } from './order.ts';

/** Notifies the owner by mail that the fee has risen because a teammate has joined (§1: the fee is per user). */
export async function announceFee(context: ServerContext, tx: Tx, customerId: number, person: string): Promise<void> {
  const customer = await customerById(tx, customerId);
  const { lines, team } = await customersOrder(tx, customer);
  const before = billedUsers(customer.nb_users, team - 1);
  // After a cancellation nothing more is charged.
  if (lines.users === before || customer.cancelled_at !== null) return;
  const owner = await tx
    .selectFrom('users')
    .select(['email', 'language'])
    .where('customer_id', '=', customerId)
    .where('role', '=', 'owner')
    .executeTakeFirst();
  if (!owner) return;
  const amount = discounted(lines.totalMonthly, customer.discount_percent);
  const values = { person, users: lines.users, price: { amount, currency: customer.currency } };
  await queueMail(context, tx, { to: owner.email, kind: 'feeRaised', language: owner.language, values });
}

/** What a month costs as it was ordered, that is with the add-ons that nobody has been given yet. */
export async function orderedFee(tx: Tx, customerId: number): Promise<Pick<EmailValues, 'users' | 'price'>> {
  const customer = await customerById(tx, customerId);
  const { lines, addOns, cxMonthly } = await customersOrder(tx, customer);
  const amount = sum(lines.totalMonthly, times(cxMonthly, customer.nb_cx_bundles - addOns));
  return { users: lines.users, price: { amount, currency: customer.currency } };
}
