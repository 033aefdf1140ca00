import type { MiddlewareHandler, Context as Request } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { hostName } from '#domain/hosts.ts';
import { resourceNotFound } from '../messages/errors.ts';
import type { Config } from '../platform/config.ts';
import { boundedLog, onceADay } from '../platform/log.ts';
import { clientOf, forwardedHostOf } from './client.ts';
import { errorPage, isNavigation } from './errorPage.ts';
import { type ApiError, apiError, errorBody } from './errors.ts';
import { addHeaders, respond, varyBy } from './headers.ts';
import { isOwnMachine, isServedAt, pageOrigins } from './hosts.ts';
import { JSON_TYPE } from './json.ts';
import { networkOf, readRequestContext } from './requestContext.ts';

/** Far above any body of the contract. */
const MAX_BODY_BYTES = 32 * 1024;

/** Rejects larger bodies with 413. No handler reads the body of a GET. */
export function limitBody(config: Config): MiddlewareHandler {
  const limited = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (request) => errorResponse(request, config, apiError('validation', { status: 413 })),
  });
  return (request, next) => (request.req.method === 'GET' ? next() : limited(request, next));
}

/** Whether the request is a prefetch or prerender: Sec-Purpose, and its older names. */
const isSpeculative = ({ req }: Request): boolean =>
  ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].some((name) =>
    /prefetch|prerender|preview/i.test(req.header(name) ?? ''),
  );

/**
 * Prefetching must change nothing, not even a counter: HEAD and speculative requests reach no handler. HEAD gets 204;
 * speculative requests get an error, because browsers reuse a successful response for the click that may follow.
 */
export const rejectSpeculative: MiddlewareHandler = async (request, next) => {
  const status = isSpeculative(request) ? 425 : request.req.method === 'HEAD' ? 204 : null;
  if (status === null) return next();
  return respond(request, null, status, {});
};

/** Where to configure hosts, for the log. */
const HOST_SETTINGS = 'PUBLIC_URL, or hosts in src/settings.ts; a proxy has to pass Host on';

/**
 * Logs what the guards reject. What the request named is logged once a day, because it may be a missing setting; in
 * production each further rejection is a line without it.
 */
function rejectionLog(
  event: string,
  config: Config,
): (request: Request, named: Readonly<Record<string, string>>) => void {
  const logLine = boundedLog(event);
  const isNew = onceADay();
  return (request, named) => {
    const isFirst = isNew(JSON.stringify(named));
    if (!isFirst && config.mode !== 'production') return;
    const network = networkOf(clientOf(request, config).address);
    logLine({ ...(isFirst && { ...named, change: HOST_SETTINGS }), method: request.req.method, network });
  };
}

/** Rejects requests for unknown hosts with 421 (DNS rebinding, guesses at the proxy). */
export function ownHostsOnly(config: Config): MiddlewareHandler {
  const isServed = isServedAt(config);
  const logRejection = rejectionLog('unknown host refused with 421', config);
  return async (request, next) => {
    const { req } = request;
    const hosts = [new URL(req.url).host, req.header('Host') ?? ''].filter(Boolean);
    if (hosts.every(isServed)) return next();
    const forwarded = forwardedHostOf(request, config);
    if (forwarded !== null && isServed(forwarded)) return next();
    logRejection(request, { host: hostName(forwarded ?? hosts.find((host) => !isServed(host)) ?? '').slice(0, 100) });
    return errorResponse(request, config, apiError('notAllowed', { status: 421, message: resourceNotFound }));
  };
}

/**
 * Mutating calls must come from our own pages or from no page at all. Browsers send Origin with every such call. A body
 * that is not JSON is rejected, so that forms of other sites cannot call the API.
 */
export function ownPagesOnly(config: Config): MiddlewareHandler {
  const pages = pageOrigins(config);
  const logRejection = rejectionLog('foreign origin refused with 403', config);
  return async (request, next) => {
    const origin = request.req.header('Origin');
    const known =
      origin !== undefined && (pages.has(origin) || isOwnMachine(origin, new URL(request.req.url).host, config));
    if (known) {
      addHeaders(request, {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': 'Date, Retry-After',
      });
    }
    varyBy(request, 'Origin');
    if (request.req.method === 'OPTIONS') return preflight(request, known);
    if (request.req.method !== 'GET') {
      const foreign = origin === undefined ? request.req.header('Sec-Fetch-Site') === 'cross-site' : !known;
      if (foreign) {
        logRejection(request, { origin: (origin ?? 'cross-site').slice(0, 100) });
        return errorResponse(request, config, apiError('notAllowed'));
      }
      if (hasBody(request) && !isJson(request))
        return errorResponse(request, config, apiError('validation', { status: 415 }));
    }
    return next();
  };
}

function preflight(request: Request, known: boolean): Response {
  const permissions = {
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Currency, X-Device, X-Language',
    'Access-Control-Max-Age': '600',
  };
  return respond(request, null, 204, known ? permissions : {});
}

const hasBody = (request: Request): boolean =>
  request.req.header('Content-Type') !== undefined ||
  request.req.header('Transfer-Encoding') !== undefined ||
  Number(request.req.header('Content-Length') ?? 0) > 0;

const isJson = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.req.header('Content-Type') ?? '');

/** An error response without a handler: a page for people, JSON for programs. */
export function errorResponse(request: Request, config: Config, error: ApiError): Response {
  if (error.retryAfter !== null) addHeaders(request, { 'Retry-After': String(error.retryAfter) });
  if (isNavigation(request)) return errorPage(request, config, error);
  const body = errorBody(error, readRequestContext(request, config).language);
  return respond(request, JSON.stringify(body), error.status, { 'Content-Type': JSON_TYPE });
}
