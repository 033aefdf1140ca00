import { formatTrialDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import { formatMoney, type Minor } from '#domain/money.ts';
import { usePage } from './page.ts';

/** How amounts and dates of an order are written on this page (M7). */
export function useOrderFormats(currency: Currency) {
  const tag = localeTag(usePage().language);
  return {
    money: (amount: Minor) => formatMoney(amount, currency, tag),
    date: (date: string) => formatTrialDate(date, tag),
  };
}
