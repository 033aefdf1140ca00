import type { MiddlewareHandler, Context as Request } from 'hono';
import type { Config } from '../platform/config.ts';
import type { ServerContext } from '../platform/context.ts';
import { withRequestId } from '../platform/requestId.ts';

/** Headers of a response, by name; built once as a plain object, which is a fraction of the work of `Headers`. */
export type HeaderSet = Record<string, string>;

/** What the app keeps of a request besides the server context. */
export type ResponseVariables = {
  /** The headers of its response that are known before the response is; guards add theirs. */
  headers: HeaderSet;
  /** The response that `respond` has made: it has all headers. */
  responded: Response;
};

/** Default headers of every response. */
export const commonHeaders = ({ hsts }: Pick<Config, 'hsts'>): Readonly<HeaderSet> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  ...(hsts !== null && { 'Strict-Transport-Security': hsts }),
});

/**
 * Gives each request an id, which its log lines and its response have, and each response the common headers and those
 * of the guards, unless it sets its own.
 */
export function answerHeaders(config: Pick<Config, 'hsts'>): MiddlewareHandler {
  const common = commonHeaders(config);
  return (request, next) =>
    withRequestId(async (id) => {
      request.set('headers', { ...common, 'X-Request-Id': id });
      await next();
      if (request.res !== request.get('responded')) complete(request);
    });
}

/** Pages set their own content security policy. */
function complete(request: Request): void {
  const { headers } = request.res;
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  for (const [name, value] of Object.entries(headersOf(request))) {
    if (headers.has(name) || (isPage && name === 'Content-Security-Policy')) continue;
    headers.set(name, value);
  }
}

/** The headers with the time of the response, by which pages correct the device's clock. */
function headersOf(request: Request): HeaderSet {
  const { now } = request.get('context') as Pick<ServerContext, 'now'>;
  return { ...(request.get('headers') as HeaderSet), Date: new Date(now()).toUTCString() };
}

/** Adds headers to the response of a request, whatever responds to it. */
export const addHeaders = (request: Request, headers: Readonly<HeaderSet>): void => {
  Object.assign(request.get('headers'), headers);
};

/** Adds the name of a request header that the response depends on. */
export function varyBy(request: Request, name: string): void {
  const headers = request.get('headers') as HeaderSet;
  headers['Vary'] = headers['Vary'] ? `${headers['Vary']}, ${name}` : name;
}

/** Makes a response with all its headers: `own` override those of every response. Each cookie is a separate header. */
export function respond(
  request: Request,
  body: string | Uint8Array<ArrayBuffer> | null,
  status: number,
  own: Readonly<HeaderSet>,
  cookies: readonly string[] = [],
): Response {
  const all = Object.assign(headersOf(request), own);
  const headers = cookies.length === 0 ? all : new Headers(all);
  for (const line of cookies) (headers as Headers).append('Set-Cookie', line);
  const response = new Response(body, { status, headers });
  request.set('responded', response);
  return response;
}
