import type { MiddlewareHandler, Context as Request } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorName } from '#contract/errors.ts';
import { hostName } from '#domain/hosts.ts';
import type { Config } from './config.ts';
import { Refusal, refusalBody } from './refusal.ts';
import { visitOf } from './visit.ts';
import type { Words } from './words/say.ts';

/** No body of the contract comes near this. */
const LONGEST_BODY = 32 * 1024;

/** What stands on every answer of the API: it is data, to be drawn, framed and kept by nobody. */
export const apiHeaders =
  ({ publicUrl }: Pick<Config, 'publicUrl'>): MiddlewareHandler =>
  async (request, next) => {
    await next();
    if (publicUrl.startsWith('https:')) {
      request.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    }
    if (request.res.headers.get('Content-Type') === 'application/json') {
      request.header('Content-Type', 'application/json; charset=utf-8');
    }
    request.header('X-Content-Type-Options', 'nosniff');
    request.header('Referrer-Policy', 'no-referrer');
    request.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    if (!request.res.headers.has('Cache-Control')) request.header('Cache-Control', 'no-store');
  };

/** Refuses bodies beyond all reason, 413. */
export const limitBody = (config: Config): MiddlewareHandler =>
  bodyLimit({ maxSize: LONGEST_BODY, onError: (request) => refusalOf(request, config, 'validation', 413) });

/**
 * A9: a call that changes something comes from our own pages or from no page at all. Browsers name the
 * origin with every such call; what cannot be JSON is refused, so no foreign form can speak to the API.
 */
export function ownPagesOnly(config: Config): MiddlewareHandler {
  const pages = pageOrigins(config);
  return async (request, next) => {
    const origin = request.req.header('Origin');
    const known = origin !== undefined && (pages.has(origin) || isOwnHost(request, origin, config));
    if (origin !== undefined && known && new URL(origin).host !== request.req.header('Host')) {
      request.header('Access-Control-Allow-Origin', origin);
      request.header('Access-Control-Allow-Credentials', 'true');
      request.header('Access-Control-Expose-Headers', 'Retry-After');
    }
    request.header('Vary', 'Origin');
    if (request.req.method === 'OPTIONS') return preflight(request, known);
    if (request.req.method !== 'GET' && request.req.method !== 'HEAD') {
      const foreign = origin === undefined ? request.req.header('Sec-Fetch-Site') === 'cross-site' : !known;
      if (foreign) return refusalOf(request, config, 'notAllowed', 403);
      if (hasBody(request) && !isJson(request)) return refusalOf(request, config, 'validation', 415);
    }
    return next();
  };
}

/** Origins of pages that stand elsewhere and may call: the public address and the hosts of the API table (P6). */
const pageOrigins = ({ publicUrl, settings }: Config): ReadonlySet<string> =>
  new Set([publicUrl, ...Object.keys(settings.hosts.api).map((host) => `https://${host}`)]);

/** A page of the host that is being asked is our own page, but for the bank's, which has a host of its own. */
function isOwnHost(request: Request, origin: string, { bankUrl }: Config): boolean {
  if (!URL.canParse(origin) || origin === bankUrl) return false;
  const { host } = new URL(origin);
  return hostName(host) !== '' && host === request.req.header('Host');
}

function preflight(request: Request, known: boolean): Response {
  if (known) {
    request.header('Access-Control-Allow-Methods', 'GET, POST, PATCH, DELETE');
    request.header(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Idempotency-Key, X-Currency, X-Device, X-Language',
    );
    request.header('Access-Control-Max-Age', '600');
  }
  return request.body(null, 204);
}

const hasBody = (request: Request): boolean =>
  request.req.header('Content-Type') !== undefined ||
  request.req.header('Transfer-Encoding') !== undefined ||
  Number(request.req.header('Content-Length') ?? 0) > 0;

const isJson = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.req.header('Content-Type') ?? '');

/** A refusal that comes before any handler. */
export function refusalOf(
  request: Request,
  config: Config,
  name: ErrorName,
  status: ContentfulStatusCode,
  words?: Words,
): Response {
  const refusal = new Refusal([{ name, ...(words && { words }) }], status);
  return request.json(refusalBody(refusal, visitOf(request, config).language), status);
}
