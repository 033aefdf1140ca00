import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { colourStyle } from '#contract/settings.ts';
import { readPath } from '#domain/routes.ts';
import type { App } from '../http/serve.ts';
import { withSettings } from '../http/staticFiles.ts';
import type { Config } from '../platform/config.ts';
import { mountCoverage } from './flows.ts';

const ROOT = join(import.meta.dirname, '../..');
const FLOWS = join(ROOT, 'tools', 'flows');

/** A build makes the icon and the web manifest from the brand (tools/brand/icons.ts). */
const DEV_ICON = '<link rel="icon" href="/src/ui/favicon.svg" type="image/svg+xml">';

/** Vite in this process: `reloads` receives the requests for its WebSocket from the servers that listen. */
type Dev = { reloads: Server; close: () => Promise<void> };

/** `npm run dev`: Vite in this process serves the pages from the sources and reloads them when they change. */
export async function mountDev(app: App, config: Config): Promise<Dev> {
  const { createServer: createVite } = await import('vite');
  const reloads = createServer();
  const vite = await createVite({
    root: ROOT,
    appType: 'custom',
    envDir: false,
    server: { middlewareMode: true, ws: { server: reloads } },
  });

  mountCoverage(app);
  app.get('/flows/', async (request) => {
    const page = readFileSync(join(FLOWS, 'index.html'), 'utf8').replace('./page/', '/tools/flows/page/');
    return request.html(await vite.transformIndexHtml('/flows/', page));
  });
  app.get('*', async (request) => {
    const { incoming, outgoing } = request.env as HttpBindings;
    const acceptsPage = request.req.header('Accept')?.includes('text/html') ?? false;
    const isPage = acceptsPage || readPath(request.req.path) !== null;
    if (isPage) {
      const page = readFileSync(join(ROOT, 'index.html'), 'utf8');
      const template = withSettings(page, config).replace(
        '<!--head-->',
        () => `${DEV_ICON}${colourStyle(config.settings.brand)}`,
      );
      request.header('Cache-Control', 'no-cache');
      return request.html(await vite.transformIndexHtml(request.req.path, template));
    }
    return new Promise<Response>((resolve) => {
      outgoing.once('close', () => resolve(RESPONSE_ALREADY_SENT));
      vite.middlewares(incoming, outgoing, () => resolve(request.text('Not found', 404)));
    });
  });
  return { reloads, close: () => vite.close() };
}
