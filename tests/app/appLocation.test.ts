import { describe, expect, it, test } from 'vitest';
import { isMailedLink, parseLocation, searchWith, tokenOf } from '#app/navigation/appLocation.ts';

const at = (address: string) => parseLocation(new URL(address, 'https://phone.example'));

test('an address is the family of its path, the path, and the first value of each parameter', () => {
  const { family, path, query } = at('/de/login/?l=pl&l=de');
  expect([family, path, query.get('l')]).toEqual(['login', '/de/login/', 'pl']);
  expect(at('/nothing/').family).toBeNull();
});

describe('the tokens of mailed links', () => {
  it.each([
    ['/one-time-login/?token=abc', 'token', 'abc'],
    ['/login/?discount=abc', 'discount', 'abc'],
    ['/login/?invitation=abc', 'invitation', 'abc'],
    ['/login/?invitation=a%20b%E2%80%8Bc%0A', 'invitation', 'abc'],
    ['/login/?token=', 'token', null],
    ['/login/?token=%20', 'token', null],
    ['/login/?discount=abc', 'token', null],
  ] as const)('%s has as its %s: %s', (address, name, token) => {
    expect(tokenOf(at(address), name)).toBe(token);
  });

  it.each([
    ['/login/?token=abc', true],
    ['/login/?discount=abc', true],
    ['/login/?invitation=abc', true],
    ['/login/?l=token', false],
    ['/login/', false],
  ])('%s is one of a mailed link: %s', (address, isOne) => {
    expect(isMailedLink(at(address))).toBe(isOne);
  });
});

describe('the search of an address with changes', () => {
  it.each<[string, Record<string, string | null>, string]>([
    ['', { l: 'de' }, '?l=de'],
    ['?a=1', { l: 'de' }, '?a=1&l=de'],
    ['?l=pl&a=1', { l: 'de' }, '?l=de&a=1'],
    ['?token=t&l=de', { token: null }, '?l=de'],
    ['?token=t', { token: null }, ''],
    ['?token=t&error=e&l=de', { token: null, error: null }, '?l=de'],
    // What is not to be changed stays as it was written.
    ['?q=a%20b', { token: null }, '?q=a%20b'],
    ['?q=a%20b&l=de', { l: 'de' }, '?q=a%20b&l=de'],
    ['?q=a%20b&l=de', { l: 'de', token: 't' }, '?q=a+b&l=de&token=t'],
  ])('%s with %j is %s', (search, changes, changed) => {
    expect(searchWith(search, changes)).toBe(changed);
  });
});
