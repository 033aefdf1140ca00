import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, test } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import { compressed, encodingOf } from '#server/http/compress.ts';
import { etagOf, isNotModified } from '#server/http/etag.ts';
import { startServer } from '#tests/support/server.ts';

it.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate, zstd', null],
  ['gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['gzip, br', 'br'],
  ['br;q=0.1, gzip;q=0.9', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.0 , gzip', 'gzip'],
  ['br;q=1,gzip ;q=0', 'br'],
  ['gzip;q=0', null],
  ['br; q=0.5', 'br'],
  ['br;level=1;q=0, gzip', 'gzip'],
  ['xbr, gzipx', null],
])('a client that accepts %j gets %j', (accepts, encoding) => {
  expect(encodingOf(accepts)).toBe(encoding);
});

test.each([100, 16 * 1024 - 1, 16 * 1024, 100_000])('%i bytes are the same after both encodings', async (length) => {
  const body = Buffer.from('seven giraffes '.repeat(length).slice(0, length));
  expect(brotliDecompressSync(await compressed(body, 'br'))).toEqual(body);
  expect(gunzipSync(await compressed(body, 'gzip'))).toEqual(body);
});

test('answers of 1 KiB and more are compressed', async () => {
  const { request } = await startServer();
  const answerOf = async (path: string) => {
    const answer = await request(API_PATH + path, { headers: { 'Accept-Encoding': 'gzip' } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const encoding = answer.headers.get('Content-Encoding');
    return { encoding, length: (encoding ? gunzipSync(bytes) : bytes).length };
  };
  const small = await answerOf('/registrations/unknown');
  expect([small.encoding, small.length < 1024]).toEqual([null, true]);
  const large = await answerOf('/dictionaries?timestamp=1');
  expect([large.encoding, large.length > 1024]).toEqual(['gzip', true]);
});

test('an ETag is of the contents', () => {
  expect(etagOf('a')).toBe(etagOf(Buffer.from('a')));
  expect(etagOf('a')).not.toBe(etagOf('b'));
  expect(etagOf('a')).toMatch(/^W\/"[\w-]{22}"$/);
});

it.each([
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a"', true],
  ['"b" ,"a" ', true],
  ['*', true],
  [' * ', true],
  ['"b"', false],
  ['"*"', false],
  ['', false],
  [undefined, false],
  ['W/"ab"', false],
  ['"W/a"', false],
])('If-None-Match %j names the ETag W/"a": %s', (header, isNamed) => {
  expect(isNotModified(header, 'W/"a"')).toBe(isNamed);
});
