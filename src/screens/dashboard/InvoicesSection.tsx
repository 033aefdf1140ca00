import { Trans, useLingui } from '@lingui/react';
import type { Account, InvoicePreview } from '#contract/account.ts';
import { toMinor } from '#domain/money.ts';
import { type OrderLine, OrderLines } from '#ui/OrderLines.tsx';
import { Stack } from '#ui/Stack.tsx';
import { useOrderFormats } from '../useOrderFormats.tsx';
import { Section } from './Section.tsx';

/** §9: the next invoices, each amount with its calculation; a discount is a line of its own. */
export function InvoicesSection({ account }: { account: Account }) {
  const { i18n } = useLingui();
  return (
    <Section title={account.trial_over ? i18n.t('Your next invoices') : i18n.t('Your first invoices')}>
      {account.invoices.length === 0 ? (
        <p>
          {account.paid_until === null
            ? i18n.t("No invoices. You won't be charged.")
            : i18n.t("No more invoices. You won't be charged again.")}
        </p>
      ) : (
        <Stack gap="medium">
          <div className="dashboard-invoices">
            {account.invoices.map((invoice) => (
              <Invoice key={invoice.due_on} invoice={invoice} account={account} />
            ))}
          </div>
          <p className="small soft">{i18n.t('Taxes and fees are added according to your location.')}</p>
        </Stack>
      )}
    </Section>
  );
}

function Invoice({ invoice, account }: { invoice: InvoicePreview; account: Account }) {
  const { i18n } = useLingui();
  const { money, count, date } = useOrderFormats(account.currency);
  const linesOf = usePartLines(account);
  const due: OrderLine = {
    id: 'due',
    label: <Trans id="Due on {date}" values={{ date: date(invoice.due_on) }} />,
    value: money(toMinor(invoice.amount)),
    kind: 'total',
  };
  const users: OrderLine = {
    id: 'users',
    label: i18n.t('Users'),
    value: count(account.nb_users),
    ...(account.user_monthly !== null && {
      note: i18n._('{price} per user per month', { price: money(toMinor(account.user_monthly)) }),
    }),
  };
  return <OrderLines lines={[users, ...invoice.parts.map(linesOf), due]} />;
}

function usePartLines({ currency, monthly_before_discount, discount_percent }: Account) {
  const { i18n } = useLingui();
  const { money } = useOrderFormats(currency);
  const labels = {
    prorated: ({ days = 0 }) => ({
      label: i18n._('Prorated for {days, plural, one {# day} other {# days}}', { days }),
      note: i18n._('{monthly} × 12 ÷ 365 × {days, plural, one {# day} other {# days}}', {
        monthly: money(toMinor(monthly_before_discount)),
        days,
      }),
    }),
    fullMonth: () => ({ label: i18n.t('Following month, in full') }),
    setupFee: () => ({ label: i18n.t('Number setup fee'), note: i18n.t('One-off, charged in the first month') }),
    monthly: () => ({ label: i18n.t('The regular monthly amount') }),
    discount: () => ({ label: i18n._('{rate, number, percent} discount', { rate: discount_percent / 100 }) }),
  } satisfies Record<Part['kind'], (part: Part) => Partial<OrderLine>>;
  return (part: Part): OrderLine => ({
    id: part.kind,
    value: money(toMinor(part.amount)),
    ...labels[part.kind](part),
  });
}

type Part = InvoicePreview['parts'][number];
