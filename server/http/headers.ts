import type { MiddlewareHandler } from 'hono';
import type { Config } from '../platform/config.ts';
import type { ServerContext } from '../platform/context.ts';
import { withRequestId } from '../platform/requestId.ts';

/** Gives each request an id, which its log lines and its response have. */
export const identified: MiddlewareHandler = async (request, next) => {
  const { id } = await withRequestId(next);
  request.header('X-Request-Id', id);
};

/** Default headers of every response. */
export const commonHeaders = ({ hsts }: Pick<Config, 'hsts'>): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  ...(hsts !== null && { 'Strict-Transport-Security': hsts }),
});

/** Adds the common headers to every response; pages set their own content security policy. */
export const answerHeaders =
  (config: Pick<Config, 'hsts'>): MiddlewareHandler =>
  async (request, next) => {
    await next();
    const { headers } = request.res;
    const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false;
    for (const [name, value] of Object.entries(commonHeaders(config))) {
      if (headers.has(name) || (isPage && name === 'Content-Security-Policy')) continue;
      request.header(name, value);
    }
  };

/** Further headers of API responses: their charset, and the time, by which pages correct the device's clock. */
export const apiHeaders: MiddlewareHandler = async (request, next) => {
  await next();
  if (request.res.headers.get('Content-Type') === 'application/json') {
    request.header('Content-Type', 'application/json; charset=utf-8');
  }
  const { now } = request.get('context') as Pick<ServerContext, 'now'>;
  request.header('Date', new Date(now()).toUTCString());
};
