import { expect, it } from 'vitest';
import { ConfigError } from '#server/platform/environment.ts';
import { checkAddresses } from '#server/platform/settingsAddresses.ts';
import { settings } from '#settings';

const { brand, hosts } = settings;
const support = (supportEmail: string) => ({ brand: { ...brand, supportEmail } });
const api = (table: Record<string, string>) => ({ hosts: { ...hosts, api: table } });
const com = (table: Record<string, string>) => ({ hosts: { ...hosts, com: table } });

it.each([
  [{}],
  [{ hosts: { ...hosts, development: ['localhost', '[::1]', '127.0.0.1'] } }],
  [api({ 'entry.acme.example': 'https://api.acme.example/v1/phone' })],
  [api({ 'entry.acme.example': 'http://localhost:4000/v1/phone', localhost: '/v1/phone' })],
  [api({ 'entry.acme.example': 'https://api.acme.example' })],
  [com({ 'entry.acme.de': 'entry.acme.com' })],
  [{ bankOrigins: ['https://card.acme.example', 'http://127.0.0.1:3000'] }],
  [{ tagOrigins: ['https://tags.example', 'https://*.tags.example'] }],
  [support('Help+me@acme.example')],
  [support('hilfe@müller.example')],
])('the addresses of %j are taken', (changed) => {
  expect(() => checkAddresses({ ...settings, ...changed })).not.toThrow();
});

it.each([
  [api({ 'https://entry.acme.example': '/v1/phone' }), 'the hosts in hosts.api', 'https://entry.acme.example'],
  [api({ 'Entry.acme.example': '/v1/phone' }), 'the hosts in hosts.api', 'Entry.acme.example'],
  [api({ 'entry.acme.example:8443': '/v1/phone' }), 'the hosts in hosts.api', 'entry.acme.example:8443'],
  [api({ 'entry.acme.example/': '/v1/phone' }), 'the hosts in hosts.api', 'entry.acme.example/'],
  [api({ 'a.example': 'https://api.acme.example/v1/phone/' }), 'the bases in hosts.api', 'phone/'],
  [api({ 'a.example': 'api.acme.example/v1/phone' }), 'the bases in hosts.api', 'api.acme.example/v1/phone'],
  [api({ 'a.example': '//api.acme.example/v1' }), 'the bases in hosts.api', '//api.acme.example/v1'],
  [api({ 'a.example': 'https://api.acme.example/v1?x=1' }), 'the bases in hosts.api', '?x=1'],
  [api({ 'a.example': 'https://api.acme.example/v1#x' }), 'the bases in hosts.api', '#x'],
  [api({ 'a.example': 'ftp://api.acme.example/v1' }), 'the bases in hosts.api', 'ftp:'],
  [api({ 'a.example': '' }), 'the bases in hosts.api', '""'],
  [com({ 'https://entry.acme.de': 'entry.acme.com' }), 'hosts.com', 'https://entry.acme.de'],
  [com({ 'entry.acme.de': 'https://entry.acme.com' }), 'hosts.com', 'https://entry.acme.com'],
  [{ hosts: { ...hosts, development: ['http://localhost'] } }, 'hosts.development', 'http://localhost'],
  [{ bankOrigins: ['https://card.acme.example/'] }, 'bankOrigins', 'https://card.acme.example/'],
  [{ bankOrigins: ['https://card.acme.example', 'card.acme.example'] }, 'bankOrigins', '"card.acme.example"'],
  [{ bankOrigins: ['https://Card.acme.example'] }, 'bankOrigins', 'https://Card.acme.example'],
  [{ tagOrigins: ["https://tags.example; script-src 'unsafe-eval'"] }, 'tagOrigins', 'unsafe-eval'],
  [{ tagOrigins: ['*'] }, 'tagOrigins', '*'],
  [{ tagOrigins: ['https://tags.example/js'] }, 'tagOrigins', '/js'],
  // The sender of every mail.
  [support(''), 'brand.supportEmail', '""'],
  [support('support'), 'brand.supportEmail', '"support"'],
  [support('support@localhost'), 'brand.supportEmail', 'support@localhost'],
  [support(' support@acme.example'), 'brand.supportEmail', ' support@acme.example'],
  [support('Support <support@acme.example>'), 'brand.supportEmail', '<support@acme.example>'],
  [support('mailto:support@acme.example'), 'brand.supportEmail', 'mailto:'],
  [support('help@acme.example, support@acme.example'), 'brand.supportEmail', 'help@acme.example, '],
  [support('hélp@acme.example'), 'brand.supportEmail', 'hélp@'],
])('the addresses of %j are refused in a sentence that names the field and the value', (changed, field, value) => {
  const error = (() => {
    try {
      checkAddresses({ ...settings, ...changed });
      return null;
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as ConfigError;
  expect(message).toMatch(/^src\/settings\.ts: .+ must be in the form .+, but has ".*"\.$/);
  for (const words of [field, value]) expect(message).toContain(words);
});
