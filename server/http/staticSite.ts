import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MiddlewareHandler, Context as Request } from 'hono';
import { mountFlows } from '../local/flows.ts';
import type { Config } from '../platform/config.ts';
import { ConfigError } from '../platform/environment.ts';
import type { App } from './serve.ts';
import { readFiles, sendFile } from './staticFiles.ts';

/** Output of the build: chunks with hashed names, one page per localised path, 404.html. */
const DIST = join(import.meta.dirname, '../..', 'dist');

/** Serves the built app: pages with or without a trailing slash, 404.html for the rest. */
export function mountStaticSite(app: App, config: Config, folder = DIST): void {
  if (config.mode === 'production') rejectLocalBuild(folder);
  const files = readFiles(folder, config);
  const notFound = files.get('/404.html');

  app.use(toPublicOrigin(config));
  if (config.mode === 'local') mountFlows(app, config);
  const fileOf = ({ req: { path } }: Request) => files.get(path) ?? files.get(`${path}/`);
  const sendNotFound = (request: Request) => (notFound ? sendFile(request, notFound, 404) : request.notFound());

  app.on(['GET', 'HEAD'], '*', async (request) => {
    const file = fileOf(request);
    return file ? sendFile(request, file, 200) : sendNotFound(request);
  });
  // A form that is submitted before its page's script runs redirects to the page; its data is not read.
  app.post('*', async (request) =>
    fileOf(request) ? request.redirect(`${request.req.path}${search(request)}`, 303) : sendNotFound(request),
  );
}

/** Whether there is a whole build: a server of the API alone needs none, and one that was cut off has no mark. */
export const isBuilt = (folder = DIST): boolean => existsSync(join(folder, 'built'));

/** The build for local use has the inspector in it, which shows each state of a flow to other windows. */
export function rejectLocalBuild(folder: string): void {
  if (!isBuilt(folder) || readFileSync(join(folder, 'built'), 'utf8') !== 'development') return;
  throw new ConfigError('The build in dist is for local use, with the inspector in it; run npm run build.');
}

/** The bank has an origin of its own, locally 127.0.0.1; pages requested there redirect to where the app is. */
function toPublicOrigin({ mode, publicUrl, bank, bankUrl }: Config): MiddlewareHandler {
  const publicHost = new URL(publicUrl).hostname;
  const bankHosts = new Set([
    ...(mode === 'local' ? ['127.0.0.1', '[::1]'] : []),
    ...(bank === null ? [] : [new URL(bankUrl).hostname]),
  ]);
  bankHosts.delete(publicHost);
  return async (request, next) => {
    const isMoved = bankHosts.has(new URL(request.req.url).hostname);
    return isMoved ? request.redirect(`${publicUrl}${request.req.path}${search(request)}`, 307) : next();
  };
}

const search = (request: Request): string => new URL(request.req.url).search;
