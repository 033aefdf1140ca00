import { useLingui } from '@lingui/react';
import type { Account } from '#contract/account.ts';
import { toMinor } from '#domain/money.ts';
import { billedUsers, monthlyWith } from '#domain/teamFee.ts';
import { useOrderFormats } from '../useOrderFormats.tsx';

/** What the plan of the account covers, and its prices. */
export type Plan = Pick<
  Account,
  'nb_users' | 'user_monthly' | 'monthly_before_discount' | 'monthly' | 'discount_percent' | 'currency' | 'cancelled_at'
>;

type Props = {
  plan: Plan;
  /** Members of the team, and members and open invitations together. */
  members: number;
  invited: number;
};

/**
 * §1: the price of one more teammate, shown before the invitation is sent. Renders nothing if there is no extra charge.
 */
export function InviteFee({ plan, invited, members }: Props) {
  const { i18n } = useLingui();
  const { money } = useOrderFormats(plan.currency);
  if (plan.cancelled_at !== null) return null;
  const covered = plan.nb_users;
  const users = billedUsers(covered, members + invited + 1);
  if (users === covered) {
    return (
      <p className="small soft">
        {i18n._(
          'Your plan covers {covered, plural, one {# user} other {# users}}, so this invitation costs nothing more.',
          { covered },
        )}
      </p>
    );
  }
  const monthly = monthlyWith(users - covered, {
    monthly: toMinor(plan.monthly_before_discount),
    userMonthly: toMinor(plan.user_monthly ?? 0),
    discountPercent: plan.discount_percent,
  });
  const values = { covered, users };
  return (
    <p className="small">
      {i18n._('Your plan covers {covered, plural, one {# user} other {# users}}.', { covered })}{' '}
      {invited === 0
        ? i18n._('When this person joins, you pay for {users, plural, one {# user} other {# users}}.', values)
        : i18n._(
            'When everyone you have invited joins, you pay for {users, plural, one {# user} other {# users}}.',
            values,
          )}{' '}
      {plan.user_monthly !== null &&
        i18n._('That is {more} more per month, {monthly} in total, excluding taxes.', {
          more: money(monthly - toMinor(plan.monthly)),
          monthly: money(monthly),
        })}
    </p>
  );
}
