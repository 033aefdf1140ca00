import { statSync } from 'node:fs';
import { isLoopback } from '#domain/hosts.ts';
import { ConfigError, type Environment, text } from './environment.ts';

/* Settings that are URLs. No error message repeats a value, because it may contain a password. */

/** The mail server: `smtp://` or `smtps://`, credentials percent-encoded, options of nodemailer in the query. */
export function smtpUrl(env: Environment): string | null {
  const name = 'SMTP_URL';
  const value = text(env, name);
  if (value === null) return null;
  const url = parsed(name, value, ['smtp:', 'smtps:']);
  if (url.username && !url.password) throw new ConfigError(`${name} names a user without a password.`);
  if (url.password && !url.username) throw new ConfigError(`${name} holds a password without a user.`);
  if (url.pathname.length > 1) throw new ConfigError(`${name} must hold no path after the host.`);
  if (url.protocol === 'smtps:' && url.port === '587') {
    throw new ConfigError(
      `${name} is smtps:// on port 587, which begins in clear and turns to TLS by STARTTLS; write smtp:// and ?requireTLS=true there, or use port 465.`,
    );
  }
  if (url.protocol === 'smtp:' && url.port === '465') {
    throw new ConfigError(
      `${name} is smtp:// on port 465, which speaks TLS from the first byte; write smtps:// there, or use port 587.`,
    );
  }
  checkOptions(name, url, smtpOptions.keys());
  for (const [option, allowed] of smtpOptions) {
    const given = url.searchParams.get(option);
    if (given === null || allowed === null || allowed.includes(given)) continue;
    throw new ConfigError(`${name}: ${option} must be ${allowed.join(' or ')}.`);
  }
  if (!/^[1-9]\d?$/.test(url.searchParams.get('maxConnections') ?? '1')) {
    throw new ConfigError(`${name}: maxConnections must be a whole number from 1 to 99.`);
  }
  if (url.searchParams.get('requireTLS') === 'true' && url.searchParams.get('ignoreTLS') === 'true') {
    throw new ConfigError(`${name}: requireTLS and ignoreTLS contradict each other; leave one of them out.`);
  }
  return value;
}

/**
 * Whether a mail server must offer TLS: one elsewhere that is reached by `smtp://`. `requireTLS` or
 * `ignoreTLS=true` in its URL takes precedence.
 */
export function requiresTls(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const isSet = searchParams.has('requireTLS') || searchParams.get('ignoreTLS') === 'true';
  return protocol === 'smtp:' && !isLoopback(hostname) && !isSet;
}

/**
 * Whether the certificate of a mail server must be one for its host, by an authority. None is for the loopback address,
 * where TLS protects nothing, unless the URL requires it.
 */
export function checksCertificate(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  return protocol === 'smtps:' || !isLoopback(hostname) || searchParams.get('requireTLS') === 'true';
}

/** Nodemailer would take any other value, such as `0` or `no`, for one of the two. */
const flag = ['true', 'false'];

/**
 * Options allowed in the query of SMTP_URL, and their values; null for any text. Others are rejected: a misspelt
 * `requireTLS` would send in clear text, `logger` would print the mails, and no mail could be sent by an unknown method
 * or with an unknown version.
 */
const smtpOptions: ReadonlyMap<string, readonly string[] | null> = new Map([
  ['requireTLS', flag],
  ['ignoreTLS', flag],
  ['authMethod', ['PLAIN', 'LOGIN', 'CRAM-MD5']],
  ['name', null],
  ['maxConnections', null],
  ['tls.servername', null],
  ['tls.minVersion', ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']],
  ['tls.rejectUnauthorized', flag],
]);

/** Each option of a query must be known, and given once: readers differ about which of two counts. */
export function checkOptions(name: string, { searchParams }: URL, known: Iterable<string>): void {
  const given = [...searchParams.keys()];
  const all = [...known];
  if (given.some((option) => !all.includes(option))) {
    throw new ConfigError(`${name} has an unknown option; known are ${all.join(', ')}.`);
  }
  if (new Set(given).size < given.length) throw new ConfigError(`${name} has an option twice.`);
}

/** An origin of pages, without a trailing slash. */
export function webOrigin(env: Environment, name: string, isProduction: boolean): string | null {
  const url = webAddress(env, name, isProduction);
  if (url === null) return null;
  if (url.pathname !== '/' || url.search) {
    throw new ConfigError(`${name} must be an origin such as https://phone.example.com, without a path or query.`);
  }
  return url.origin;
}

/** The issuer of a single sign-on provider, exactly as written, because the provider's tokens repeat it. */
export function issuerUrl(env: Environment, name: string, isProduction: boolean): string | null {
  const url = webAddress(env, name, isProduction);
  if (url?.search) throw new ConfigError(`${name} must hold no parameters.`);
  const issuer = text(env, name);
  // As documents write what is to be replaced, such as the tenant.
  if (/[<>{}]/.test(issuer ?? '')) throw new ConfigError(`${name} still has a placeholder; put its value there.`);
  return issuer;
}

/** The collector of traces; without https in production too, because it is in the internal network. */
export function collectorUrl(env: Environment): string | null {
  const url = webAddress(env, 'TRACES_URL', false);
  return url?.href ?? null;
}

/** A list of breached passwords: a URL, to which a slash and five digits are added, or a folder of files. */
export type BreachedList = { url: string } | { folder: string };

/** The list in which new passwords are looked up; null: there is none. */
export function breachedList(env: Environment, isProduction: boolean): BreachedList | null {
  const name = 'BREACHED_PASSWORDS';
  const value = text(env, name);
  if (value === null) return null;
  if (!/^https?:/i.test(value)) {
    if (isFolder(value)) return { folder: value };
    throw new ConfigError(`${name} is neither a URL nor a folder.`);
  }
  const url = webAddress(env, name, isProduction);
  if (url?.search) throw new ConfigError(`${name} must hold no parameters.`);
  return { url: value.replace(/\/+$/, '') };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A web URL. Production requires https, since passwords and tokens would otherwise be sent in clear text. */
function webAddress(env: Environment, name: string, isProduction: boolean): URL | null {
  const value = text(env, name);
  if (value === null) return null;
  const url = parsed(name, value, ['https:', 'http:']);
  if (url.username || url.password) throw new ConfigError(`${name} must hold no user and no password.`);
  if (isProduction && url.protocol !== 'https:')
    throw new ConfigError(`${name} must start with https:// in production.`);
  return url;
}

/**
 * Parses a value as a URL. If the host ends too early, the cause is most likely a password that was not
 * percent-encoded.
 */
export function parsed(name: string, value: string, protocols: readonly string[]): URL {
  const start = protocols.map((protocol) => `${protocol}//`);
  const known = start.find((each) => value.toLowerCase().startsWith(each));
  if (known === undefined) throw new ConfigError(`${name} must be a URL that starts with ${start.join(' or ')}.`);

  const [, ...afterHost] = value.slice(known.length).split(/[/?#]/);
  const url = URL.parse(value);
  if (afterHost.some((part) => part.includes('@')) || (url && !isEncoded(url.username + url.password))) {
    throw new ConfigError(
      `${name} cannot be read: user and password must be percent-encoded (%23 for #, %2F for /, %3F for ?, %40 for @, %25 for %).`,
    );
  }
  if (!url?.hostname || url.port === '0')
    throw new ConfigError(`${name} is no address: its host or port cannot be read.`);
  if (url.hash) throw new ConfigError(`${name} must hold no #.`);
  return url;
}

/** Whether a part of a URL can be decoded. */
export function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
