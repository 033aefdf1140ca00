import { type Currency, currencies, type Language } from './constants.ts';

/** A country's code in any case; '' or null: none is given. */
type Country = string | null | undefined;

/**
 * §9: the currencies for a customer who is in at least one of these countries. PLN is for Poland only; the page calls
 * this with the country of the browser's config, and before a card is sent both sides call it with the countries of
 * card, company and number.
 */
export const currenciesFor = (...countries: readonly Country[]): readonly Currency[] =>
  countries.some((country) => country?.toLowerCase() === 'pl')
    ? currencies
    : currencies.filter((currency) => currency !== 'PLN');

/** A currency that nobody chose for this order: EUR takes its place where it is not available. */
export const availableCurrency = (currency: Currency, available: readonly Currency[]): Currency =>
  available.includes(currency) ? currency : 'EUR';

/** The currencies that readers of a language pay in at home; none of those on offer in Mexico and Brazil. */
const homeCurrencies: Record<Language, readonly Currency[]> = {
  en: ['USD', 'GBP', 'EUR'],
  de: ['EUR'],
  es: ['EUR', 'USD'],
  pl: ['PLN'],
  pt: ['EUR'],
  mx: [],
  br: [],
};

/** Whether a currency is to be explained on a page, because it is not that of its readers. */
export const isForeignCurrency = (currency: Currency, language: Language): boolean =>
  !homeCurrencies[language].includes(currency);
