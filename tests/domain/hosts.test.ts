import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiBase, apiBaseOfAll, hostForLanguage, hostSuffix, isDevelopmentHost, isLoopback } from '#domain/hosts.ts';

const api = {
  'app.example.com': 'https://api.example.com/v1/phone',
  'app.example.de': 'https://api.example.de/v1/phone',
};
const comHosts = {
  'app.example.de': 'app.example.com',
  'example.com.mx': 'app.example.com',
  'eu.example.com': 'app.example.com',
  'dev.example.de': 'app.example.com',
};
const developmentHosts = ['localhost', '127.0.0.1', '[::1]', 'dev.example.de'];

describe('§7: the API host is chosen by the page hostname, from an exact table', () => {
  it.each([
    ['app.example.com', 'https://api.example.com/v1/phone'],
    ['app.example.de', 'https://api.example.de/v1/phone'],
    ['APP.Example.DE', 'https://api.example.de/v1/phone'],
    ['app.example.de.', 'https://api.example.de/v1/phone'],
    ['app.example.de:8443', 'https://api.example.de/v1/phone'],
    ['localhost', '/v1/phone'],
    ['app.example.de.evil.tld', '/v1/phone'],
    ['evil-app.example.de', '/v1/phone'],
    ['__proto__', '/v1/phone'],
    ['constructor', '/v1/phone'],
    ['', '/v1/phone'],
  ])('a page at %s calls %s', (host, base) => {
    expect(apiBase(host, api)).toBe(base);
  });

  it('every host leads to an entry of the table or to its own origin', () => {
    const allowed = ['/v1/phone', ...Object.values(api)];
    fc.assert(fc.property(fc.oneof(fc.string(), fc.domain()), (host) => allowed.includes(apiBase(host, api))));
  });

  it.each([
    ['the page’s own origin without a table', {}, '/v1/phone'],
    ['the one API of all hosts', { 'a.example': 'https://api.example/v1', 'b.example': 'https://api.example/v1' }],
    ['the page’s own origin if hosts have different ones', api, '/v1/phone'],
  ])('a prerendered page, whose host is not known, calls %s', (_what, table, base = 'https://api.example/v1') => {
    expect(apiBaseOfAll(table as Record<string, string>)).toBe(base);
  });
});

it.each([
  ['localhost', true],
  ['LOCALHOST.:3000', true],
  ['127.0.0.1', true],
  ['[::1]:3000', true],
  ['localhost.example.com', false],
  ['192.168.0.1', false],
  ['[::2]', false],
  ['', false],
])('%s is this machine itself: %s', (host, isItself) => {
  expect(isLoopback(host)).toBe(isItself);
});

describe('§2: English and Spanish move to the .com variant', () => {
  const settings = { developmentHosts, comHosts };

  it.each([
    ['app.example.de', 'en', 'app.example.com'],
    ['app.example.de', 'es', 'app.example.com'],
    ['APP.EXAMPLE.DE.', 'en', 'app.example.com'],
    ['example.com.mx', 'en', 'app.example.com'],
    ['app.example.de', 'de', null],
    ['app.example.de', 'pl', null],
    ['app.example.com', 'en', null],
    ['eu.example.com', 'en', null],
    ['dev.example.de', 'en', null],
    ['dev.example.de.evil.tld', 'en', null],
    ['localhost', 'en', null],
    ['localhost.evil.com', 'en', null],
    ['unknown.example.pl', 'en', null],
  ] as const)('at %s, choosing %s leads to %s', (host, language, moved) => {
    expect(hostForLanguage(host, language, settings)).toBe(moved);
  });

  it('a host that is not in the table is kept', () => {
    expect(hostForLanguage('elsewhere.de', 'en', settings)).toBeNull();
    expect(hostForLanguage('toString', 'en', settings)).toBeNull();
  });

  it.each([
    ['localhost', true],
    ['LOCALHOST:3000', true],
    ['127.0.0.1:3000', true],
    ['[::1]:3000', true],
    ['localhost.evil.com', false],
    ['notlocalhost', false],
  ])('%s is a development host: %s', (host, development) => {
    expect(isDevelopmentHost(host, developmentHosts)).toBe(development);
  });
});

describe('§2: the suffix of a host', () => {
  it.each([
    ['app.example.mx', 'mx'],
    ['example.com.mx', 'mx'],
    ['example.co.uk', 'uk'],
    ['EXAMPLE.DE.', 'de'],
    ['example.de:3000', 'de'],
    ['example.com', null],
    ['localhost', null],
    ['127.0.0.1', null],
    ['[::1]', null],
    ['de', null],
  ])('%s ends in %s', (host, suffix) => {
    expect(hostSuffix(host)).toBe(suffix);
  });
});
