import { readPath } from '#domain/routes.ts';
import type { Config } from '../platform/config.ts';

/** Who may frame our pages: the flow map (our own page) in local mode, otherwise no one. */
export type FramedBy = "'self'" | "'none'";

/** No third-party code runs on the sign-up, which takes a card. */
const takesCard = (path: string): boolean => readPath(path)?.family === 'registration';

/**
 * Content security policy of a page: our own files, the API, the banks of the settings and, except on the sign-up, the
 * operator's tags. Inline styles are allowed, because the code field inserts one. Trusted Types keep text from becoming
 * markup or code.
 */
export function pagePolicy({ settings }: Config, path: string, framedBy: FramedBy): string {
  const { brand, hosts, bankOrigins, tagOrigins } = settings;
  const tags = takesCard(path) ? [] : tagOrigins;
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

/** Origins of absolute URLs; a path belongs to our own origin. */
const originsOf = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin);
