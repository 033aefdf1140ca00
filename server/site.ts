import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { Context as Request } from 'hono';
import { compressed, type Encoding, encodingOf } from './compress.ts';
import type { Config } from './config.ts';
import type { App } from './serve.ts';

/** The build writes the app here: chunks with hashed names, one page for each localised path, 404.html. */
const DIST = join(import.meta.dirname, '..', 'dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** A file ready to be sent, in each encoding that was asked for so far. */
type File = { body: Buffer; type: string; etag: string; encoded: Map<Encoding, Buffer>; isImmutable: boolean };

/** Serves the built app: pages with and without the final slash, query kept by the browser; 404.html for the rest. */
export function mountSite(app: App, config: Config, folder = DIST): void {
  const files = readSite(folder, config);
  const notFound = files.get('/404.html');

  app.use(async (request, next) => {
    const moved = toPublicOrigin(request, config);
    return moved ? request.redirect(moved, 307) : next();
  });
  const fileOf = ({ req: { path } }: Request) => files.get(path) ?? files.get(`${path}/`);
  const nothing = (request: Request) => (notFound ? send(request, notFound, 404) : request.text('Not found', 404));

  app.on(['GET', 'HEAD'], '*', async (request) => {
    const file = fileOf(request);
    return file ? send(request, file, 200) : nothing(request);
  });
  // L8: a form that was sent before its page could run leads to the page again; what it carried is not read.
  app.post('*', async (request) =>
    fileOf(request) ? request.redirect(`${request.req.path}${search(request)}`, 303) : nothing(request),
  );
}

/** P5: the bank lives on 127.0.0.1, so pages asked for there move to localhost, where the app lives. */
function toPublicOrigin(request: Request, { mode, publicUrl }: Config): string | null {
  const { hostname } = new URL(request.req.url);
  const isBankHost = mode === 'local' && (hostname === '127.0.0.1' || hostname === '[::1]');
  if (!isBankHost || new URL(publicUrl).hostname === hostname) return null;
  return `${publicUrl}${request.req.path}${search(request)}`;
}

const search = (request: Request): string => new URL(request.req.url).search;

/** Headers of pages and their files: nobody frames us, no address leaks, types are what they say. */
export const siteHeaders = (config: Config): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': "frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...(config.publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
});

/** The settings as each page carries them; no text in them can end the script. */
export function withSettings(html: string, { settings }: Config): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return html.replace('<!--settings-->', () => `<script id="settings" type="application/json">${json}</script>`);
}

async function send(request: Request, file: File, status: 200 | 404): Promise<Response> {
  const headers = new Headers({
    ...siteHeaders(request.get('context').config),
    'Content-Type': file.type,
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  });
  if (status === 200 && request.req.header('If-None-Match') === file.etag) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = isText(file) ? encodingOf(request.req.header('Accept-Encoding')) : null;
  if (encoding) headers.set('Content-Encoding', encoding);
  const body = encoding ? await encodedBody(file, encoding) : file.body;
  headers.set('Content-Length', String(body.length));
  return new Response(request.req.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
}

const isText = ({ type }: File): boolean => /^text\/|json|javascript|svg/.test(type);

async function encodedBody(file: File, encoding: Encoding): Promise<Buffer> {
  const known = file.encoded.get(encoding);
  if (known) return known;
  const made = await compressed(file.body, encoding);
  file.encoded.set(encoding, made);
  return made;
}

/** All files of the build by the path they are asked at; a page is asked at its folder. */
function readSite(folder: string, config: Config): Map<string, File> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  const precompressed = new Set(names.filter((name) => /\.(br|gz)$/.test(name)));
  const files = names
    .filter((name) => !precompressed.has(name) && Object.hasOwn(types, extname(name)))
    .map((name): [string, File] => {
      const path = `/${name.split(sep).join('/')}`.replace(/index\.html$/, '');
      return [path, readFile(folder, name, config, precompressed)];
    });
  return new Map(files);
}

function readFile(folder: string, name: string, config: Config, precompressed: ReadonlySet<string>): File {
  const raw = readFileSync(join(folder, name));
  const body = name.endsWith('.html') ? Buffer.from(withSettings(raw.toString('utf8'), config)) : raw;
  const encoded = new Map<Encoding, Buffer>();
  for (const [encoding, extension] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (precompressed.has(name + extension)) encoded.set(encoding, readFileSync(join(folder, name + extension)));
  }
  return {
    body,
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    encoded,
    isImmutable: name.startsWith('assets'),
  };
}
