import { describe, expect, it } from 'vitest';
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
  ['EUR', 'br', true],
  ['USD', 'mx', true],
  ['EUR', 'pl', true],
  ['USD', 'de', true],
  ['EUR', 'de', false],
  ['PLN', 'pl', false],
  ['GBP', 'en', false],
] as const)('%s on a page in %s is explained: %s', (currency, language, isForeign) => {
  expect(isForeignCurrency(currency, language)).toBe(isForeign);
});
