import { describe, expect, test } from 'vitest';
import { joinedDigits } from '#domain/digits.ts';

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
