import type { Account, InvoicePreview } from '#contract/account.ts';
import { discountOn } from '#domain/discount.ts';
import { type InvoicePart, invoicesFrom } from '#domain/invoice.ts';
import { toDecimal } from '#domain/money.ts';
import { nextDueOn } from '#domain/subscription.ts';
import type { OpenSession } from '../login/sessions.ts';
import { userById } from '../login/user.ts';
import type { ServerContext } from '../platform/context.ts';
import { customerById, customerIdOf } from './customer.ts';
import { customersOrder } from './order.ts';
import { customersToday, subscriptionOf } from './subscription.ts';
import { teammateOf } from './teamView.ts';

/** §1: the account as the dashboard shows it. */
export async function accountOf({ db, config, now }: ServerContext, session: OpenSession): Promise<Account> {
  const user = await userById(db, session.userId);
  const customer = await customerById(db, customerIdOf(session));
  const { lines, addOns, team, userMonthly, cxMonthly } = await customersOrder(db, customer);
  const { first } = invoicesFrom(lines, customer.trial_ends_on, config.settings.proration);
  const { discount_percent: percent } = customer;
  const subscription = subscriptionOf(customer, now());
  const today = customersToday(customer, now());
  const regularOn = nextDueOn(customer.trial_ends_on, today);
  const regular = invoiceOf(regularOn, [{ kind: 'monthly', amount: lines.totalMonthly }], percent);
  const isStillDue = first.dueOn >= today;
  const isCancelledInTrial = customer.cancelled_at !== null && subscription.paidUntil === null;
  const firstInvoices = isStillDue && !isCancelledInTrial ? [invoiceOf(first.dueOn, first.parts, percent)] : [];
  return {
    user: teammateOf(user),
    second_factor: user.second_factor === 1,
    second_factor_policy: config.twoFactor,
    has_password: user.password_hash !== null,
    company: customer.company,
    package_type: customer.package_type,
    nb_users: lines.users,
    team_size: team,
    nb_cx_bundles: customer.nb_cx_bundles,
    nb_cx_assigned: addOns,
    number: customer.number,
    number_id: customer.number_id,
    currency: customer.currency,
    monthly: regular.amount,
    monthly_before_discount: toDecimal(lines.totalMonthly),
    user_monthly: toDecimal(userMonthly),
    cx_monthly: toDecimal(cxMonthly),
    trial_ends_on: customer.trial_ends_on,
    trial_over: subscription.isTrialOver,
    paid_until: subscription.paidUntil,
    ended: subscription.isEnded,
    cancelled_at: customer.cancelled_at === null ? null : new Date(customer.cancelled_at).toISOString(),
    discount_percent: percent,
    // After a cancellation, only the invoices that were due before it remain.
    invoices: customer.cancelled_at === null ? [...firstInvoices, regular] : firstInvoices,
  };
}

type Part = InvoicePart | { kind: 'monthly' | 'discount'; amount: number };

/**
 * An invoice with its parts as sent to the client. A discount is a part of its own; the amount is the sum of the parts.
 */
function invoiceOf(due_on: string, charged: readonly Part[], percent: number): InvoicePreview {
  const full = charged.reduce((total, { amount }) => total + amount, 0);
  const discount = discountOn(full, percent);
  const parts = percent > 0 ? [...charged, { kind: 'discount', amount: discount } as const] : charged;
  return {
    due_on,
    amount: toDecimal(full + discount),
    parts: parts.map((part) => ({ ...part, amount: toDecimal(part.amount) })),
  };
}
