import { expect, test } from 'vitest';
import { bankAddress } from '#domain/bankAddress.ts';

const origins = [
  'https://bank.example',
  'http://127.0.0.1:3000',
  'http://shop.example',
  'ftp://127.0.0.1',
  'ftp://bank.example',
];

test.each([
  ['https://bank.example/check/1?lang=de', true],
  ['http://127.0.0.1:3000/bank/1', true],
  // http only on this machine, even where the operator lists it
  ['http://shop.example/check', false],
  ['http://bank.example/check', false],
  ['ftp://127.0.0.1/check', false],
  ['ftp://bank.example/check', false],
  ['https://bank.example:8443/check', false],
  ['https://bank.example.evil.example/check', false],
  ['https://evil.example/?https://bank.example', false],
  ['https://bank.example@evil.example/', false],
  ['//evil.example', false],
  ['//bank.example', false],
  ['check/1', false],
  ['/\\evil.example', false],
  ['javascript:alert(1)', false],
  ['data:text/html,hello', false],
  ['blob:https://bank.example/1', false],
  ['', false],
])('%s may be framed: %s', (address, isAllowed) => {
  expect(bankAddress(address, origins)).toBe(isAllowed ? address : null);
});

test('a path is one of the API, whose origin is the first', () => {
  expect(bankAddress('/check/1?lang=de', origins)).toBe('https://bank.example/check/1?lang=de');
});
