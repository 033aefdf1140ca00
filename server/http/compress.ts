import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

/** Compression gains nothing below this size. */
export const MIN_BYTES = 1024;
/** Below this size compressing takes less than a turn in the thread pool, which hashes of passwords use. */
const POOL_BYTES = 16 * 1024;
/** Fast enough for each request; chunks are compressed harder at build time. */
const FAST = 5;

export type Encoding = 'br' | 'gzip';

/** The best encoding that a browser accepts; null for none. */
export function encodingOf(accepts: string | undefined): Encoding | null {
  const offered = (accepts ?? '').split(',').flatMap((entry) => {
    const [name = '', weight] = entry.trim().split(/\s*;\s*q=/);
    return weight !== undefined && Number(weight) === 0 ? [] : [name.toLowerCase()];
  });
  return (['br', 'gzip'] as const).find((name) => offered.includes(name)) ?? null;
}

/** Compresses a body; the lists of areas shrink to a tenth. `quality` of Brotli is up to 11. */
export async function compressed(body: Buffer, encoding: Encoding, quality = FAST): Promise<Buffer> {
  const isSmall = body.length < POOL_BYTES;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  if (encoding === 'br') return isSmall ? brotliCompressSync(body, brotli) : promisify(brotliCompress)(body, brotli);
  return isSmall ? gzipSync(body) : promisify(gzip)(body);
}

/** Compresses JSON responses that are not compressed already. */
export const compressJson: MiddlewareHandler = async (request, next) => {
  await next();
  const { res } = request;
  request.header('Vary', 'Accept-Encoding', { append: true });
  const encoding = encodingOf(request.req.header('Accept-Encoding'));
  if (!encoding || !res.body || res.headers.has('Content-Encoding')) return;
  if (!res.headers.get('Content-Type')?.startsWith('application/json')) return;
  const body = Buffer.from(await res.arrayBuffer());
  const headers = new Headers(request.res.headers);
  if (body.length < MIN_BYTES) {
    request.res = new Response(body, { status: res.status, headers });
    return;
  }
  headers.set('Content-Encoding', encoding);
  headers.delete('Content-Length');
  request.res = new Response(new Uint8Array(await compressed(body, encoding)), { status: res.status, headers });
};
