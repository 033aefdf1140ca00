import * as v from 'valibot';
import { Settings } from '#contract/settings.ts';
import { type SignupOrder, type SsoProvider, signupOrders, ssoProviders } from '#domain/constants.ts';
import { trialLengths } from '#domain/trial.ts';
import { settings as operatorSettings } from '#settings';
import { misspelt } from './settingNames.ts';

export const twoFactorPolicies = ['new-device', 'always', 'off'] as const;
export type TwoFactorPolicy = (typeof twoFactorPolicies)[number];

/** A provider of single sign-on that the operator has registered with. */
export type SsoClient = { issuer: string; clientId: string; clientSecret: string };

/** All that the server is told from outside; the rest of the settings travels into the page. */
export type Config = {
  mode: 'local' | 'production';
  port: number;
  /** Address to listen on; null is loopback only. */
  host: string | null;
  dataDir: string;
  /** Origin of the pages, without a final slash; links in mails are made from nothing else. */
  publicUrl: string;
  /** Origin of the local test bank: another one than the pages'. */
  bankUrl: string;
  smtpUrl: string | null;
  /** Which bank answers; null when card numbers go nowhere (production without one). */
  bank: 'test' | null;
  twoFactor: TwoFactorPolicy;
  /** Whether limits for each network count loopback addresses too. */
  limitsNetwork: boolean;
  sso: Partial<Record<SsoProvider, SsoClient>>;
  settings: Settings;
};

