import { type BlockList, isIP } from 'node:net';
import * as v from 'valibot';
import { Settings } from '#contract/settings.ts';
import { type SignupOrder, type SsoProvider, signupOrders, ssoProviders } from '#domain/constants.ts';
import { trialLengths } from '#domain/trial.ts';
import { settings as operatorSettings } from '#settings';
import { trustedProxies } from '../http/trustedProxies.ts';
import { ConfigError, choice, type Environment, number, text } from './environment.ts';
import { misspelt } from './settingNames.ts';
import { issuerUrl, publicOrigin, smtpUrl as smtpUrlOf } from './urlSettings.ts';

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
  /** Proxies before the server, whose word on whom they ask for counts. */
  trustedProxies: BlockList;
  /** Value of Strict-Transport-Security; null sends none. */
  hsts: string | null;
  /** Which bank answers; null when card numbers go nowhere (production without one). */
  bank: 'test' | null;
  twoFactor: TwoFactorPolicy;
  /** Whether limits for each network count loopback addresses too. */
  limitsNetwork: boolean;
  sso: Partial<Record<SsoProvider, SsoClient>>;
  settings: Settings;
};

/** A misspelt 'production' must not open the local inbox to the world. */
const nodeEnvironments = ['production', 'development', 'test'] as const;

/** Reads the environment (decisions, 'Environment'); throws ConfigError at the first wrong name or value. */
export function readConfig(env: Environment): Config {
  rejectUnknown(Object.keys(env));
  const mode = choice(env, 'NODE_ENV', nodeEnvironments) === 'production' ? 'production' : 'local';
  if (text(env, 'DATABASE_URL')) {
    throw new ConfigError('DATABASE_URL is not supported by this release, which stores data in DATA_DIR; unset it.');
  }
  const port = number(env, 'PORT', 1, 65_535) ?? 3000;
  const isProduction = mode === 'production';
  const host = listenHost(env);
  const smtpUrl = smtpUrlOf(env);
  const publicUrl = publicOrigin(env, isProduction) ?? `http://localhost:${port}`;
  if (host && mode === 'local' && !smtpUrl) {
    throw new ConfigError(
      'HOST makes the server reachable from other machines, and without SMTP_URL anyone could read the local inbox; set SMTP_URL or unset HOST.',
    );
  }
  if (mode === 'production') {
    for (const name of ['PUBLIC_URL', 'SMTP_URL']) {
      if (!text(env, name)) throw new ConfigError(`${name} is required when NODE_ENV is production.`);
    }
  }
  const bank = choice(env, 'BANK', ['test', 'none'] as const) ?? (mode === 'local' ? 'test' : 'none');
  if (mode === 'production' && bank === 'test') {
    throw new ConfigError('BANK=test works in local mode only; set BANK=none or unset it.');
  }
  const sso = ssoClients(env, isProduction);
  return {
    mode,
    port,
    host,
    dataDir: text(env, 'DATA_DIR') ?? '.data',
    publicUrl,
    bankUrl: `http://127.0.0.1:${port}`,
    smtpUrl,
    trustedProxies: trustedProxies(env, isProduction),
    hsts: hsts(env, publicUrl),
    bank: bank === 'test' ? 'test' : null,
    twoFactor: choice(env, 'TWO_FACTOR', twoFactorPolicies) ?? 'new-device',
    limitsNetwork: choice(env, 'LIMITS_NETWORK', onOff) ? text(env, 'LIMITS_NETWORK') === 'on' : mode === 'production',
    sso,
    settings: effectiveSettings(env, { mode, port, sso }),
  };
}

/** A misspelt setting would be no setting at all: the server would run by a default that nobody chose. */
function rejectUnknown(names: readonly string[]): void {
  const [wrong] = misspelt(names);
  if (!wrong) return;
  const { name, meant } = wrong;
  throw new ConfigError(
    `Unknown setting ${name}; ${meant ? `did you mean ${meant}? Rename or` : 'correct or'} unset it.`,
  );
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

/** HOST is one address, or the name of one: no scheme, no port. */
function listenHost(env: Environment): string | null {
  const host = text(env, 'HOST');
  if (host === null || isIP(host) !== 0 || /^[a-z0-9.-]+$/i.test(host)) return host;
  throw new ConfigError('HOST must be an address or a name of this machine, without scheme and port.');
}

/** A year, for the pages' host and every host below it. */
const HSTS_DEFAULT = 'max-age=31536000; includeSubDomains';

/** HSTS is the header's own value, or off; only browsers that came by https heed it. */
function hsts(env: Environment, publicUrl: string): string | null {
  const value = text(env, 'HSTS') ?? HSTS_DEFAULT;
  if (value !== 'off' && !/^max-age=\d+(; ?includeSubDomains)?(; ?preload)?$/i.test(value)) {
    throw new ConfigError(`HSTS must be off, or a header value such as "${HSTS_DEFAULT}".`);
  }
  return value === 'off' || !publicUrl.startsWith('https:') ? null : value;
}
