import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { InvoicePart } from '#domain/invoice.ts';
import type { Minor } from '#domain/money.ts';
import type { OrderSummary as Summary } from '#machines/registration/summary.ts';
import type { Summary as Sheet } from '#ui/Beside.tsx';
import { Button } from '#ui/Button.tsx';
import { Note } from '#ui/Note.tsx';
import { type OrderLine, OrderLines } from '#ui/OrderLines.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.tsx';
import { useOrderFormats } from '../orderFormats.ts';
import './OrderSummary.css';

type Order = {
  /** Null: the prices are on their way, or missing. */
  summary: Summary | null;
  /** The prices could not be loaded. */
  isMissing: boolean;
  onTryAgain: () => void;
  /** The number is still to be chosen, and its fees with it. */
  isNumberOpen?: boolean;
  /** Where the ordered number belongs, where it cannot be seen beside the summary. */
  place?: string | undefined;
};

/** §2: the order summary beside a form; folded, it says what is due today. */
export function useOrderSheet({ summary, isMissing, onTryAgain, isNumberOpen = false, place }: Order): Sheet {
  const { i18n } = useLingui();
  const { money } = useOrderFormats(summary?.currency ?? 'USD');
  return {
    title: i18n.t('Order summary'),
    total: summary && `${i18n.t('Due today')} ${money(summary.lines.dueToday)}`,
    isUrgent: isMissing,
    children: isMissing ? (
      <Note kind="error">
        <p>{i18n.t('The prices could not be loaded.')}</p>
        <Button look="secondary" onPress={onTryAgain}>
          {i18n.t('Try again')}
        </Button>
      </Note>
    ) : summary ? (
      <Bill summary={summary} isNumberOpen={isNumberOpen} place={place} />
    ) : (
      <Skeleton fields={4} />
    ),
  };
}

/** §2: all lines of the order. */
function Bill({ summary, isNumberOpen, place }: { summary: Summary } & Pick<Order, 'isNumberOpen' | 'place'>) {
  const { currency, lines, invoices } = summary;
  const { i18n } = useLingui();
  const { money, date } = useOrderFormats(currency);
  const { first, second } = invoices;
  const fee = (amount: Minor) => (isNumberOpen ? '–' : money(amount));

  const bill: OrderLine[] = [
    { id: 'users', label: i18n.t('Users'), value: lines.users },
    { id: 'usersMonthly', label: i18n.t('Users monthly fee'), value: money(lines.usersMonthly) },
    {
      id: 'setupFee',
      label: i18n.t('Number setup fee'),
      value: fee(lines.setupFee),
      note: isNumberOpen ? i18n.t('Depends on the number that you choose') : i18n.t('Once, in the first month'),
    },
    { id: 'numberMonthly', label: i18n.t('Number monthly fee'), value: fee(lines.numberMonthly), note: place },
    { id: 'cxMonthly', label: i18n.t('CX add-on monthly fee'), value: money(lines.cxMonthly) },
    { id: 'total', label: i18n.t('Total excluding taxes'), value: money(lines.totalExcludingTaxes), kind: 'total' },
    { id: 'today', label: i18n.t('Due today'), value: money(lines.dueToday), kind: 'due' },
    {
      id: 'first',
      label: i18n._('Due on {date}', { date: date(first.dueOn) }),
      value: money(first.amount),
      note: (
        <ul className="order-arithmetic">
          {first.parts.map((part) => (
            <li key={part.kind}>{partText(i18n, part, lines.totalMonthly, money)}</li>
          ))}
        </ul>
      ),
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
      <p className="small soft">
        {i18n.t(
          "The first month's charge is prorated from the day your trial ends. Taxes and fees are added according to your location.",
        )}
      </p>
    </Stack>
  );
}

/** Why the first invoice is as high as it is: its own arithmetic (§9). */
function partText(i18n: I18n, part: InvoicePart, monthlyAmount: Minor, money: (amount: Minor) => string): string {
  const amount = money(part.amount);
  const monthly = money(monthlyAmount);
  switch (part.kind) {
    case 'prorated':
      return i18n._('{monthly} × 12 ÷ 365 × {days, plural, one {# day} other {# days}} = {amount}', {
        monthly,
        days: part.days,
        amount,
      });
    case 'fullMonth':
      return i18n._('{amount} for a full month', { amount });
    case 'setupFee':
      return i18n._('{amount} number setup fee', { amount });
  }
}
