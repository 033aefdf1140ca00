import { type BlockList, isIP } from 'node:net';
import * as v from 'valibot';
import { Settings } from '#contract/settings.ts';
import {
  type CardEntry,
  cardEntries,
  prorations,
  type SignupOrder,
  type SsoProvider,
  signupOrders,
  ssoProviders,
  type TwoFactorPolicy,
  trialLengths,
  twoFactorPolicies,
} from '#domain/constants.ts';
import { isLoopback } from '#domain/hosts.ts';
import { settings as operatorSettings } from '#settings';
import { checkCardEntry } from '../bank/stripe/settings.ts';
import { trustedProxies } from '../http/trustedProxies.ts';
import type { DatabaseSettings } from '../store/postgres/settings.ts';
import { type BankInUse, bankInUse, bankOrigin, isStripe } from './bankSettings.ts';
import { databaseSettings } from './databaseUrl.ts';
import { ConfigError, choice, type Environment, number, onOff, quoted, text } from './environment.ts';
import { misspelt } from './settingNames.ts';
import { checkAddresses } from './settingsAddresses.ts';
import {
  type BreachedList,
  breachedList,
  collectorUrl,
  issuerUrl,
  smtpUrl as smtpUrlOf,
  webOrigin,
} from './urlSettings.ts';

/** The operator's registration with a single sign-on provider. */
export type SsoClient = { issuer: string; clientId: string; clientSecret: string };

/** The server's configuration. The public part of `settings` is sent with each page. */
export type Config = {
  mode: 'local' | 'production';
  port: number;
  /** Address to listen on; null is loopback only. */
  host: string | null;
  /** Folder of the embedded database and of the server's key. */
  dataDir: string;
  /** PostgreSQL instead of the embedded database. */
  database: DatabaseSettings | null;
  /** Origin of the pages, without a trailing slash; the only base of links in mails. */
  publicUrl: string;
  /** Origin of the bank's pages; differs from that of the app's pages. */
  bankUrl: string;
  smtpUrl: string | null;
  /** Proxies in front of the server whose X-Forwarded-For is trusted. */
  trustedProxies: BlockList;
  /** Value of Strict-Transport-Security; null sends none. */
  hsts: string | null;
  /** Where /metrics is served, apart from the public port; null serves none. */
  metrics: { host: string; port: number } | null;
  /** Where spans are sent to (OTLP over HTTP); null sends none. */
  traces: string | null;
  bank: BankInUse;
  twoFactor: TwoFactorPolicy;
  /** Whether network limits count loopback addresses as well. */
  limitsNetwork: boolean;
  /** Where new passwords are looked up; null: nowhere. */
  breachedPasswords: BreachedList | null;
  sso: Partial<Record<SsoProvider, SsoClient>>;
  settings: Settings;
};

/** Unknown values are rejected, because a misspelt 'production' would expose the local inbox. */
const nodeEnvironments = ['production', 'development', 'test'] as const;

/** Reads the environment (docs/settings.md); throws ConfigError for the first invalid name or value. */
export function readConfig(env: Environment): Config {
  rejectUnknown(Object.keys(env));
  const mode = choice(env, 'NODE_ENV', nodeEnvironments) === 'production' ? 'production' : 'local';
  const port = number(env, 'PORT', 1, 65_535) ?? 3000;
  const isProduction = mode === 'production';
  const host = listenHost(env, mode);
  const smtpUrl = smtpUrlOf(env);
  const publicUrl = webOrigin(env, 'PUBLIC_URL', isProduction) ?? `http://localhost:${port}`;
  if (host && mode === 'local' && !smtpUrl) {
    throw new ConfigError(
      'HOST makes the server reachable from other machines, and without SMTP_URL anyone could read the local inbox; set SMTP_URL or unset HOST.',
    );
  }
  if (isProduction) {
    for (const name of ['PUBLIC_URL', 'SMTP_URL']) {
      if (!text(env, name)) throw new ConfigError(`${name} is required when NODE_ENV is production.`);
    }
  }
  const bank = bankInUse(env, isProduction);
  const bankUrl = bankOrigin(env, { isProduction, port, bank, publicUrl });
  const sso = ssoClients(env, isProduction);
  return {
    mode,
    port,
    host,
    dataDir: text(env, 'DATA_DIR') ?? '.data',
    database: databaseSettings(env, isProduction),
    publicUrl,
    bankUrl,
    smtpUrl,
    trustedProxies: trustedProxies(env, isProduction),
    hsts: hsts(env, publicUrl),
    metrics: metricsAddress(env),
    traces: collectorUrl(env),
    bank,
    twoFactor: choice(env, 'TWO_FACTOR', twoFactorPolicies) ?? 'new-device',
    limitsNetwork: (choice(env, 'LIMITS_NETWORK', onOff) ?? (isProduction ? 'on' : 'off')) === 'on',
    breachedPasswords: breachedList(env, isProduction),
    sso,
    settings: effectiveSettings(env, { mode, bank, bankUrl, sso }),
  };
}

/** A misspelt setting would be ignored silently, and the server would run with the default. */
function rejectUnknown(names: readonly string[]): void {
  const [wrong] = misspelt(names);
  if (!wrong) return;
  const { name, meant } = wrong;
  throw new ConfigError(
    `Unknown setting ${name}; ${meant ? `did you mean ${meant}? Rename or` : 'correct or'} unset it.`,
  );
}

const trueFalse = ['true', 'false'] as const;

