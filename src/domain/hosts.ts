import type { Language } from './constants.ts';

/** §7: version and product path of the API. */
export const API_PATH = '/v1/phone';

/** A host name in the form used for comparison: lower case, without port and trailing dot. */
export const hostName = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:[0-9]*$/, '')
    .replace(/\.$/, '');

/** Hosts that are this machine itself. */
const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
export const isLoopback = (host: string): boolean => loopback.includes(hostName(host));

const lookUp = (host: string, table: Readonly<Record<string, string>>): string | null => {
  const name = hostName(host);
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
};

/** §7: base of all calls for a page host: the exact entry of the table, else the page's own origin. */
export const apiBase = (host: string, table: Readonly<Record<string, string>>): string =>
  lookUp(host, table) ?? API_PATH;

/** The base in prerendered pages, whose host is not known: the one that all entries of the table have, if there is one. */
export function apiBaseOfAll(table: Readonly<Record<string, string>>): string {
  const [base = API_PATH, ...others] = new Set(Object.values(table));
  return others.length === 0 ? base : API_PATH;
}

/** Hosts that never redirect to another host: exactly those of the list. */
export const isDevelopmentHost = (host: string, list: readonly string[]): boolean => list.includes(hostName(host));

/** Two-letter suffix of a host ('de', 'mx', 'uk'), or null ('.com', 'localhost', an IP address). */
export const hostSuffix = (host: string): string | null => /\.([a-z]{2})$/.exec(hostName(host))?.[1] ?? null;

/** §2: the .com variant to move to when a language is chosen: English and Spanish are on .com. Null: stay. */
export function hostForLanguage(
  host: string,
  language: Language,
  settings: { developmentHosts: readonly string[]; comHosts: Readonly<Record<string, string>> },
): string | null {
  if (language !== 'en' && language !== 'es') return null;
  if (isDevelopmentHost(host, settings.developmentHosts) || hostName(host).endsWith('.com')) return null;
  return lookUp(host, settings.comHosts);
}
