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
  /** Null while the prices are loading or missing. */
  summary: Summary | null;
  currency: Currency;
  /** Whether any price is loading. */
  isLoading: boolean;
  /** Whether the prices could not be loaded. */
  isMissing: boolean;
  /** Retries loading the prices; absent where they come with the chosen number. */
  onTryAgain?: (() => void) | undefined;
  /** Whether the currency of the order is chosen beside the summary. */
  hasCurrencyField?: boolean;
};

/** §2: the order summary beside a form; folded, it shows what is due today. */
export function useOrderSummary({
  summary,
  currency,
  isLoading,
  isMissing,
  onTryAgain,
  hasCurrencyField,
  number,
}: Order): SummaryContent {
  const { i18n } = useLingui();
  const { money } = useOrderFormats(currency);
  const isUnpriced = summary === null && !isLoading && !isMissing;
  return {
    title: i18n.t('Order summary'),
    total: summary && !isLoading && `${i18n.t('Due today')} ${money(summary.lines.dueToday)}`,
    isUrgent: isMissing || isUnpriced,
    children: isMissing ? (
      <RetryNote onRetry={onTryAgain}>{i18n.t("We couldn't load the prices.")}</RetryNote>
    ) : isLoading ? (
      <Skeleton fields={4} />
    ) : summary ? (
      <OrderSummary summary={summary} number={number} />
    ) : (
      <Note kind="error">
        <p>
          {hasCurrencyField
            ? i18n._('This order has no price in {currency}. Choose another currency.', { currency })
            : i18n._('This order has no price in {currency}. You can choose another currency in the last step.', {
                currency,
              })}
        </p>
      </Note>
    ),
  };
}
