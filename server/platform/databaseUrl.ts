import { readFileSync } from 'node:fs';
import { isLoopback } from '#domain/hosts.ts';
import type { DatabaseSettings } from '../store/postgres/settings.ts';
import { ConfigError, type Environment, number, text } from './environment.ts';
import { checkOptions, isEncoded, parsed } from './urlSettings.ts';

const NAME = 'DATABASE_URL';
const DEFAULT_PORT = 5432;
const DEFAULT_CONNECTIONS = 10;
const options = ['sslmode', 'sslrootcert'];

/**
 * PostgreSQL: `postgres://user:password@host:port/database`, credentials percent-encoded; null keeps the data in
 * DATA_DIR. `?sslmode=verify-full` encrypts and verifies the certificate, `&sslrootcert=<file>` by authorities of your
 * own. There is no mode that encrypts without verifying, since it would not notice an impostor.
 */
export function databaseSettings(env: Environment, isProduction: boolean): DatabaseSettings | null {
  const value = text(env, NAME);
  if (value === null) {
    if (text(env, 'DATABASE_CONNECTIONS')) throw new ConfigError(`DATABASE_CONNECTIONS needs ${NAME}.`);
    return null;
  }
  const url = parsed(NAME, value, ['postgres:', 'postgresql:']);
  if (!isEncoded(url.pathname)) throw new ConfigError(`${NAME} must hold the name of the database percent-encoded.`);
  const name = decodeURIComponent(url.pathname.slice(1));
  if (!name || name.includes('/')) throw new ConfigError(`${NAME} must name the database after the host.`);
  if (!url.username) throw new ConfigError(`${NAME} must name a user.`);
  checkOptions(NAME, url, options);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || DEFAULT_PORT),
    name,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    tls: tlsOf(url, isProduction),
    connections: number(env, 'DATABASE_CONNECTIONS', 2, 200) ?? DEFAULT_CONNECTIONS,
  };
}

/** In production a database on another machine needs a decision: passwords and addresses pass through the network. */
function tlsOf({ hostname, searchParams }: URL, isProduction: boolean): DatabaseSettings['tls'] {
  const mode = searchParams.get('sslmode');
  const file = searchParams.get('sslrootcert');
  if (mode !== null && mode !== 'verify-full' && mode !== 'disable') {
    throw new ConfigError(`${NAME}: sslmode must be verify-full or disable.`);
  }
  if (mode === 'verify-full') return { authorities: file === null ? null : authoritiesIn(file) };
  if (file !== null) throw new ConfigError(`${NAME}: sslrootcert needs sslmode=verify-full.`);
  if (mode === null && isProduction && !isLoopback(hostname)) {
    throw new ConfigError(
      `${NAME} must end in ?sslmode=verify-full, or in ?sslmode=disable if the network to the database is private.`,
    );
  }
  return null;
}

function authoritiesIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`${NAME}: the file of sslrootcert cannot be read.`);
  }
}
