import { formatTrialDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/constants.ts';
import { formatCount, formatMoney, type Minor } from '#domain/money.ts';
import { Unbroken } from '#ui/Unbroken.tsx';
import { usePage } from './page.ts';

/** Formats of the amounts, numbers and dates of an order, for the language of the page; no line ends within a date. */
export function useOrderFormats(currency: Currency) {
  const { language } = usePage();
  return {
    money: (amount: Minor) => formatMoney(amount, currency, language),
    count: (number: number) => formatCount(number, language),
    date: (date: string) => <Unbroken text={formatTrialDate(date, language)} />,
  };
}
