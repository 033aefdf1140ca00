import type { Context as Request } from 'hono';
import { getCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { Currency, Language } from '#domain/constants.ts';
import { readCurrency, readLanguage } from '#domain/locale.ts';
import type { Config } from '../platform/config.ts';
import { clientOf } from './client.ts';

/** One request, as a handler meets it. */
export type RequestContext = {
  /** X-Language and X-Currency, checked; English and USD when they say nothing. */
  language: Language;
  currency: Currency;
  /** Whom a network limit counts: an IPv4 address or an IPv6 /64; 'loopback' for this machine. */
  network: string;
  /** Words of the browser about itself, cut to a line. */
  device: string;
  /** A cookie of the request by name, decoded. */
  cookie: (name: string) => string | undefined;
  /** Every value that the request lists under a name. */
  cookieValues: (name: string) => string[];
  header: (name: string) => string | undefined;
  /** Adds a Set-Cookie line to the answer. */
  setCookie: (line: string) => void;
  /** The lines that were added. */
  cookies: readonly string[];
};

/** Reads a request. Header values that are not on our lists count as absent. */
export function readRequestContext(request: Request, config: Config): RequestContext {
  const cookies: string[] = [];
  return {
    language: readLanguage(request.req.header('X-Language'), config.settings.regionalVariants) ?? 'en',
    currency: readCurrency(request.req.header('X-Currency')) ?? 'USD',
    network: networkOf(clientOf(request, config).address),
    device: (request.req.header('User-Agent') ?? '').slice(0, 200),
    cookie: (name) => getCookie(request, name),
    cookieValues: (name) =>
      (request.req.header('Cookie') ?? '').split(';').flatMap((pair) => parse(pair, name)[name] ?? []),
    header: (name) => request.req.header(name),
    setCookie: (line) => cookies.push(line),
    cookies,
  };
}

export const LOOPBACK = 'loopback';

/** IPv4 as it is, IPv6 cut to its /64: a household can change the rest at will. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '').replace(/%.*$/, '');
  if (plain === '::1' || plain.startsWith('127.')) return LOOPBACK;
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
