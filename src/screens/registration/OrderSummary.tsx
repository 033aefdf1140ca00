import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react';
import { isForeignCurrency } from '#domain/currency.ts';
import type { InvoicePart } from '#domain/invoice.ts';
import { currencyInSentence, type Minor } from '#domain/money.ts';
import { formatPhone } from '#domain/phone.ts';
import type { OrderSummary as Summary } from '#machines/registration/summary.ts';
import { type OrderLine, OrderLines } from '#ui/OrderLines.tsx';
import { Stack } from '#ui/Stack.tsx';
import { usePage } from '../page.ts';
import { useOrderFormats } from '../useOrderFormats.tsx';
import './OrderSummary.css';

type Props = {
  summary: Summary;
  /** The ordered number and its place, where the form beside the summary does not show them. */
  number?: { e164: string | null | undefined; place: string | undefined } | undefined;
};

/** §2: all lines of the order. */
export function OrderSummary({ summary, number }: Props) {
  const { currency, lines, invoices, isNumberOpen } = summary;
  const { i18n } = useLingui();
  const { language } = usePage();
  const { money, count, date } = useOrderFormats(currency);
  const { first, second } = invoices;
  const dependsOnNumber = i18n.t('Depends on the number you choose');
  /** A fee of the number, or a sum that includes it: shown only when it is final. */
  const withNumber = (amount: Minor) => (isNumberOpen ? '–' : money(amount));

  const orderLines: OrderLine[] = [
    ...(number?.e164
      ? [
          {
            id: 'number',
            label: i18n.t('Your number'),
            value: <span className="number">{formatPhone(number.e164)}</span>,
          },
        ]
      : []),
    { id: 'users', label: i18n.t('Users'), value: count(lines.users) },
    { id: 'usersMonthly', label: i18n.t('Users monthly fee'), value: money(lines.usersMonthly) },
    {
      id: 'setupFee',
      label: i18n.t('Number setup fee'),
      value: withNumber(lines.setupFee),
      note: isNumberOpen ? dependsOnNumber : i18n.t('One-off, charged in the first month'),
    },
    {
      id: 'numberMonthly',
      label: i18n.t('Number monthly fee'),
      value: withNumber(lines.numberMonthly),
      note: number?.place,
    },
    { id: 'cxMonthly', label: i18n.t('CX add-on monthly fee'), value: money(lines.cxMonthly) },
    {
      id: 'total',
      label: i18n.t('Total excluding taxes'),
      value: withNumber(lines.totalExcludingTaxes),
      kind: 'total',
    },
    { id: 'today', label: i18n.t('Due today'), value: money(lines.dueToday), kind: 'due' },
    {
      id: 'first',
      label: <Trans id="Due on {date}" values={{ date: date(first.dueOn) }} />,
      value: withNumber(first.amount),
      note: isNumberOpen ? (
        dependsOnNumber
      ) : (
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
      label: <Trans id="Due on {date}" values={{ date: date(second.dueOn) }} />,
      value: withNumber(second.amount),
      note: i18n.t('The regular monthly amount, every month from then on'),
      kind: 'due',
    },
  ];
  return (
    <Stack gap="small">
      <OrderLines lines={orderLines} />
      {isForeignCurrency(currency, language) && (
        <p className="small soft">
          {i18n._('All amounts are in {currency} ({code}). Your bank converts them into your own currency.', {
            currency: currencyInSentence(currency, language),
            code: currency,
          })}
        </p>
      )}
      <p className="small soft">
        {i18n.t(
          "The first month's charge is prorated from the day your trial ends. Taxes and fees are added according to your location.",
        )}
      </p>
    </Stack>
  );
}

/** The calculation of the first invoice (§9). */
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
