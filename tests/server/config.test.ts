import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { settings } from '#settings';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://entry.example',
  SMTP_URL: 'smtps://user:secret@mail.example',
};

describe('configuration (P5, Environment)', () => {
  it('without anything is the local mode on port 3000', () => {
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

  it('a misspelt NODE_ENV is a wrong setting, never the local mode', () => {
    expect(() => readConfig({ ...production, NODE_ENV: 'prod' })).toThrow(ConfigError);
    expect(readConfig({ NODE_ENV: 'development' }).mode).toBe('local');
  });

  it('takes every name of the decisions', () => {
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

  it('takes no wait at all between two resends', () => {
    expect(readConfig({ COOL_DOWN_S: '0' }).settings.coolDownSeconds).toBe(0);
  });

  it.each<[string, () => void]>([
    ['brand.colours.accent', () => (settings.brand.colours = { accent: 'red; } body { display: none' })],
    ['consentDays', () => (settings.consentDays = '182' as never)],
  ])('says which of the operator’s settings no page could read: %s', (name, spoil) => {
    const { brand, ...others } = structuredClone(settings);
    spoil();
    try {
      expect(() => readConfig({})).toThrow(`src/settings.ts: ${name} cannot be used.`);
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

  it.each([
    [{ PORT: 'three' }, 'PORT'],
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ HOST: '0.0.0.0' }, 'SMTP_URL'],
    [{ DATABASE_URL: 'postgres://db' }, 'DATABASE_URL'],
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
  ])('%o is refused in one sentence that names the setting', (env, name) => {
    try {
      readConfig(env);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as Error).message).toContain(name);
      expect((error as Error).message).toMatch(/^[^\n]+\.$/);
    }
  });

  it('leaves names that are meant for others alone', () => {
    const others = ['HOME', 'HOSTS', 'HOSTNAME', 'LANG', 'BANKS', 'POST', 'PORTS', 'PATH', 'NODE_PATH', 'NODE_OPTIONS'];
    const more = ['INIT_CWD', 'npm_config_cache', 'XDG_DATA_DIRS', 'HTTP_URL', 'AWS_SSO_URL', 'DATABASE_HOST'];
    const env = Object.fromEntries([...others, ...more].map((name) => [name, 'x']));
    expect(readConfig(env)).toEqual(readConfig({}));
  });

  it('repeats no address that may hold a password', () => {
    expect(() => readConfig({ SMTP_URL: 'user:secret@mail' })).toThrow(/^(?!.*secret)/);
  });
});
