import { createHash } from 'node:crypto';
import { earlyScript } from '#contract/earlyScript.ts';
import { API_PATH } from '#domain/hosts.ts';
import { readPath } from '#domain/routes.ts';
import type { Config } from '../platform/config.ts';

/** Who may frame our pages: the flow map (our own page) in local mode, otherwise no one. */
export type FramedBy = "'self'" | "'none'";

/** Where browsers report what a page's policy has blocked (cspReports.ts). */
export const REPORTS_PATH = `${API_PATH}/csp-reports`;

/** Features that no page uses. The frame of a bank may get others: docs/decisions/bank-frame.md. */
const unusedFeatures = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb'];

/** No third-party code runs on the sign-up, which takes a card. */
const takesCard = (path: string): boolean => readPath(path)?.family === 'registration';

/** The source that allows an inline script or style. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const earlyScriptHash = hashSource(earlyScript);

/**
 * Content security policy of a page: our own files, the early script and the styles that the page itself contains, the
 * API, the banks of the settings and, except on the sign-up, the operator's tags. Trusted Types keep text from becoming
 * markup or code, and no script may make exceptions. Tags, and the flow map, may insert styles.
 */
export function pagePolicy(
  { settings }: Pick<Config, 'settings'>,
  path: string,
  framedBy: FramedBy,
  styleHashes: string[],
): string {
  const { brand, hosts, bankOrigins, tagOrigins } = settings;
  const tags = takesCard(path) ? [] : tagOrigins;
  const apis = originsOf(Object.values(hosts.api));
  const hasOnlyOurCode = !path.startsWith('/flows/') && tags.length === 0;
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", earlyScriptHash, ...tags],
    'style-src': ["'self'", ...(hasOnlyOurCode ? styleHashes : ["'unsafe-inline'"])],
    'img-src': ["'self'", 'data:', ...originsOf([brand.logo, brand.icon]), ...tags],
    'connect-src': ["'self'", ...apis, ...tags],
    'frame-src': ["'self'", ...apis, ...bankOrigins],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': [framedBy],
    ...(hasOnlyOurCode && { 'require-trusted-types-for': ["'script'"], 'trusted-types': ["'none'"] }),
    'report-uri': [REPORTS_PATH],
    'report-to': ['csp'],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** The headers of a page, in addition to those of every response; also of one that another host serves. */
export const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policy,
  'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  'Reporting-Endpoints': `csp="${REPORTS_PATH}"`,
});

/** Takes a page out of reach of the one that has opened its window; the bank may open a window that reports back. */
export const openerPolicy = { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' } as const;

/** The sources of the inline styles of a page. */
export const styleHashesOf = (html: string): string[] =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => hashSource(css));

/** Origins of absolute URLs; a path belongs to our own origin. */
export const originsOf = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin);
