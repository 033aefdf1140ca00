import { expect, test } from 'vitest';
import { isOwnMachine, isServedAt, pageOrigins } from '#server/http/hosts.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { production, withStripe } from '#tests/support/production.ts';

/** A server whose settings name further hosts. */
function configOf(env: Record<string, string>): Config {
  const config = readConfig(env);
  const hosts = {
    ...config.settings.hosts,
    api: { 'pages.example': 'https://api.example/v1/phone', 'proxied.example': '/v1/phone' },
    com: { 'entry.example.de': 'entry.example.com' },
  };
  return { ...config, settings: { ...config.settings, hosts } };
}

const configured = [
  'api.example',
  'entry.example',
  'entry.example.com',
  'entry.example.de',
  'pages.example',
  'proxied.example',
];
const others = ['v1', 'example', 'evil.example', 'bank.example', 'inner.example'];
const ofThisMachine = ['localhost', '127.0.0.1', '[::1]'];
const addresses = ['192.168.1.7', '[fd00::1]', 'bank.localhost'];

/** Those of the hosts that name the server. */
const served = (config: Config) => {
  const isServed = isServedAt(config);
  const served = [...configured, ...others, ...ofThisMachine, ...addresses].filter(isServed);
  expect(served.map((host) => isServed(`${host.toUpperCase()}.:8443`))).toEqual(served.map(() => true));
  return served.sort();
};

test('in production the server is at the hosts of its settings and on this machine, at no other address', () => {
  expect(served(configOf(production))).toEqual([...configured, ...ofThisMachine].sort());
});

test('HOST, and the origin of a bank whose pages are here, are names of the server too', () => {
  expect(served(configOf({ ...production, HOST: 'inner.example', ...withStripe }))).toEqual(
    [...configured, ...ofThisMachine, 'bank.example', 'inner.example'].sort(),
  );
});

test('the origin of a bank that has no pages is no name of the server', () => {
  const { BANK_URL } = withStripe;
  expect(served(configOf({ ...production, BANK: 'none', BANK_URL }))).not.toContain('bank.example');
  expect(served(configOf({ PUBLIC_URL: 'http://entry.example', BANK: 'test', BANK_URL }))).not.toContain(
    'bank.example',
  );
});

test('in local mode any address of this machine is one of the server', () => {
  const local = configOf({ PUBLIC_URL: 'http://entry.example' });
  expect(served(local)).toEqual([...configured, ...ofThisMachine, ...addresses].sort());
});

test('an address is digits throughout', () => {
  const isServed = isServedAt(configOf({}));
  expect(['1.2.3', '1.2.3.4.5', '1.2.3.x', 'a1.2.3.4', '1.2.3.4b', 'x[::1]'].filter(isServed)).toEqual([]);
});

test('pages of the public address and, by https, of the configured hosts may call', () => {
  expect([...pageOrigins(configOf(production))].sort()).toEqual(configured.map((host) => `https://${host}`).sort());
  const local = pageOrigins(configOf({ PUBLIC_URL: 'http://entry.example:3000' }));
  expect([local.has('http://entry.example:3000'), local.has('http://pages.example')]).toEqual([true, false]);
});

test('a page of this machine may call where it is itself, except the bank’s', () => {
  const local = configOf({});
  const calls = (config: Config, origin: string, host: string) => isOwnMachine(origin, host, config);
  expect(calls(local, 'http://localhost:8080', 'localhost:8080')).toBe(true);
  expect(calls(local, 'http://192.168.1.7:3000', '192.168.1.7:3000')).toBe(true);
  expect(calls(local, 'http://192.168.1.7:3000', '192.168.1.8:3000')).toBe(false);
  expect(calls(local, 'http://127.0.0.1:3000', '127.0.0.1:3000')).toBe(false);
  expect(calls(local, 'http://pages.example', 'pages.example')).toBe(false);
  expect(calls(local, 'null', 'localhost:3000')).toBe(false);
  const inProduction = configOf(production);
  expect(calls(inProduction, 'http://localhost:3000', 'localhost:3000')).toBe(true);
  expect(calls(inProduction, 'http://192.168.1.7:3000', '192.168.1.7:3000')).toBe(false);
});