/** A setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {}

/** A misspelt 'production' must not open the local inbox to the world. */
const nodeEnvironments = ['production', 'development', 'test'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment (decisions, 'Environment'); throws ConfigError at the first wrong name or value. */
export function readConfig(env: Environment): Config {
  refuseMisspelt(Object.keys(env));
  const mode = choice(env, 'NODE_ENV', nodeEnvironments) === 'production' ? 'production' : 'local';
  if (text(env, 'DATABASE_URL')) {
    throw new ConfigError('DATABASE_URL is set, but this release keeps its data in DATA_DIR only; unset it.');
  }
  const port = number(env, 'PORT', 1, 65_535) ?? 3000;
  const host = text(env, 'HOST');
  const smtpUrl = address(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  const publicUrl = originOf(address(env, 'PUBLIC_URL', ['http:', 'https:']), mode) ?? `http://localhost:${port}`;
  if (host && mode === 'local' && !smtpUrl) {
    throw new ConfigError(
      'HOST opens the server to others, but without SMTP_URL everybody could read the local inbox; set SMTP_URL or unset HOST.',
    );
  }
  if (mode === 'production') {
    for (const name of ['PUBLIC_URL', 'SMTP_URL']) {
      if (!text(env, name)) throw new ConfigError(`NODE_ENV is production, which needs ${name}.`);
    }
  }
  const bank = choice(env, 'BANK', ['test', 'none'] as const) ?? (mode === 'local' ? 'test' : 'none');
  if (mode === 'production' && bank === 'test') {
    throw new ConfigError('BANK is test, which exists in local mode only.');
  }
  const sso = ssoClients(env);
  return {
    mode,
    port,
    host,
    dataDir: text(env, 'DATA_DIR') ?? '.data',
    publicUrl,
    bankUrl: `http://127.0.0.1:${port}`,
    smtpUrl,
    bank: bank === 'test' ? 'test' : null,
    twoFactor: choice(env, 'TWO_FACTOR', twoFactorPolicies) ?? 'new-device',
    limitsNetwork: choice(env, 'LIMITS_NETWORK', onOff) ? text(env, 'LIMITS_NETWORK') === 'on' : mode === 'production',
    sso,
    settings: effectiveSettings(env, { mode, port, sso }),
  };
}

/** A misspelt setting would be no setting at all: the server would run by a default that nobody chose. */
function refuseMisspelt(names: readonly string[]): void {
  const [wrong] = misspelt(names);
  if (!wrong) return;
  const { name, meant } = wrong;
  throw new ConfigError(`${name} is no setting; ${meant ? `is ${meant} meant? Rename or` : 'correct or'} unset it.`);
}

const onOff = ['on', 'off'] as const;
const trueFalse = ['true', 'false'] as const;

function effectiveSettings(env: Environment, { mode, port, sso }: Pick<Config, 'mode' | 'port' | 'sso'>): Settings {
  const seconds = (name: string, least = 1) => number(env, name, least, 86_400);
  const variants = choice(env, 'REGIONAL_VARIANTS', trueFalse);
  const bankOrigins = mode === 'local' ? [`http://127.0.0.1:${port}`] : [];
  return checked({
    ...operatorSettings,
    signupOrder: choice<SignupOrder>(env, 'SIGNUP_ORDER', signupOrders) ?? operatorSettings.signupOrder,
    trialLength: choice(env, 'TRIAL_LENGTH', trialLengths) ?? operatorSettings.trialLength,
    proration: choice(env, 'PRORATION', ['daysLeft', 'wholeMonth'] as const) ?? operatorSettings.proration,
    regionalVariants: variants ? variants === 'true' : operatorSettings.regionalVariants,
    coolDownSeconds: seconds('COOL_DOWN_S', 0) ?? operatorSettings.coolDownSeconds,
    codeLifeSeconds: seconds('CODE_LIFE_S') ?? operatorSettings.codeLifeSeconds,
    bankDeadlineSeconds: seconds('BANK_DEADLINE_S') ?? operatorSettings.bankDeadlineSeconds,
    bankOrigins: [...operatorSettings.bankOrigins, ...bankOrigins],
    // In production only providers that the operator has registered with can be offered.
    ssoProviders: operatorSettings.ssoProviders.filter((provider) => mode === 'local' || sso[provider]),
  });
}

/** A page that cannot read its settings would go by the built-in ones, and say nothing. */
function checked(settings: Settings): Settings {
  const { success, issues } = v.safeParse(Settings, settings);
  if (success) return settings;
  throw new ConfigError(`src/settings.ts: ${v.getDotPath(issues[0])} cannot be used. ${issues[0].message}.`);
}

function ssoClients(env: Environment): Config['sso'] {
  const clients: Config['sso'] = {};
  for (const provider of ssoProviders) {
    const prefix = `SSO_${provider.toUpperCase()}`;
    const issuer = address(env, `${prefix}_ISSUER`, ['https:', 'http:']);
    const clientId = text(env, `${prefix}_CLIENT_ID`);
    const clientSecret = text(env, `${prefix}_CLIENT_SECRET`);
    if (!issuer && !clientId && !clientSecret) continue;
    if (!issuer || !clientId || !clientSecret) {
      throw new ConfigError(
        `${prefix}_ISSUER, ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET belong together; set all three or none.`,
      );
    }
    clients[provider] = { issuer, clientId, clientSecret };
  }
  return clients;
}

const text = (env: Environment, name: string): string | null => env[name]?.trim() || null;

function number(env: Environment, name: string, least: number, most: number): number | null {
  const value = text(env, name);
  if (value === null) return null;
  const parsed = Number(value);
  if (/^\d+$/.test(value) && parsed >= least && parsed <= most) return parsed;
  throw new ConfigError(`${name} is "${value}", but must be a whole number from ${least} to ${most}.`);
}

function choice<T extends string>(env: Environment, name: string, offered: readonly T[]): T | null {
  const value = text(env, name);
  if (value === null) return null;
  const found = offered.find((option) => option === value);
  if (found) return found;
  throw new ConfigError(`${name} is "${value}", but must be one of ${offered.join(', ')}.`);
}

function address(env: Environment, name: string, protocols: readonly string[]): string | null {
  const value = text(env, name);
  if (value === null) return null;
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
  // The value may hold a password, so it is not repeated.
  throw new ConfigError(`${name} must be an address that begins with ${protocols.join('// or ')}//.`);
}

function originOf(url: string | null, mode: Config['mode']): string | null {
  if (url === null) return null;
  const { origin, pathname, search, protocol } = new URL(url);
  if (pathname !== '/' || search) throw new ConfigError('PUBLIC_URL must be an origin, without a path or parameters.');
  if (mode === 'production' && protocol !== 'https:') {
    throw new ConfigError('PUBLIC_URL must begin with https:// in production.');
  }
  return origin;
}
