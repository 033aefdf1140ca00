import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSettings, readConfig } from '#server/platform/config.ts';
import { ConfigError } from '#server/platform/environment.ts';
import { settingNames } from '#server/platform/settingNames.ts';
import { requiresTls } from '#server/platform/urlSettings.ts';
import { settings } from '#settings';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://entry.example',
  SMTP_URL: 'smtps://user:secret@mail.example',
};

const stripe = {
  BANK: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

describe('configuration (Environment)', () => {
  it.each([
    ['http://localhost:8080', 'http://127.0.0.1:8080'],
    ['http://127.0.0.1:8080', 'http://localhost:8080'],
  ])('with pages at %s the bank is at %s', (pages, bank) => {
    expect(readConfig({ PUBLIC_URL: pages, PORT: '8080' }).bankUrl).toBe(bank);
  });

  it('defaults to local mode on port 3000', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'local',
      port: 3000,
      host: null,
      dataDir: '.data',
      publicUrl: 'http://localhost:3000',
      bankUrl: 'http://127.0.0.1:3000',
      bank: 'test',
      twoFactor: 'new-device',
      limitsNetwork: false,
      settings: { ...settings, bankOrigins: ['http://127.0.0.1:3000'] },
    });
  });

  it('a misspelt NODE_ENV is rejected and never means local mode', () => {
    expect(() => readConfig({ ...production, NODE_ENV: 'prod' })).toThrow(ConfigError);
    expect(readConfig({ NODE_ENV: 'development' }).mode).toBe('local');
  });

  it('accepts every documented name', () => {
    const config = readConfig({
      PORT: '4000',
      DATA_DIR: join(tmpdir(), 'phone'),
      PUBLIC_URL: 'http://phone.example:8080',
      SMTP_URL: 'smtp://127.0.0.1:25',
      HOST: '0.0.0.0',
      SIGNUP_ORDER: 'plan-first',
      TWO_FACTOR: 'always',
      REGIONAL_VARIANTS: 'false',
      TRIAL_LENGTH: '30days',
      PRORATION: 'wholeMonth',
      CODE_LIFE_S: '5',
      COOL_DOWN_S: '2',
      BANK_DEADLINE_S: '3',
      LIMITS_NETWORK: 'on',
      SSO_GOOGLE_ISSUER: 'https://accounts.example',
      SSO_GOOGLE_CLIENT_ID: 'id',
      SSO_GOOGLE_CLIENT_SECRET: 'secret',
      BANK: 'none',
    });
    expect(config).toMatchObject({
      port: 4000,
      host: '0.0.0.0',
      publicUrl: 'http://phone.example:8080',
      twoFactor: 'always',
      limitsNetwork: true,
      bank: null,
      sso: { google: { issuer: 'https://accounts.example', clientId: 'id', clientSecret: 'secret' } },
      settings: {
        signupOrder: 'plan-first',
        regionalVariants: false,
        trialLength: '30days',
        proration: 'wholeMonth',
        codeLifeSeconds: 5,
        coolDownSeconds: 2,
        bankDeadlineSeconds: 3,
      },
    });
  });

  it('accepts a resend cool-down of zero', () => {
    expect(readConfig({ COOL_DOWN_S: '0' }).settings.coolDownSeconds).toBe(0);
  });

  it.each([
    [{ cardentry: 'hosted' }, 'cardentry'],
    [{ brand: { ...settings.brand, Icon: '/logo.svg' } }, 'brand.Icon'],
    [{ hosts: { ...settings.hosts, apis: {} } }, 'hosts.apis'],
    [{ consentCookies: { ...settings.consentCookies, statistics: [] } }, 'consentCookies.statistics'],
  ])('refuses a misspelt name in src/settings.ts, whose default would stay: %j', (changed, name) => {
    expect(() => checkSettings({ ...settings, ...changed })).toThrow(
      `src/settings.ts: there is no setting ${name}; correct or remove it.`,
    );
  });

  it.each<[string, () => void]>([
    ['brand.colours.accent', () => (settings.brand.colours = { accent: 'red; } body { display: none' })],
    ['consentDays', () => (settings.consentDays = '182' as never)],
  ])('says which of the operator’s settings no page could read: %s', (name, spoil) => {
    const { brand, ...others } = structuredClone(settings);
    spoil();
    try {
      expect(() => readConfig({})).toThrow(`src/settings.ts: invalid value for ${name}.`);
    } finally {
      Object.assign(settings.brand, brand);
      Object.assign(settings, others);
    }
  });

  it('in production offers only providers that are set up, counts every network, and has no test bank', () => {
    const config = readConfig(production);
    expect(config).toMatchObject({ mode: 'production', bank: null, limitsNetwork: true });
    expect(config.settings.ssoProviders).toEqual([]);
    expect(config.settings.bankOrigins).toEqual([]);
  });

  it('with Stripe the bank’s own page takes the card, and may be framed', () => {
    const { settings: effective, bankUrl } = readConfig({
      ...production,
      ...stripe,
      BANK_URL: 'https://card.entry.example',
    });
    expect(bankUrl).toBe('https://card.entry.example');
    expect(effective).toMatchObject({ cardEntry: 'hosted', bankOrigins: ['https://card.entry.example'] });
    const live = { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    const bank = { ...stripe, ...live, BANK_URL: 'https://card.entry.example' };
    expect(readConfig({ ...production, ...bank }).bank).toMatchObject({ secretKey: 'rk_live_1' });
    expect(readConfig({ ...stripe, CARD_ENTRY: 'page', STRIPE_RAW_CARDS: 'on' }).settings.cardEntry).toBe('page');
  });

  it.each([
    [{ PORT: 'three' }, 'PORT'],
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ HOST: '0.0.0.0' }, 'SMTP_URL'],
    [{ HOST: '::' }, 'SMTP_URL'],
    [{ HOST: '10.0.0.1' }, 'SMTP_URL'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL'],
    [{ DATABASE_CONNECTIONS: '20' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://u@127.0.0.1/phone', DATABASE_CONNECTIONS: '1' }, 'DATABASE_CONNECTIONS'],
    [{ PUBLIC_URL: 'entry.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://entry.example/phone' }, 'PUBLIC_URL'],
    [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL'],
    [{ SIGNUP_ORDER: 'billing-first' }, 'SIGNUP_ORDER'],
    [{ TWO_FACTOR: 'yes' }, 'TWO_FACTOR'],
    [{ REGIONAL_VARIANTS: '1' }, 'REGIONAL_VARIANTS'],
    [{ TRIAL_LENGTH: '31days' }, 'TRIAL_LENGTH'],
    [{ PRORATION: 'none' }, 'PRORATION'],
    [{ CODE_LIFE_S: '0' }, 'CODE_LIFE_S'],
    [{ COOL_DOWN_S: '1.5' }, 'COOL_DOWN_S'],
    [{ BANK_DEADLINE_S: '-1' }, 'BANK_DEADLINE_S'],
    [{ LIMITS_NETWORK: 'maybe' }, 'LIMITS_NETWORK'],
    [{ SSO_APPLE_CLIENT_ID: 'id' }, 'SSO_APPLE_CLIENT_SECRET'],
    [{ BANK: 'piggy' }, 'BANK'],
    [{ BANK_URL: 'https://bank.example/pay' }, 'BANK_URL'],
    [{ BANK_URL: 'http://localhost:3000' }, 'BANK_URL'],
    [{ BANK_URL: 'http://localhost:4000' }, 'BANK_URL must have another host than PUBLIC_URL'],
    [
      { PUBLIC_URL: 'http://127.0.0.1:8080', BANK_URL: 'http://127.0.0.1:9090' },
      'BANK_URL must have another host than PUBLIC_URL',
    ],
    [{ ...production, ...stripe, BANK_URL: `${production.PUBLIC_URL}:8443` }, 'BANK_URL must have another host'],
    [{ TWO_FACTOR: 'on\nalways\u001b[2J' }, 'TWO_FACTOR must be one of new-device, always, off'],
    [{ PORT: '30\r\n00' }, 'PORT must be a whole number from 1 to 65535'],
    [{ METRICS_LISTEN: '94\n64' }, 'METRICS_LISTEN must be a port'],
    [{ BREACHED_PASSWORDS: `/${'a'.repeat(5000)}` }, 'BREACHED_PASSWORDS is neither a URL nor a folder'],
    [{ BREACHED_PASSWORDS: '/dev/null/list' }, 'BREACHED_PASSWORDS is neither a URL nor a folder'],
    [{ CARD_ENTRY: 'form' }, 'CARD_ENTRY'],
    [{ STRIPE_RAW_CARDS: 'yes' }, 'STRIPE_RAW_CARDS'],
    [{ BANK: 'stripe' }, 'STRIPE_SECRET_KEY is required when BANK is stripe'],
    [{ STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY }, 'STRIPE_SECRET_KEY needs BANK=stripe'],
    [{ ...production, ...stripe, BANK: '' }, 'STRIPE_SECRET_KEY needs BANK=stripe'],
    [{ STRIPE_WEBHOOK_SECRET: stripe.STRIPE_WEBHOOK_SECRET }, 'STRIPE_WEBHOOK_SECRET needs BANK=stripe'],
    [{ ...stripe, STRIPE_PUBLISHABLE_KEY: ' ' }, 'STRIPE_PUBLISHABLE_KEY is required when BANK is stripe'],
    [{ ...stripe, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET is required when BANK is stripe'],
    [{ ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY is not a key of that kind'],
    [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY is not a key of that kind'],
    [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET is not a key of that kind'],
    [{ ...production, ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }, 'both be test keys or both live keys'],
    [{ ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'production only'],
    [{ ...stripe, CARD_ENTRY: 'page' }, 'STRIPE_RAW_CARDS'],
    [{ ...production, ...stripe }, 'BANK_URL'],
    [{ ...production, ...stripe, BANK_URL: 'http://bank.example' }, 'BANK_URL'],
    [{ ...production, PUBLIC_URL: '' }, 'PUBLIC_URL'],
    [{ ...production, PUBLIC_URL: 'http://entry.example' }, 'PUBLIC_URL'],
    [{ ...production, SMTP_URL: '' }, 'SMTP_URL'],
    [{ ...production, BANK: 'test' }, 'BANK'],
    [{ DATA_DRI: 'data' }, 'DATA_DIR'],
    [{ NODE_EVN: 'production' }, 'NODE_ENV'],
    [{ TWO_FACTORS: 'always' }, 'TWO_FACTOR'],
    [{ TRIAL_LENGHT: '30days' }, 'TRIAL_LENGTH'],
    [{ CODE_LIVE_S: '5' }, 'CODE_LIFE_S'],
    [{ smtp_url: 'smtp://127.0.0.1:25' }, 'SMTP_URL'],
    [{ SSO_GOGLE_ISSUER: 'https://accounts.example' }, 'SSO_GOOGLE_ISSUER'],
    [{ SSO_GITHUB_CLIENT_ID: 'id' }, 'SSO_GITHUB_CLIENT_ID'],
    [{ TRUSTED_PROXY: '10.0.0.1' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.1, proxy.example' }, 'TRUSTED_PROXIES: entry 2'],
    [{ TRUSTED_PROXIES: '10.0.0.1/' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: 'http://10.0.0.1' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '2001:db8::/129' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.1:8080' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '010.0.0.1' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: 'fe80::1%eth0' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES: entry 1 stands for every address'],
    [{ TRUSTED_PROXIES: 'loopback, ::/00' }, 'TRUSTED_PROXIES: entry 2 stands for every address'],
    [{ HSTS: '31536000' }, 'HSTS'],
    [{ HSTS: 'x max-age=1' }, 'HSTS'],
    [{ HSTS: 'max-age=1; other' }, 'HSTS'],
    [{ HSTS: 'max-age=x' }, 'HSTS'],
    [{ HSTS: 'max-age=1\r\nX-Evil: 1' }, 'HSTS'],
    [{ HOST: 'http://0.0.0.0' }, 'HOST'],
    [{ HOST: '0.0.0.0:3000' }, 'HOST'],
  ])('%o is rejected in one sentence that names the setting', (env, name) => {
    try {
      readConfig(env);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as Error).message).toContain(name);
      expect((error as Error).message).toMatch(/^[^\n]+\.$/);
    }
  });

  const oddities = [
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    '٣',
    '%',
    '%zz',
    ',',
    '..',
    '/',
    'x',
    'ON',
    '[::1]:0',
    'a\nb',
    'a\u0007',
  ];
  const oddAddresses = ['http://', 'https://h/%zz', 'https://h:0', 'https://a b', 'postgres://u:p@h/%', 'smtp://h:0'];
  it.each(settingNames)('%s starts with any value, or stops the start with one sentence that names it', (name) => {
    const others = name === 'DATABASE_CONNECTIONS' ? { DATABASE_URL: 'postgres://u:p@127.0.0.1/db' } : {};
    const bank = name.startsWith('STRIPE_') ? stripe : {};
    const messages = [...oddities, ...oddAddresses, 'a'.repeat(10_000), `/${'a'.repeat(10_000)}`].flatMap((value) => {
      try {
        readConfig({ ...others, ...bank, [name]: value });
        return [];
      } catch (error) {
        return error instanceof ConfigError ? error.message : `${name}: ${error}, which is no sentence`;
      }
    });
    for (const message of messages) {
      expect(message).toContain(name);
      expect(message).toMatch(/^\P{Cc}+\.$/u);
    }
  });

  it('reads every setting, and no variable that is not one', () => {
    const read = new Set<string>();
    const recorded = (env: Record<string, string>) =>
      new Proxy(env, {
        get: (target, name: string) => {
          read.add(name);
          return target[name];
        },
      });
    readConfig(recorded({ ...stripe, DATABASE_URL: 'postgres://u:p@127.0.0.1/db' }));
    expect([...read].sort()).toEqual([...settingNames].sort());
  });

  it('takes keys of a bank that is explicitly not used, and one of two options of TLS that allows the other', () => {
    expect(readConfig({ ...stripe, BANK: 'test' }).bank).toBe('test');
    expect(readConfig({ ...stripe, BANK: 'none' }).bank).toBe(null);
    for (const options of ['ignoreTLS=true&requireTLS=false', 'ignoreTLS=false&requireTLS=true']) {
      const SMTP_URL = `smtp://mail.example?${options}`;
      expect(readConfig({ SMTP_URL }).smtpUrl).toBe(SMTP_URL);
    }
  });

  it('rejects an address in src/settings.ts that no page, call or message can have', () => {
    settings.bankOrigins.push('https://card.example/');
    try {
      expect(() => readConfig({})).toThrow(ConfigError);
    } finally {
      settings.bankOrigins.pop();
    }
    expect(() => readConfig({})).not.toThrow();
  });

  it('ignores variables of other programs', () => {
    const others = ['HOME', 'HOSTS', 'HOSTNAME', 'LANG', 'BANKS', 'POST', 'PORTS', 'PATH', 'NODE_PATH', 'NODE_OPTIONS'];
    const more = ['INIT_CWD', 'npm_config_cache', 'XDG_DATA_DIRS', 'HTTP_URL', 'AWS_SSO_URL', 'DATABASE_HOST'];
    const env = Object.fromEntries([...others, ...more].map((name) => [name, 'x']));
    expect(readConfig(env)).toEqual(readConfig({}));
  });

  const cut = 'percent-encoded';
  it.each([
    ['SMTP_URL', 'smtps://u:50#2@mail.example', cut],
    ['SMTP_URL', 'smtps://u:50/2@mail.example', cut],
    ['SMTP_URL', 'smtps://u:50?2@mail.example', cut],
    ['SMTP_URL', 'smtps://u:se#cret@mail.example', cut],
    ['SMTP_URL', 'smtps://u:se/cret@mail.example', cut],
    ['SMTP_URL', 'smtps://u:100%@mail.example', cut],
    ['SMTP_URL', 'smtps://u#2:pw@mail.example', cut],
    ['SMTP_URL', 'smtps://u:secret@mail example', 'host'],
    ['SMTP_URL', 'smtps://mail.example#top', '#'],
    ['SMTP_URL', 'smtps://u@mail.example', 'without a password'],
    ['SMTP_URL', 'smtp://:secret@mail.example', 'without a user'],
    ['SMTP_URL', 'smtps://u:secret@', 'host'],
    ['SMTP_URL', 'smtp://', 'host'],
    ['SMTP_URL', 'smtp:mail.example', 'smtp:// or smtps://'],
    ['SMTP_URL', 'user:secret@mail', 'smtp:// or smtps://'],
    ['SMTP_URL', 'smtp://mail.example:99999', 'host'],
    ['SMTP_URL', 'smtp://mail.example/inbox', 'path'],
    ['SMTP_URL', 'smtps://u:secret@mail.example:587', 'port 465'],
    ['SMTP_URL', 'smtp://u:secret@mail.example:465', 'smtps://'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?requiretls=true', 'requireTLS'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?logger=true&debug=true', 'option'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?requireTLS=0', 'true or false'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?ignoreTLS=yes', 'true or false'],
    ['SMTP_URL', 'smtps://u:secret@mail.example?tls.rejectUnauthorized=no', 'true or false'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?ignoreTLS=false&ignoreTLS=false', 'an option twice'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?ignoreTLS=true&requireTLS=true', 'contradict each other'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?authMethod=plane', 'authMethod must be PLAIN or LOGIN or CRAM-MD5'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?tls.minVersion=1.2', 'TLSv1 or TLSv1.1 or TLSv1.2 or TLSv1.3'],
    ['SMTP_URL', 'smtp://u:secret@mail.example:0', 'port'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?maxConnections=0', 'from 1 to 99'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?maxConnections=100', 'from 1 to 99'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?maxConnections=few', 'from 1 to 99'],
    ['SMTP_URL', 'smtp://u:secret@mail.example?maxConnections=', 'from 1 to 99'],
    ['DATABASE_URL', 'postgres://u:secret@db.example/100%?sslmode=disable', 'percent-encoded'],
    ['DATABASE_URL', 'postgres://u:secret@db.example:0/phone?sslmode=disable', 'port'],
    ['DATABASE_URL', 'postgres://u:secret@db.example/phone?sslmode=disable&sslmode=verify-full', 'an option twice'],
    ['PUBLIC_URL', 'https://entry.example:0', 'port'],
    ['DATABASE_URL', 'postgres://u:secret@db.example/phone', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://u:secret@db.example/phone?sslmode=prefer', 'verify-full or disable'],
    ['DATABASE_URL', 'postgres://u:secret@db.example/phone?sslmode=verify-full&sslrootcert=/none', 'sslrootcert'],
    ['DATABASE_URL', 'postgres://u:secret@db.example/phone?sslrootcert=/none', 'sslmode'],
    ['DATABASE_URL', 'postgres://u:secret@db.example/phone?schema=x', 'option'],
    ['DATABASE_URL', 'postgres://u:se#cret@db.example/phone', cut],
    ['DATABASE_URL', 'postgres://u:secret@db.example', 'database'],
    ['DATABASE_URL', 'postgres://db.example/phone', 'user'],
    ['DATABASE_URL', 'mysql://u:secret@db.example/phone', 'postgres://'],
    ['DATABASE_URL', 'postgres://u:secret@db.example?sslmode=disable', 'must name the database'],
    ['DATABASE_URL', 'postgres://u:secret@db.example/?sslmode=disable', 'must name the database'],
    ['DATABASE_URL', 'postgres://u:secret@db.example/phone/x?sslmode=disable', 'must name the database'],
    [
      'DATABASE_URL',
      'postgres://u:secret@db.example/phone?sslmode=disable&schema=x',
      'known are sslmode, sslrootcert.',
    ],
    [
      'DATABASE_URL',
      'postgres://u:secret@db.example/phone?sslmode=disable&sslrootcert=/none',
      'sslrootcert needs sslmode=verify-full',
    ],
    ['SMTP_URL', 'smtp://u:secret@mail.example?debug=true', 'known are requireTLS, ignoreTLS, authMethod,'],
    ['PUBLIC_URL', 'https://secret@entry.example', 'no user'],
    ['PUBLIC_URL', 'https://:secret@entry.example', 'no user'],
    ['PUBLIC_URL', 'https://u:secret@entry.example', 'no user'],
    ['PUBLIC_URL', 'https://u:se#cret@entry.example', cut],
    ['PUBLIC_URL', 'https://entry.example/#top', '#'],
    ['PUBLIC_URL', 'https://entry.example?x=1', 'origin'],
    ['PUBLIC_URL', 'https://', 'host'],
    ['PUBLIC_URL', 'https:entry.example', 'https:// or http://'],
    ['PUBLIC_URL', 'http://entry.example', 'https://'],
    ['SSO_GOOGLE_ISSUER', 'http://accounts.example', 'https:// in production'],
    ['SSO_GOOGLE_ISSUER', 'https://u:secret@accounts.example', 'no user'],
    ['SSO_GOOGLE_ISSUER', 'https://accounts.example?tenant=secret', 'parameters'],
    ['SSO_GOOGLE_ISSUER', 'accounts.example', 'https://'],
    ['SSO_GOOGLE_ISSUER', 'https://login.example/<tenant>/v2.0', 'placeholder'],
    ['TRUSTED_PROXIES', 'http://u:secret@10.0.0.1', 'entry 1'],
  ])('%s=%s stops the start with one sentence that does not repeat the value', (name, value, words) => {
    const ids = { SSO_GOOGLE_CLIENT_ID: 'id', SSO_GOOGLE_CLIENT_SECRET: 'x' };
    const sso = name.startsWith('SSO_') ? ids : {};
    expect(() => readConfig({ ...production, ...sso, [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ ...production, ...sso, [name]: value })).toThrow(name);
    expect(() => readConfig({ ...production, ...sso, [name]: value })).toThrow(words);
    expect(() => readConfig({ ...production, ...sso, [name]: value })).toThrow(/^(?!.*(secret|cret|50|u:))[^\n]+\.$/);
  });

  it.each([
    'smtp://mail.example',
    'smtp://mail.example:25/',
    'smtp://mail.example:587?requireTLS=true',
    'smtps://user:p%23a%2Fs%3Fs%40w%25@mail.example:465',
    'smtps://ann%40acme.example:a:b@mail.example',
    'smtps://ann@acme.example:secret@mail.example',
    'smtp://[::1]:2525',
    'smtp://mail.example?tls.rejectUnauthorized=false&name=entry.example',
    'smtps://ann:secret@mail.example?authMethod=CRAM-MD5&tls.minVersion=TLSv1.3',
  ])('SMTP_URL=%s is accepted unchanged', (value) => {
    expect(readConfig({ SMTP_URL: value }).smtpUrl).toBe(value);
  });

  it('reads the parts of DATABASE_URL, and without it stores data in DATA_DIR', () => {
    const url = 'postgresql://u%40x:p%23a%2Fs@db.example:6432/phone?sslmode=disable';
    expect(readConfig({ ...production, DATABASE_URL: url, DATABASE_CONNECTIONS: '25' }).database).toEqual({
      host: 'db.example',
      port: 6432,
      name: 'phone',
      user: 'u@x',
      password: 'p#a/s',
      tls: null,
      connections: 25,
    });
    const verified = readConfig({ ...production, DATABASE_URL: 'postgres://u:p@db.example/phone?sslmode=verify-full' });
    expect(verified.database).toMatchObject({ port: 5432, tls: { authorities: null }, connections: 10 });
    expect(readConfig({ ...production, DATABASE_URL: 'postgres://u:p@[::1]/phone' }).database?.host).toBe('::1');
    expect(readConfig(production).database).toBeNull();
  });

  it.each([
    [{}, 'max-age=31536000; includeSubDomains'],
    [{ HSTS: 'max-age=300;preload' }, 'max-age=300;preload'],
    [{ HSTS: 'max-age=300;includeSubDomains' }, 'max-age=300;includeSubDomains'],
    [{ HSTS: 'max-age=300; includeSubDomains; preload' }, 'max-age=300; includeSubDomains; preload'],
    [{ HSTS: 'off' }, null],
  ])('%o sends this HSTS, over https only: %s', (env, value) => {
    expect(readConfig({ ...production, ...env }).hsts).toBe(value);
    expect(readConfig(env).hsts).toBeNull();
  });

  it('reads the certificates of sslrootcert, and needs no TLS to a database on this machine', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'certificates-')), 'own.pem');
    writeFileSync(file, 'certificates');
    const url = `postgres://u:p@db.example/phone?sslmode=verify-full&sslrootcert=${file}`;
    expect(readConfig({ ...production, DATABASE_URL: url }).database?.tls).toEqual({ authorities: 'certificates' });
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect(readConfig({ ...production, DATABASE_URL: `postgres://u:p@${host}/phone` }).database?.tls).toBeNull();
    }
    expect(readConfig({ DATABASE_URL: 'postgres://u:p@db.example/phone' }).database?.tls).toBeNull();
  });

  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '::1'])(
    'serves this machine only with HOST=%s: all of loopback in local mode, in production exactly that',
    (HOST) => {
      expect(readConfig({ HOST }).host).toBeNull();
      expect(readConfig({ HOST, SMTP_URL: 'smtp://127.0.0.1:25' }).host).toBeNull();
      expect(readConfig({ ...production, HOST }).host).toBe(HOST);
    },
  );

  it.each(['local', 'production'])('listens where HOST says, in %s mode', (mode) => {
    const env = mode === 'production' ? production : { SMTP_URL: 'smtp://127.0.0.1:25' };
    for (const HOST of ['0.0.0.0', '::', 'SERVER-1.example']) {
      expect(readConfig({ ...env, HOST }).host).toBe(HOST);
    }
    for (const HOST of ['x y', 'server_1', 'a/b', '']) {
      if (HOST === '') expect(readConfig({ ...env, HOST }).host).toBeNull();
      else expect(() => readConfig({ ...env, HOST })).toThrow('HOST');
    }
  });

  it.each([
    [['A', 'B', 'PORTT', 'PORZ'], null],
    [['PUBLIC_ULR'], 'PUBLIC_URL'],
    [['PUBLICURL'], 'PUBLIC_URL'],
    [['PUBLIC_URLS'], 'PUBLIC_URL'],
    [['PUBLIC_LRU'], 'PUBLIC_URL'],
    [['PBLC_URL'], 'PUBLIC_URL'],
    [['PBLC_UR'], null],
    [['BANK_ULR'], 'BANK_URL'],
    [['BANK_UR'], 'BANK_URL'],
    [['BNK_UR'], null],
    [['UBLIC_URL'], 'PUBLIC_URL'],
    [['XPUBLIC_URL'], 'PUBLIC_URL'],
    [['BANK_RUL'], 'BANK_URL'],
    [['ANK_URL'], 'BANK_URL'],
    [['BANK_XUL'], null],
    [['BANK_RXL'], null],
    [['BNAK_ULR'], null],
    [['LIMTS_NETWK'], 'LIMITS_NETWORK'],
    [['LIMTS_NETW'], null],
    [['DATABASE_CONECTION'], 'DATABASE_CONNECTIONS'],
    [['DATABASE_CONECTIN'], 'DATABASE_CONNECTIONS'],
    [['DATABASE_COECTIN'], null],
  ])('of the names %j one is meant as %s', (names, meant) => {
    const env = Object.fromEntries(names.map((name) => [name, 'x']));
    if (meant === null) expect(readConfig(env)).toEqual(readConfig({}));
    else
      expect(() => readConfig(env)).toThrow(`Unknown setting ${names[0]}; did you mean ${meant}? Rename or unset it.`);
  });

  it.each(['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'])('needs all three settings of a provider, also %s', (left) => {
    const all = {
      SSO_APPLE_ISSUER: 'https://appleid.example',
      SSO_APPLE_CLIENT_ID: 'id',
      SSO_APPLE_CLIENT_SECRET: 'secret',
    };
    const name = `SSO_APPLE_${left}` as keyof typeof all;
    for (const env of [{ ...all, [name]: '' }, { [name]: all[name] }]) {
      expect(() => readConfig(env)).toThrow('Set all three of SSO_APPLE_ISSUER, SSO_APPLE_CLIENT_ID and');
    }
    expect(readConfig({ ...production, ...all }).settings.ssoProviders).toEqual(['apple']);
  });

  it('accepts the ends of a range', () => {
    expect([readConfig({ PORT: '1' }).port, readConfig({ PORT: '65535' }).port]).toEqual([1, 65_535]);
    expect(readConfig({ COOL_DOWN_S: '86400' }).settings.coolDownSeconds).toBe(86_400);
    expect(() => readConfig({ TWO_FACTOR: 'no' })).toThrow('one of new-device, always, off, but it is "no".');
  });

  it('sends traces to the internal network without TLS, in production too', () => {
    const TRACES_URL = 'http://collector:4318/v1/traces';
    expect(readConfig({ ...production, TRACES_URL }).traces).toBe(TRACES_URL);
    expect(readConfig(production).traces).toBeNull();
  });

  it.each([
    ['https://list.example/range', 'https://list.example/range'],
    ['https://list.example/range/', 'https://list.example/range'],
    ['HTTPS://list.example/a/b//', 'HTTPS://list.example/a/b'],
  ])('asks a list of breached passwords at %s below %s', (BREACHED_PASSWORDS, url) => {
    expect(readConfig({ ...production, BREACHED_PASSWORDS }).breachedPasswords).toEqual({ url });
  });

  it('counts networks as it is told, whatever the mode', () => {
    expect(readConfig({ ...production, LIMITS_NETWORK: 'off' }).limitsNetwork).toBe(false);
    expect(readConfig({ LIMITS_NETWORK: 'off' }).limitsNetwork).toBe(false);
    expect(readConfig({ ...production, LIMITS_NETWORK: 'on' }).limitsNetwork).toBe(true);
  });

  it('has the variants of a region as set, and else as the operator has them', () => {
    const variants = (REGIONAL_VARIANTS: string) => readConfig({ REGIONAL_VARIANTS }).settings.regionalVariants;
    expect([variants('true'), variants('false'), variants('')]).toEqual([true, false, settings.regionalVariants]);
  });

  it.each([
    ['smtp://mail.example', true],
    ['smtp://mail.example?ignoreTLS=false', true],
    ['smtp://mail.example?ignoreTLS=true', false],
    ['smtp://mail.example?requireTLS=false', false],
    ['smtps://mail.example', false],
    ['smtp://127.0.0.1:2525', false],
    ['smtp://[::1]', false],
  ])('demands TLS of %s: %s', (url, isDemanded) => {
    expect(requiresTls(url)).toBe(isDemanded);
  });

  it('says of a name with our prefix that resembles no setting that it is unknown', () => {
    expect(() => readConfig({ SSO_X: 'y' })).toThrow('Unknown setting SSO_X; correct or unset it.');
  });

  it('accepts an issuer as its provider writes it, and one without TLS in local mode', () => {
    const sso = (issuer: string) => ({
      SSO_AZURE_ISSUER: issuer,
      SSO_AZURE_CLIENT_ID: 'a',
      SSO_AZURE_CLIENT_SECRET: 'b',
    });
    const azure = 'https://login.microsoftonline.com/tenant/v2.0';
    expect(readConfig({ ...production, ...sso(azure) }).sso.azure?.issuer).toBe(azure);
    expect(readConfig(sso('http://127.0.0.1:9000')).sso.azure?.issuer).toBe('http://127.0.0.1:9000');
  });
});
