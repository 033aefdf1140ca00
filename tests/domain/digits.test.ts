import { describe, expect, test } from 'vitest';
import { digitsOf, grouped, joinedDigits, plainDigits } from '#domain/digits.ts';

describe('digits and separators', () => {
  const separators = [
    ' ',
    '\u00a0',
    '\u202f',
    '\u3000',
    '-',
    '\u2010',
    '\u2011',
    '\u2013',
    '\u2014',
    '\u2212',
    '\uff0d',
  ];
  test.each([...separators, '\u202a', '\u200b', '\u2060', '\u2800'])('%j is ignored', (sign) => {
    expect(joinedDigits(`${sign}123${sign}456${sign}`)).toBe('123456');
  });
  test.each(['123a456', '123.456', '123/456'])('%s contains more than digits', (text) => {
    expect(joinedDigits(text)).toBe(text);
  });
});

describe('digits of other scripts', () => {
  test.each([
    ['０１２３４５６７８９', '0123456789'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    // Neighbours of those blocks, and digits of a script that no language of the product is written in.
    ['／：ٯ٪ۯۺ१', '／：ٯ٪ۯۺ१'],
  ])('%s is %s', (text, digits) => {
    expect(plainDigits(text)).toBe(digits);
  });
  test('only digits are left of a text, 0 to 9', () => {
    expect(digitsOf('a1-٢.３ १')).toBe('123');
  });
});

test.each([
  ['42424242', '4242 4242'],
  ['4242424', '4242 424'],
  ['4242', '4242'],
  ['', ''],
  ['424242424242', '4242 4242'],
])('%s in two groups of four is %s', (digits, groups) => {
  expect(grouped(digits, [4, 4])).toBe(groups);
});
