import { expect, it, onTestFinished, vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { sendClientError } from '#server/http/clientError.ts';
import { mountStaticSite } from '#server/http/staticSite.ts';
import { readConfig } from '#server/platform/config.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/*
 * One thread answers everybody, so a request that keeps it busy for a second shuts everybody out. As much as a request
 * may hold takes milliseconds; an expression that goes back over its text again and again takes seconds.
 */

/** As much as the server reads of headers. */
const LENGTH = 32_000;
/** Of the thread's processor time: tens of times what such a request takes. */
const MAX_MS = 400;

const units = [
  ...' ";,=:./@%&\\-{[0a\u00e9',
  ' ;',
  '; ',
  'a=',
  'a=;',
  'a; ',
  'a,',
  'a.',
  'a@',
  '/a',
  '"a',
  'a ',
  ';q=',
  '\t',
];
const texts = [
  ...units.map((unit) => unit.repeat(LENGTH / unit.length)),
  // What is searched for comes once, or not at all, after a long run.
  ...[' ', '\t', 'a', '=', ':', '0'].map((unit) => `a${unit.repeat(LENGTH)}b`),
];

/** Latin-1 does not hold these; they come in bodies and addresses. */
const wideTexts = [
  ...texts,
  ...['\u200b', 'a\u0301', '\ufe0f', '\u{1f642}\u200d', '\n', 'a\n ', '\0'].map((unit) => unit.repeat(LENGTH / 4)),
];

async function threadTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The requests that keep the thread busy for too long. */
async function slowOnes(requests: Iterable<[name: string, send: () => Promise<unknown>]>): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, send] of requests) {
    const time = await threadTime(send);
    if (time > MAX_MS) slow.push(`${name}: ${Math.round(time)} ms`);
  }
  return slow;
}

const shown = (text: string) => JSON.stringify(text.slice(0, 6));

async function site(): Promise<TestServer> {
  const server = await startServer({ TRUSTED_PROXIES: 'loopback, 203.0.113.0/24' });
  mountStaticSite(server.app, server.context.config);
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  return server;
}

/** Every header that something looks at. */
const headers = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Cookie',
  'Idempotency-Key',
  'If-None-Match',
  'Origin',
  'Sec-Fetch-Mode',
  'Sec-Purpose',
  'traceparent',
  'User-Agent',
  'X-Currency',
  'X-Device',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Language',
];

it.each([
  ['GET', `${API_PATH}/dictionaries`],
  ['POST', `${API_PATH}/login`],
  ['POST', `${API_PATH}/logout`],
  ['GET', `${API_PATH}/sso/connect/google?locale=en`],
  ['GET', '/nowhere/'],
])('a long header does not keep %s %s busy', { timeout: 60_000 }, async (method, path) => {
  const { request } = await site();
  function* requests(): Iterable<[string, () => Promise<unknown>]> {
    for (const header of headers) {
      for (const text of texts) {
        const json = method === 'POST' && { 'Content-Type': 'application/json' };
        const init = { method, headers: { ...json, [header]: text }, ...(json && { body: '{}' }) };
        yield [`${header} ${shown(text)}`, () => request(path, { redirect: 'manual', ...init })];
      }
    }
  }
  expect(await slowOnes(requests())).toEqual([]);
});

it('a long address does not keep a call or a page busy', { timeout: 60_000 }, async () => {
  const { request } = await site();
  function* requests(): Iterable<[string, () => Promise<unknown>]> {
    for (const text of wideTexts) {
      const long = encodeURIComponent(text.toWellFormed());
      for (const { method, path } of Object.values<Call>(calls)) {
        if (!path.includes(':')) continue;
        const address = API_PATH + path.replace(/:\w+/g, long);
        yield [`${method} ${path} ${shown(text)}`, () => request(address, { method: method.toUpperCase() })];
      }
      for (const path of [
        `/${long}/`,
        `/login/?error=${long}`,
        `${API_PATH}/ddipricelistcoverages?filter=${long}&page=${long}`,
        `${API_PATH}/sso/connect/google?locale=${long}&invitation=${long}`,
        `${API_PATH}/sso/callback/google?state=${long}&code=${long}`,
      ]) {
        yield [`${path.slice(0, 60)} ${shown(text)}`, () => request(path, { redirect: 'manual' })];
      }
    }
  }
  expect(await slowOnes(requests())).toEqual([]);
});

/** The names of a body's fields. */
const fieldsOf = ({ body }: Call): string[] =>
  body && 'entries' in body ? Object.keys(body.entries as Record<string, unknown>) : [];

it('a long text in any field of a body does not keep a call busy', { timeout: 60_000 }, async () => {
  const { request } = await site();
  function* requests(): Iterable<[string, () => Promise<unknown>]> {
    for (const text of wideTexts) {
      for (const call of Object.values<Call>(calls)) {
        const fields = fieldsOf(call);
        if (fields.length === 0) continue;
        // Together they fit into what the server reads of a body.
        const body = JSON.stringify(
          Object.fromEntries(fields.map((field) => [field, text.slice(0, 28_000 / fields.length)])),
        );
        const init = { method: call.method.toUpperCase(), headers: { 'Content-Type': 'application/json' }, body };
        yield [`${call.path} ${shown(text)}`, () => request(API_PATH + call.path.replace(/:\w+/g, 'x'), init)];
      }
    }
  }
  expect(await slowOnes(requests())).toEqual([]);
});

it('a packet with too many headers does not keep the server busy', async () => {
  const config = readConfig({});
  function* requests(): Iterable<[string, () => Promise<unknown>]> {
    for (const text of texts) {
      for (const start of ['', 'GET / HTTP/1.1\r\n', 'GET /v1/phone/dictionaries HTTP/1.1\r\nX-A: ']) {
        // Node hands over up to 64 kB at once.
        const rawPacket = Buffer.from(start + text + text, 'latin1');
        const error = Object.assign(new Error('x'), { code: 'HPE_HEADER_OVERFLOW', rawPacket });
        const socket = { writable: true, end: () => {}, destroy: () => {} };
        yield [`${start} ${shown(text)}`, () => sendClientError(config, error, socket as never)];
      }
    }
  }
  expect(await slowOnes(requests())).toEqual([]);
});
