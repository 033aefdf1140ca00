import { expect, test } from 'vitest';
import { countryCodeOf, isoCode } from '#domain/countryCode.ts';
import { codeWith, messageCodes, readCode } from '#domain/messages.ts';

test('a code carries one value, whatever is in it', () => {
  for (const value of ['ż', ':', 'a:b', '']) {
    expect(readCode(codeWith('foreignLetter', value))).toEqual({ code: 'foreignLetter', value });
  }
  expect(readCode('blank')).toEqual({ code: 'blank', value: '' });
});

test.each(['This password is too common.', 'Note: blank', '', 'toString', 'Blank'])(
  '“%s” is no code of ours',
  (text) => {
    expect(readCode(text)).toBeNull();
  },
);

test('each message has its name as its code', () => {
  expect(Object.values(messageCodes)).toEqual(Object.keys(messageCodes));
});

test.each([
  ['gb', 'UK', 'GB'],
  ['GB', 'UK', 'GB'],
  ['uk', 'UK', 'GB'],
  ['de', 'DE', 'DE'],
  ['INT', 'INT', 'INT'],
])('the country %s is %s here, and %s in tables of names', (code, ours, iso) => {
  expect([countryCodeOf(code), isoCode(countryCodeOf(code))]).toEqual([ours, iso]);
});
