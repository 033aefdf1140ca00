import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

/** Compression gains nothing below this size. */
const LEAST_BYTES = 1024;
/** Fast enough for each request; build files are compressed harder at build time. */
const BROTLI_QUALITY = 5;

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
} as const;
export type Encoding = keyof typeof compressors;

/** The best encoding that a browser accepts; null for none. */
export function encodingOf(accepts: string | undefined): Encoding | null {
  const offered = (accepts ?? '').split(',').flatMap((entry) => {
    const [name = '', weight] = entry.trim().split(/\s*;\s*q=/);
    return weight !== undefined && Number(weight) === 0 ? [] : [name.toLowerCase()];
  });
  return (['br', 'gzip'] as const).find((name) => offered.includes(name)) ?? null;
}

export const compressed = (body: Buffer, encoding: Encoding): Promise<Buffer> => compressors[encoding](body);

/** Compresses JSON responses; the lists of areas shrink to a tenth. */
export const compressJson: MiddlewareHandler = async (request, next) => {
  await next();
  const { res } = request;
  request.header('Vary', 'Accept-Encoding', { append: true });
  const encoding = encodingOf(request.req.header('Accept-Encoding'));
  if (!encoding || !res.body || !res.headers.get('Content-Type')?.startsWith('application/json')) return;
  const body = Buffer.from(await res.arrayBuffer());
  const headers = new Headers(request.res.headers);
  if (body.length < LEAST_BYTES) {
    request.res = new Response(body, { status: res.status, headers });
    return;
  }
  headers.set('Content-Encoding', encoding);
  headers.delete('Content-Length');
  request.res = new Response(new Uint8Array(await compressed(body, encoding)), { status: res.status, headers });
};
