import type { NonSharedBuffer } from 'node:buffer';
import type { Context as Request } from 'hono';
import { compressed, type Encoding, encodingOf, MIN_BYTES } from './compress.ts';
import { respond } from './headers.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

type Body = { bytes: string | NonSharedBuffer; encoding: Encoding | null };

/** Data that never changes, with its JSON by the encoding that clients accept. */
const constants = new WeakMap<object, Map<Encoding | null, Body>>();

/** Marks data that never changes: its JSON is made and compressed once. */
export function unchanging<Data extends object>(data: Data): Data {
  constants.set(data, new Map());
  return data;
}

/** Sends JSON, compressed where that gains something. */
export async function respondJson(
  request: Request,
  data: object,
  status: number,
  cookies: readonly string[],
): Promise<Response> {
  const accepted = encodingOf(request.req.header('Accept-Encoding'));
  const kept = constants.get(data);
  const body = kept?.get(accepted) ?? (await bodyOf(JSON.stringify(data), accepted));
  kept?.set(accepted, body);
  const { bytes, encoding } = body;
  const headers = { 'Content-Type': JSON_TYPE, ...(encoding && { 'Content-Encoding': encoding }) };
  return respond(request, bytes, status, headers, cookies);
}

async function bodyOf(text: string, encoding: Encoding | null): Promise<Body> {
  if (encoding === null || Buffer.byteLength(text) < MIN_BYTES) return { bytes: text, encoding: null };
  return { bytes: await compressed(Buffer.from(text), encoding), encoding };
}
