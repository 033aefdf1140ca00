import { Hono } from 'hono';
import { API_PATH } from '#domain/hosts.ts';
import type { Context } from './context.ts';
import { apiHeaders, limitBody, ownPagesOnly, refusalOf } from './guards.ts';
import { logError } from './log.ts';
import type { App } from './serve.ts';

/** The reference API as a function from request to answer (`app.fetch`); the pages are mounted beside it. */
export function createApp(context: Context): App {
  const { config } = context;
  const app: App = new Hono();

  app.use(async (request, next) => {
    request.set('context', context);
    await next();
  });
  app.get('/healthz', (request) => request.text('ok'));
  app.use(`${API_PATH}/*`, apiHeaders, limitBody(config), ownPagesOnly(config));

  app.all(`${API_PATH}/*`, (request) => refusalOf(request, config, 'tokenDead', 404));
  app.onError((error, request) => {
    logError('request failed', error, { path: request.req.routePath });
    return refusalOf(request, config, 'unavailable', 500);
  });
  return app;
}
