import type { Context as Request } from 'hono';
import { getCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { Currency, Language } from '#domain/constants.ts';
import { readCurrency, readLanguage } from '#domain/locale.ts';
import type { Config } from '../platform/config.ts';
import { setRequestNetwork } from '../platform/requestId.ts';
import { clientOf } from './client.ts';

/** What a handler gets of one request. */
export type RequestContext = {
  /** X-Language and X-Currency, validated; English and USD by default. */
  language: Language;
  currency: Currency;
  /** The key of network limits: an IPv4 address or an IPv6 /64; 'loopback' for this machine. */
  network: string;
  /** The user agent, cut to one line. */
  device: string;
  /** The decoded value of a request cookie. */
  cookie: (name: string) => string | undefined;
  /** All values that the request has for a cookie name. */
  cookieValues: (name: string) => string[];
  header: (name: string) => string | undefined;
  /** Adds a Set-Cookie header to the response; the last one of a name counts, since a transaction may be repeated. */
  setCookie: (line: string) => void;
  /** The Set-Cookie headers added so far. */
  cookies: readonly string[];
};

/** Reads a request. Unknown header values count as absent. */
export function readRequestContext(request: Request, config: Config): RequestContext {
  const cookies: string[] = [];
  const network = networkOf(clientOf(request, config).address);
  setRequestNetwork(network);
  return {
    language: readLanguage(request.req.header('X-Language'), config.settings.regionalVariants) ?? 'en',
    currency: readCurrency(request.req.header('X-Currency')) ?? 'USD',
    network,
    device: (request.req.header('User-Agent') ?? '').slice(0, 200),
    cookie: (name) => getCookie(request, name),
    cookieValues: (name) =>
      (request.req.header('Cookie') ?? '').split(';').flatMap((pair) => parse(pair, name)[name] ?? []),
    header: (name) => request.req.header(name),
    setCookie: (line) => {
      const earlier = cookies.findIndex((other) => nameOf(other) === nameOf(line));
      if (earlier >= 0) cookies.splice(earlier, 1);
      cookies.push(line);
    },
    cookies,
  };
}

const nameOf = (line: string) => line.split('=', 1)[0];

export const LOOPBACK = 'loopback';

/** IPv4 unchanged, IPv6 cut to its /64: a household can vary the rest at will. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '').replace(/%.*/, '');
  if (plain === '::1' || plain.startsWith('127.')) return LOOPBACK;
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.toLowerCase().split('::');
  const left = head ? head.split(':') : [];
  const right = tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** The /48 of an IPv6 network, which one line or machine may have as a whole; any other network is its own site. */
export const siteOf = (network: string): string => network.split(':').slice(0, 3).join(':');
