import type { NonSharedBuffer } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip, gzipSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { varyBy } from './headers.ts';

/** Compression gains nothing below this size. */
export const MIN_BYTES = 1024;
/** Below this size compressing takes less than a turn in the thread pool, which hashes of passwords use. */
const POOL_BYTES = 16 * 1024;
/** Fast enough for each request; chunks are compressed harder at build time. */
const FAST = 5;
/** A fifth smaller than that; twenty times the work. The last level, 11, would save two per cent more in twice the time. */
const SMALL = 10;

export type Encoding = 'br' | 'gzip';

/** The best encoding that a browser accepts; null for none. In linear time: anyone can send a header of 30 kB. */
export function encodingOf(accepts: string | undefined): Encoding | null {
  const offered = (accepts ?? '').split(',').flatMap((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight !== undefined && Number(weight.slice(2)) === 0 ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((name) => offered.includes(name)) ?? null;
}

/** Compresses a body; the lists of areas shrink to a tenth. `quality` of Brotli is up to 11. */
export async function compressed(body: Buffer, encoding: Encoding, quality = FAST): Promise<NonSharedBuffer> {
  const isSmall = body.length < POOL_BYTES;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  if (encoding === 'br') return isSmall ? brotliCompressSync(body, brotli) : promisify(brotliCompress)(body, brotli);
  return isSmall ? gzipSync(body) : promisify(gzip)(body);
}

/** The same contents as small as is sensible, for what is sent often; computed beside the thread that answers. */
export async function compressedAgain(brotli: NonSharedBuffer): Promise<NonSharedBuffer> {
  const body = await promisify(brotliDecompress)(brotli);
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: SMALL } });
}

/** Responses below this depend on what the client can decompress, also those that are too small for it. */
export const variesByEncoding: MiddlewareHandler = (request, next) => {
  varyBy(request, 'Accept-Encoding');
  return next();
};
