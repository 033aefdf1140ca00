import type { NonSharedBuffer } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { constants } from 'node:zlib';
import type { Context as Request } from 'hono';
import type { Config } from '../platform/config.ts';
import { compressed, type Encoding, encodingOf } from './compress.ts';
import { etagOf, isNotModified } from './etag.ts';
import { type HeaderSet, respond } from './headers.ts';
import { type FramedBy, openerPolicy, pageHeaders, pagePolicy, styleHashesOf } from './pagePolicy.ts';
import { preloadHeader } from './preload.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** A file in memory, with each encoding that was requested so far. */
type File = {
  body: NonSharedBuffer;
  type: string;
  etag: string;
  encoded: Map<Encoding, NonSharedBuffer>;
  isImmutable: boolean;
  /** The inline styles of a page, as its policy names them. */
  styleHashes: string[];
  /** The modules of a page, for its `Link` header. */
  preload: string | null;
  /** Its headers by who may frame it, since they take longer to build than to send. */
  headers: Map<FramedBy, HeaderSet>;
};

/** Only a request for a frame gets the policy that permits framing; a top-level page may not be framed. */
function framedBy({ req }: Request, { mode }: Config): FramedBy {
  const isOwnFrame = req.header('Sec-Fetch-Dest') === 'iframe' && req.header('Sec-Fetch-Site') === 'same-origin';
  return mode === 'local' && isOwnFrame ? "'self'" : "'none'";
}

/**
 * Whether a page needs the opener policy. Where the user has typed the address or kept it, no page has opened the window,
 * and Chromium would set up a second process for the policy; a link of another site costs nothing more
 * (docs/decisions/first-load.md). The flow map opens the app in a window that reports back, which both need it for.
 */
const needsOpenerPolicy = ({ req }: Request): boolean =>
  req.header('Sec-Fetch-Site') !== 'none' || req.path.startsWith('/flows/');

/**
 * Headers of a file in addition to the common ones. Only pages have a policy of their own: a page loads many files, and
 * each header of each of them takes time on a slow line.
 */
function ownHeaders(config: Config, path: string, file: File, framedBy: FramedBy): HeaderSet {
  return {
    ...(isPage(file) && pageHeaders(pagePolicy(config, path, framedBy, file.styleHashes))),
    Vary: isPage(file) ? 'Accept-Encoding, Sec-Fetch-Dest, Sec-Fetch-Site' : 'Accept-Encoding',
    'Content-Type': file.type,
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag,
    ...(file.preload && { Link: file.preload }),
  };
}

/** A file is found at one path; the page "not found" is sent at any. */
function headersAt(request: Request, file: File, status: 200 | 404): HeaderSet {
  const { config } = request.get('context');
  const frame = framedBy(request, config);
  const known = status === 200 ? file.headers.get(frame) : undefined;
  if (known) return known;
  const headers = ownHeaders(config, request.req.path, file, frame);
  if (status === 200) file.headers.set(frame, headers);
  return headers;
}

/** Inserts the settings into a page; they are escaped so that no text can close the script element. */
export function withSettings(html: string, { settings }: Config): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return html.replace('<!--settings-->', () => `<script id="settings" type="application/json">${json}</script>`);
}

/** Sends a file, compressed where useful; 304 if the client's copy is current. */
export async function sendFile(request: Request, file: File, status: 200 | 404): Promise<Response> {
  const headers = {
    ...headersAt(request, file, status),
    ...(isPage(file) && needsOpenerPolicy(request) && openerPolicy),
  };
  if (status === 200 && isNotModified(request.req.header('If-None-Match'), file.etag)) {
    return respond(request, null, 304, headers);
  }
  const encoding = isText(file) ? encodingOf(request.req.header('Accept-Encoding')) : null;
  const body = encoding ? await encodedBody(file, encoding) : file.body;
  return respond(request, request.req.method === 'HEAD' ? null : body, status, {
    ...headers,
    ...(encoding && { 'Content-Encoding': encoding }),
    'Content-Length': String(body.length),
  });
}

const isPage = ({ type }: File): boolean => type.startsWith('text/html');

const isText = ({ type }: File): boolean => /^text\/|json|javascript|svg/.test(type);

async function encodedBody(file: File, encoding: Encoding): Promise<NonSharedBuffer> {
  const known = file.encoded.get(encoding);
  if (known) return known;
  // A page is small and on the way to the first screen; the layout of the flow map would take ten seconds.
  const made = await compressed(file.body, encoding, isPage(file) ? constants.BROTLI_MAX_QUALITY : undefined);
  file.encoded.set(encoding, made);
  return made;
}

/** All files of a build by request path; a page is served at its folder. */
export function readFiles(folder: string, config: Config): Map<string, File> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  const all = new Set(names);
  const files = names
    .filter((name) => Object.hasOwn(types, extname(name)))
    .map((name): [string, File] => {
      const path = `/${name.split(sep).join('/')}`.replace(/index\.html$/, '');
      return [path, readFile(folder, name, config, all)];
    });
  return new Map(files);
}

function readFile(folder: string, name: string, config: Config, all: ReadonlySet<string>): File {
  const raw = readFileSync(join(folder, name));
  const page = name.endsWith('.html') ? withSettings(raw.toString('utf8'), config) : '';
  const body = page ? Buffer.from(page) : raw;
  const encoded = new Map<Encoding, NonSharedBuffer>();
  for (const [encoding, extension] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (all.has(name + extension)) encoded.set(encoding, readFileSync(join(folder, name + extension)));
  }
  return {
    body,
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: etagOf(body),
    encoded,
    isImmutable: name.startsWith('assets'),
    styleHashes: styleHashesOf(page),
    preload: preloadHeader(page),
    headers: new Map(),
  };
}