function effectiveSettings(
  env: Environment,
  { mode, bank, bankUrl, sso }: Pick<Config, 'mode' | 'bank' | 'bankUrl' | 'sso'>,
): Settings {
  const seconds = (name: string, min = 1) => number(env, name, min, 86_400);
  const variants = choice(env, 'REGIONAL_VARIANTS', trueFalse);
  const bankOrigins = mode === 'local' || isStripe(bank) ? [bankUrl] : [];
  const cardEntry =
    choice<CardEntry>(env, 'CARD_ENTRY', cardEntries) ?? (isStripe(bank) ? 'hosted' : operatorSettings.cardEntry);
  return checkSettings({
    ...operatorSettings,
    signupOrder: choice<SignupOrder>(env, 'SIGNUP_ORDER', signupOrders) ?? operatorSettings.signupOrder,
    trialLength: choice(env, 'TRIAL_LENGTH', trialLengths) ?? operatorSettings.trialLength,
    proration: choice(env, 'PRORATION', prorations) ?? operatorSettings.proration,
    cardEntry: isStripe(bank) ? checkCardEntry(env, cardEntry) : cardEntry,
    regionalVariants: variants ? variants === 'true' : operatorSettings.regionalVariants,
    coolDownSeconds: seconds('COOL_DOWN_S', 0) ?? operatorSettings.coolDownSeconds,
    codeLifeSeconds: seconds('CODE_LIFE_S') ?? operatorSettings.codeLifeSeconds,
    bankDeadlineSeconds: seconds('BANK_DEADLINE_S') ?? operatorSettings.bankDeadlineSeconds,
    bankOrigins: [...operatorSettings.bankOrigins, ...bankOrigins],
    // Production offers only the providers that the operator has registered with.
    ssoProviders: operatorSettings.ssoProviders.filter((provider) => mode === 'local' || sso[provider]),
  });
}

const { brand, hosts, consentCookies, ...others } = Settings.entries;

/** The settings without any other name: one that is misspelt would leave a default in its place. */
const OwnSettings = v.strictObject({
  ...others,
  brand: v.strictObject(brand.entries),
  hosts: v.strictObject(hosts.entries),
  consentCookies: v.strictObject(consentCookies.entries),
});

/** Validates the settings at start and build: a page that cannot read them would silently use the built-in ones. */
export function checkSettings(settings: Settings): Settings {
  const { success, issues } = v.safeParse(OwnSettings, settings);
  if (success) {
    checkAddresses(settings);
    return settings;
  }
  if (issues[0].expected === 'never') {
    throw new ConfigError(`src/settings.ts: there is no setting ${v.getDotPath(issues[0])}; correct or remove it.`);
  }
  throw new ConfigError(`src/settings.ts: invalid value for ${v.getDotPath(issues[0])}. ${issues[0].message}.`);
}

function ssoClients(env: Environment, isProduction: boolean): Config['sso'] {
  const clients: Config['sso'] = {};
  for (const provider of ssoProviders) {
    const prefix = `SSO_${provider.toUpperCase()}`;
    const issuer = issuerUrl(env, `${prefix}_ISSUER`, isProduction);
    const clientId = text(env, `${prefix}_CLIENT_ID`);
    const clientSecret = text(env, `${prefix}_CLIENT_SECRET`);
    if (!issuer && !clientId && !clientSecret) continue;
    if (!issuer || !clientId || !clientSecret) {
      throw new ConfigError(
        `Set all three of ${prefix}_ISSUER, ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET, or none of them.`,
      );
    }
    clients[provider] = { issuer, clientId, clientSecret };
  }
  return clients;
}

/**
 * HOST is an address or a host name, without scheme and port. Null: all of loopback, also where HOST names a part of it
 * in local mode, in which the bank is at 127.0.0.1 and the pages are at localhost.
 */
function listenHost(env: Environment, mode: Config['mode']): string | null {
  const host = text(env, 'HOST');
  if (host === null) return null;
  const kind = isIP(host);
  if (kind === 0 && !/^[a-z0-9.-]+$/i.test(host)) {
    throw new ConfigError('HOST must be an address or a name of this machine, without scheme and port.');
  }
  return mode === 'local' && isLoopback(kind === 6 ? `[${host}]` : host) ? null : host;
}

/** One year, for the pages' host and its subdomains. */
const HSTS_DEFAULT = 'max-age=31536000; includeSubDomains';

/** METRICS_LISTEN: a port of this machine, or an address with a port, such as 10.0.0.5:9464 or [::]:9464. */
function metricsAddress(env: Environment): Config['metrics'] {
  const value = text(env, 'METRICS_LISTEN');
  if (value === null) return null;
  const [, host = '127.0.0.1', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(value) ?? [];
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (Number(port) >= 1 && Number(port) <= 65_535 && isIP(address) !== 0) return { host: address, port: Number(port) };
  throw new ConfigError(`METRICS_LISTEN must be a port, or an address with a port, but it is ${quoted(value)}.`);
}

/** The value of HSTS is the header's value, or off. Browsers ignore the header unless it comes over https. */
export function hsts(env: Environment, publicUrl: string): string | null {
  const value = text(env, 'HSTS') ?? HSTS_DEFAULT;
  if (value !== 'off' && !/^max-age=\d+(; ?includeSubDomains)?(; ?preload)?$/i.test(value)) {
    throw new ConfigError(`HSTS must be off, or a header value such as "${HSTS_DEFAULT}".`);
  }
  return value === 'off' || !publicUrl.startsWith('https:') ? null : value;
}
