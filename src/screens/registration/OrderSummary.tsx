import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { formatTrialDate } from '#domain/calendar.ts';
import type { InvoicePart } from '#domain/invoice.ts';
import { localeTag } from '#domain/locale.ts';
import { formatMoney, type Minor } from '#domain/money.ts';
import type { OrderSummary as Summary } from '#machines/registration/summary.ts';
import { type OrderLine, OrderLines } from '#ui/OrderLines.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.tsx';
import { usePage } from '../page.ts';

/** How amounts and dates of an order are written on this page. */
export function useOrderFormats(currency: Summary['currency']) {
  const tag = localeTag(usePage().language);
  return {
    money: (amount: Minor) => formatMoney(amount, currency, tag),
    date: (date: string) => formatTrialDate(date, tag),
  };
}

/** §2: all lines of the order summary; null: the prices are on their way. */
export function OrderSummary({ summary }: { summary: Summary | null }) {
  return summary ? <Bill summary={summary} /> : <Skeleton fields={4} />;
}

function Bill({ summary: { currency, lines, invoices } }: { summary: Summary }) {
  const { i18n } = useLingui();
  const { money, date } = useOrderFormats(currency);
  const { first, second } = invoices;

  const bill: OrderLine[] = [
    { id: 'users', label: i18n.t('Users'), value: lines.users },
    { id: 'usersMonthly', label: i18n.t('Users monthly fee'), value: money(lines.usersMonthly) },
    {
      id: 'setupFee',
      label: i18n.t('Number setup fee'),
      value: money(lines.setupFee),
      note: i18n.t('Once, in the first month'),
    },
    { id: 'numberMonthly', label: i18n.t('Number monthly fee'), value: money(lines.numberMonthly) },
    { id: 'cxMonthly', label: i18n.t('CX add-on monthly fee'), value: money(lines.cxMonthly) },
    { id: 'total', label: i18n.t('Total excluding taxes'), value: money(lines.totalExcludingTaxes), kind: 'total' },
    { id: 'today', label: i18n.t('Due today'), value: money(lines.dueToday), kind: 'due' },
    {
      id: 'first',
      label: i18n._('Due on {date}', { date: date(first.dueOn) }),
      value: money(first.amount),
      note: first.parts.map((part) => partText(i18n, part, money)).join(' + '),
      kind: 'due',
    },
    {
      id: 'second',
      label: i18n._('Due on {date}', { date: date(second.dueOn) }),
      value: money(second.amount),
      note: i18n.t('The regular monthly amount, from then on every month'),
      kind: 'due',
    },
  ];
  return (
    <Stack gap="small">
      <OrderLines lines={bill} />
      <p className="small soft">{i18n.t('Taxes and fees are added according to your location.')}</p>
      <p className="small soft">{i18n.t("The first month's charge is prorated from the day your trial ends.")}</p>
    </Stack>
  );
}

/** Why the first invoice is as high as it is: its own arithmetic. */
function partText(i18n: I18n, part: InvoicePart, money: (amount: Minor) => string): string {
  const amount = money(part.amount);
  switch (part.kind) {
    case 'prorated':
      return i18n._('{amount} for {days, plural, one {# day} other {# days}}', { amount, days: part.days });
    case 'fullMonth':
      return i18n._('{amount} for a full month', { amount });
    case 'setupFee':
      return i18n._('{amount} number setup fee', { amount });
  }
}
