import { expect, test } from 'vitest';
import { languageAddress } from '#app/navigation/languageAddress.ts';

const hosts = { development: ['localhost'], api: {}, com: { 'phone.example.de': 'phone.example.com' } };
const here = { family: 'login' as const, host: 'localhost:3000', search: '', hash: '' };
const german = { language: 'de', currency: 'EUR' } as const;
const english = { language: 'en', currency: 'USD' } as const;

test('§2 the same screen in the other language, language and currency added', () => {
  expect(languageAddress(here, german, hosts)).toBe('/de/login/?l=de&curr=EUR');
});

test('§2 query parameters and the hash are kept', () => {
  const there = languageAddress({ ...here, search: '?token=a%20b&first_name=Ann', hash: '#x' }, german, hosts);
  expect(there).toBe('/de/login/?token=a+b&first_name=Ann&l=de&curr=EUR#x');
});

test('parameters of another language are replaced', () => {
  expect(languageAddress({ ...here, search: '?l=pl&curr=PLN' }, german, hosts)).toBe('/de/login/?l=de&curr=EUR');
});

test('§2 English and Spanish redirect to the .com host by https; the others stay', () => {
  const shop = { ...here, host: 'phone.example.de', search: '?token=t' };
  expect(languageAddress(shop, english, hosts)).toBe('https://phone.example.com/login/?token=t&l=en&curr=USD');
  expect(languageAddress(shop, { language: 'es', currency: 'EUR' }, hosts)).toContain(
    'https://phone.example.com/es/login/',
  );
  expect(languageAddress(shop, german, hosts)).toBe('/de/login/?token=t&l=de&curr=EUR');
});

test.each(['localhost:3000', 'localhost.evil.example', 'phone.example.com', 'unknown.example.mx'])(
  '%s does not redirect',
  (host) => {
    expect(languageAddress({ ...here, host }, english, hosts)).toBe('/login/?l=en&curr=USD');
  },
);

test('an unknown path leads to the home page', () => {
  expect(languageAddress({ ...here, family: null }, german, hosts)).toBe('/de/?l=de&curr=EUR');
});
