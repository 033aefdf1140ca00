import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencies } from '#domain/constants.ts';
import {
  currencyInSentence,
  currencyName,
  formatCount,
  formatMoney,
  scale,
  sum,
  times,
  toDecimal,
  toMinor,
} from '#domain/money.ts';

describe('money is whole minor units', () => {
  it.each([
    [15, 1500],
    [0.1, 10],
    [19.99, 1999],
    [1.005, 101],
    [8.575, 858],
    [4.35, 435],
    [1e-7, 0],
    [0, 0],
  ])('the decimal %d of a response is %d', (decimal, minor) => {
    expect(toMinor(decimal)).toBe(minor);
  });

  it('writing and reading an amount keeps it', () => {
    fc.assert(fc.property(fc.nat(1_000_000_000), (amount) => toMinor(toDecimal(amount)) === amount));
  });

  it('the sum of no amounts is zero', () => {
    expect(sum()).toBe(0);
    expect(sum(1, 2, 3)).toBe(6);
    expect(times(1999, 3)).toBe(5997);
  });
});

describe('each line is rounded once, half up', () => {
  it.each([
    [1, 1, 2, 1],
    [3, 1, 2, 2],
    [-1, 1, 2, 0],
    [-3, 1, 2, -1],
    [-5, 1, 3, -2],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [1800, 312, 365, 1539],
    [9_007_199_254_740_991, 365, 365, 9_007_199_254_740_991],
  ])('%d × %d / %d is %d', (amount, numerator, denominator, expected) => {
    expect(scale(amount, numerator, denominator)).toBe(expected);
  });

  it('is at most half a unit from the exact value, and rounds up halfway', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.nat(10_000),
        fc.integer({ min: 1, max: 10_000 }),
        (amount, numerator, denominator) => {
          const twiceTheError =
            2n * BigInt(scale(amount, numerator, denominator)) * BigInt(denominator) -
            2n * BigInt(amount) * BigInt(numerator);
          return twiceTheError > -BigInt(denominator) && twiceTheError <= BigInt(denominator);
        },
      ),
    );
  });
});

describe('amounts by locale and currency', () => {
  it.each([
    [1500, 'USD', 'en', '$15.00'],
    [1500, 'EUR', 'en', '€15.00'],
    [0, 'USD', 'en', '$0.00'],
    [123450, 'EUR', 'de', '1.234,50 €'],
    [123450, 'PLN', 'pl', '1234,50 zł'],
    [1500, 'EUR', 'es', '15,00 €'],
    [1500, 'EUR', 'pt', '15,00 €'],
    [1_234_567, 'EUR', 'pt', '12 345,67 €'],
    [1_234_567, 'EUR', 'br', '€ 12.345,67'],
    [1500, 'EUR', 'br', '€ 15,00'],
    [123450, 'GBP', 'mx', 'GBP 1,234.50'],
  ] as const)('%d %s in %s reads %s', (amount, currency, language, words) => {
    expect(formatMoney(amount, currency, language).replace(/\s/g, ' ')).toBe(words);
  });

  it.each([
    ['en', '10,000'],
    ['de', '10.000'],
    ['es', '10.000'],
    ['mx', '10,000'],
    ['pl', '10 000'],
    ['pt', '10 000'],
    ['br', '10.000'],
  ] as const)('ten thousand users in %s are %s', (language, words) => {
    expect(formatCount(10_000, language).replace(/\s/g, ' ')).toBe(words);
  });

  it.each([
    ['PLN', 'en', 'Polish Zloty'],
    ['PLN', 'pt', 'zloti polaco'],
    ['PLN', 'br', 'Zloty polonês'],
    ['GBP', 'es', 'libra esterlina'],
    ['USD', 'mx', 'dólar estadounidense'],
  ] as const)('the name of %s in %s is %s', (currency, language, name) => {
    expect(currencyName(currency, language)).toBe(name);
  });

  it('shows every digit of an amount in every currency', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.constantFrom(...currencies), (amount, currency) => {
        const digits = formatMoney(amount, currency, 'en').replace(/\D/g, '');
        return digits === String(amount).padStart(3, '0');
      }),
    );
  });
});

it.each([
  ['en', 'British Pound', 'British pounds'],
  ['de', 'Britisches Pfund', 'Britische Pfund'],
  ['es', 'libra esterlina', 'libras esterlinas'],
  ['mx', 'libra esterlina', 'libras esterlinas'],
  ['pl', 'funt szterling', 'funty szterlingi'],
  ['pt', 'libra esterlina britânica', 'libras esterlinas britânicas'],
  ['br', 'Libra esterlina', 'libras esterlinas'],
] as const)('in %s a list names one %s, a sentence many %s', (language, inList, inSentence) => {
  expect(currencyName('GBP', language)).toBe(inList);
  expect(currencyInSentence('GBP', language)).toBe(inSentence);
});
