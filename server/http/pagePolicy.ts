import { createHash } from 'node:crypto';
import { earlyScript } from '#contract/earlyScript.ts';
import { readPath } from '#domain/routes.ts';
import type { Config } from '../platform/config.ts';

/** Who may frame our pages: the flow map (our own page) in local mode, otherwise no one. */
export type FramedBy = "'self'" | "'none'";

/** No third-party code runs on the sign-up, which takes a card. */
const takesCard = (path: string): boolean => readPath(path)?.family === 'registration';

/** The source that allows an inline script or style. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const earlyScriptHash = hashSource(earlyScript);

/**
 * Content security policy of a page: our own files, the early script and the styles that the page itself contains, the
 * API, the banks of the settings and, except on the sign-up, the operator's tags. Trusted Types keep text from becoming
 * markup or code. Tags, and the flow map, may insert styles.
 */
export function pagePolicy({ settings }: Config, path: string, framedBy: FramedBy, styleHashes: string[]): string {
  const { brand, hosts, bankOrigins, tagOrigins } = settings;
  const tags = takesCard(path) ? [] : tagOrigins;
  const apis = originsOf(Object.values(hosts.api));
  const isOursAlone = !path.startsWith('/flows/') && tags.length === 0;
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", earlyScriptHash, ...tags],
    'style-src': ["'self'", ...(isOursAlone ? styleHashes : ["'unsafe-inline'"])],
    'img-src': ["'self'", 'data:', ...originsOf([brand.logo]), ...tags],
    'connect-src': ["'self'", ...apis, ...tags],
    'frame-src': ["'self'", ...apis, ...bankOrigins],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': [framedBy],
    ...(isOursAlone && { 'require-trusted-types-for': ["'script'"] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** Origins of absolute URLs; a path belongs to our own origin. */
const originsOf = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin);
