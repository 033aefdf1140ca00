import type { MiddlewareHandler } from 'hono';
import type { Config } from './config.ts';

/** T2: what every answer says, whoever gives it; pages say themselves what may run in them. */
export const answerHeaders =
  ({ publicUrl }: Pick<Config, 'publicUrl'>): MiddlewareHandler =>
  async (request, next) => {
    await next();
    const { headers } = request.res;
    const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false;
    const defaults: Readonly<Record<string, string>> = {
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(!isPage && { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" }),
      ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
    };
    for (const [name, value] of Object.entries(defaults)) {
      if (!headers.has(name)) request.header(name, value);
    }
  };

/** What the API's answers say beside: they are data, kept by nobody unless they say so themselves. */
export const apiHeaders: MiddlewareHandler = async (request, next) => {
  await next();
  if (request.res.headers.get('Content-Type') === 'application/json') {
    request.header('Content-Type', 'application/json; charset=utf-8');
  }
  if (!request.res.headers.has('Cache-Control')) request.header('Cache-Control', 'no-store');
};
