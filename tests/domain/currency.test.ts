import { describe, expect, it } from 'vitest';
import { currencies } from '#domain/constants.ts';
import { availableCurrency, currenciesFor, isForeignCurrency } from '#domain/currency.ts';
import { zlotyRows } from '#tests/support/currencyRows.ts';

describe('§9: PLN is only for country pl', () => {
  it.each(['pl', 'PL'])('offers PLN in %s', (country) => {
    expect(currenciesFor(country)).toEqual(['USD', 'EUR', 'GBP', 'PLN']);
  });

  it.each(['de', 'US', 'int', '', null, undefined])('does not offer PLN in %s', (country) => {
    expect(currenciesFor(country)).toEqual(['USD', 'EUR', 'GBP']);
  });

  it.each(zlotyRows)('card $card, company "$company", number $number: $accepted', (row) => {
    expect(currenciesFor(row.card, row.company, row.number).includes('PLN')).toBe(row.accepted);
  });

  it('replaces PLN by EUR where it is not available, and no other currency', () => {
    expect(availableCurrency('PLN', currenciesFor('pl'))).toBe('PLN');
    expect(availableCurrency('PLN', currenciesFor('us'))).toBe('EUR');
    expect(availableCurrency('USD', currenciesFor('us'))).toBe('USD');
  });
});

it.each([
  ['en', ['PLN']],
  ['de', ['USD', 'GBP', 'PLN']],
  ['es', ['GBP', 'PLN']],
  ['pl', ['USD', 'EUR', 'GBP']],
  ['pt', ['USD', 'GBP', 'PLN']],
  ['mx', ['USD', 'EUR', 'GBP', 'PLN']],
  ['br', ['USD', 'EUR', 'GBP', 'PLN']],
] as const)('on a page in %s these currencies are explained: %j', (language, foreign) => {
  expect(currencies.filter((currency) => isForeignCurrency(currency, language))).toEqual(foreign);
});
