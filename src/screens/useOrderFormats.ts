import { formatTrialDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/constants.ts';
import { formatMoney, type Minor } from '#domain/money.ts';
import { usePage } from './page.ts';

/** Formats of the amounts and dates of an order, for the language of the page. */
export function useOrderFormats(currency: Currency) {
  const { language } = usePage();
  return {
    money: (amount: Minor) => formatMoney(amount, currency, language),
    date: (date: string) => formatTrialDate(date, language),
  };
}
