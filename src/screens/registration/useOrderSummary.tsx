import { useLingui } from '@lingui/react';
import type { ComponentProps } from 'react';
import type { Currency } from '#domain/constants.ts';
import type { OrderSummary as Summary } from '#machines/registration/summary.ts';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { SummaryContent } from '#ui/SummaryLayout.tsx';
import { RetryNote } from '../RetryNote.tsx';
import { useOrderFormats } from '../useOrderFormats.tsx';
import { OrderSummary } from './OrderSummary.tsx';

type Order = Pick<ComponentProps<typeof OrderSummary>, 'number'> & {
  /** `missing`: the prices could not be loaded; null: the order has none in its currency. */
  summary: Summary | 'loading' | 'missing' | null;
  currency: Currency;
  /** Retries loading the prices; absent where they come with the chosen number. */
  onTryAgain?: (() => void) | undefined;
  /** Whether the currency of the order is chosen beside the summary. */
  hasCurrencyField?: boolean;
};

/** §2: the order summary beside a form; folded, it shows what is due today. */
export function useOrderSummary(order: Order): SummaryContent {
  const { i18n } = useLingui();
  const { money } = useOrderFormats(order.currency);
  const { summary } = order;
  const dueToday = summary === null || typeof summary === 'string' ? null : summary.lines.dueToday;
  return {
    title: i18n.t('Order summary'),
    total: dueToday !== null && `${i18n.t('Due today')} ${money(dueToday)}`,
    isUrgent: summary === null || summary === 'missing',
    children: <Contents {...order} />,
  };
}

function Contents({ summary, currency, onTryAgain, hasCurrencyField, number }: Order) {
  const { i18n } = useLingui();
  if (summary === 'missing')
    return <RetryNote onRetry={onTryAgain}>{i18n.t("We couldn't load the prices.")}</RetryNote>;
  if (summary === 'loading') return <Skeleton fields={4} />;
  if (summary !== null) return <OrderSummary summary={summary} number={number} />;
  return (
    <Note kind="error">
      <p>
        {hasCurrencyField
          ? i18n._('This order has no price in {currency}. Choose another currency.', { currency })
          : i18n._('This order has no price in {currency}. You can choose another currency in the last step.', {
              currency,
            })}
      </p>
    </Note>
  );
}
