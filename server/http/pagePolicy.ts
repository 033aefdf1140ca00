import type { Config } from '../platform/config.ts';

/** Who may show our pages in a frame: in local mode the flow map, a page of our own; else nobody, ever. */
export type FramedBy = "'self'" | "'none'";

/** The sign-up in every language; no third-party code runs where a card is typed. */
const signUp = /(^|\/)signup\/?$/;

/**
 * What may run, load and be framed in a page: our own files, the API, the banks of the settings
 * and, but for the sign-up, the operator's tags. Styles may stand in the page: the code field brings one.
 * In the app's pages no text becomes markup or code (Trusted Types).
 */
export function pagePolicy({ settings }: Config, path: string, framedBy: FramedBy): string {
  const { brand, hosts, bankOrigins, tagOrigins } = settings;
  const tags = signUp.test(path) ? [] : tagOrigins;
  const apis = originsOf(Object.values(hosts.api));
  const isApp = !path.startsWith('/flows/');
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...tags],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...originsOf([brand.logo]), ...tags],
    'connect-src': ["'self'", ...apis, ...tags],
    'frame-src': ["'self'", ...apis, ...bankOrigins],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': [framedBy],
    ...(isApp && tags.length === 0 && { 'require-trusted-types-for': ["'script'"] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** Origins of whole addresses; a path is one of our own. */
const originsOf = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin);
