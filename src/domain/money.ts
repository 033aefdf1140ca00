import type { Currency, Language } from './constants.ts';
import { baseLanguage, intlTag } from './locale.ts';

/** Money is whole minor units (cents, grosze); it becomes a decimal only on the wire and on screen. */
export type Minor = number;

/** A decimal from the wire (major units) as minor units; a third decimal place is rounded half up. */
export function toMinor(decimal: number): Minor {
  const [digits, exponent = '0'] = String(decimal).split('e');
  return Math.round(Number(`${digits}e${Number(exponent) + 2}`));
}

/** Minor units as the decimal for the wire. */
export const toDecimal = (amount: Minor): number => amount / 100;

/** A price for several units. */
export const times = (amount: Minor, count: number): Minor => amount * count;

/** The total of amounts. */
export const sum = (...amounts: readonly Minor[]): Minor => amounts.reduce((total, amount) => total + amount, 0);

/** Amount × numerator / denominator, rounded once, half up, in integers. The denominator is positive. */
export function scale(amount: Minor, numerator: number, denominator: number): Minor {
  const divisor = 2n * BigInt(denominator);
  const dividend = 2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator);
  const quotient = dividend / divisor;
  const roundedUp = dividend % divisor < 0n;
  return Number(roundedUp ? quotient - 1n : quotient);
}

/** Creating a format takes longer than formatting a hundred amounts. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: Language, currency?: Currency): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(intlTag(language), currency && { style: 'currency', currency });
  formats.set(key, format);
  return format;
}

/** An amount in the notation of a language: formatMoney(1500, 'USD', 'en') is '$15.00'. */
export const formatMoney = (amount: Minor, currency: Currency, language: Language): string =>
  formatOf(language, currency).format(toDecimal(amount));

/** How many there are, in the notation of a language: formatCount(10_000, 'en') is '10,000'. */
export const formatCount = (count: number, language: Language): string => formatOf(language).format(count);

/** The name of a currency, as in a list: 'US Dollar'. */
export const currencyName = (currency: Currency, language: Language): string =>
  new Intl.DisplayNames(intlTag(language), { type: 'currency' }).of(currency) ?? currency;

/**
 * Within a sentence it names many: 'US dollars'. Portuguese names may begin with a capital letter, as in a list; a
 * country in them keeps its own.
 */
export function currencyInSentence(currency: Currency, language: Language): string {
  const style = { style: 'currency', currency, currencyDisplay: 'name', maximumFractionDigits: 0 } as const;
  const name = new Intl.NumberFormat(intlTag(language), style).format(2).replace(/2\s/, '');
  return baseLanguage(language) === 'pt' ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
