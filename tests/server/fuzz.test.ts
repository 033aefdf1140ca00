import fc from 'fast-check';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { mountStaticSite } from '#server/http/staticSite.ts';
import { EMAIL, sessionToken } from '#tests/support/account.ts';
import { addOwner } from '#tests/support/people.ts';
import { anyText, nearby } from '#tests/support/schemaValues.ts';
import { startServer } from '#tests/support/server.ts';
import { beginWithNumber } from '#tests/support/signUp.ts';
import { listenServer } from '#tests/support/wire.ts';

/*
 * Whatever is sent to whatever route, the answer is below 500, and JSON or one of our pages. Bodies and queries are
 * generated from the schemas of the contract, so that they come past the first check.
 */

beforeEach(() => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
});

/** Requests to each route. */
const RUNS = process.env['DEEP'] === '1' ? 300 : 10;
const timeout = RUNS * 20_000;

/** Headers can hold Latin-1 without control characters only. */
const headerText = anyText.map((text) =>
  text
    .replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '')
    .slice(0, 200)
    .trim(),
);

const oddHeaders = fc.record(
  {
    Accept: fc.oneof(headerText, fc.constantFrom('text/html', 'application/json', '*/*;q=0', 'text/html;level=1')),
    'Accept-Encoding': fc.oneof(headerText, fc.constantFrom('br', 'gzip;q=0', 'identity', '*', 'br;q=x')),
    'Accept-Language': fc.oneof(headerText, fc.constantFrom('de', 'xx-YY', '*', 'en;q=9')),
    Cookie: fc.oneof(headerText, fc.constantFrom('auth=%', 'auth={}', 'sso-x=en.9.z', '__Host-session=', 'a;b;=;;')),
    'If-None-Match': fc.oneof(headerText, fc.constantFrom('*', 'W/""', '"')),
    'Idempotency-Key': headerText,
    Origin: fc.constantFrom('http://localhost:3000', 'https://evil.example', 'null', 'x'),
    Range: fc.constantFrom('bytes=0-1', 'bytes=9-1', 'x'),
    'Sec-Fetch-Dest': fc.constantFrom('document', 'iframe', 'x'),
    'Sec-Fetch-Mode': fc.constantFrom('navigate', 'cors', 'x'),
    'Sec-Purpose': fc.constantFrom('prefetch', 'x'),
    'User-Agent': headerText,
    'X-Currency': headerText,
    'X-Device': headerText,
    'X-Forwarded-For': fc.oneof(headerText, fc.constantFrom('1.2.3.4', '::', '[::1', '1.2.3.4:99999')),
    'X-Language': fc.oneof(headerText, fc.constantFrom('de', 'br', 'xx')),
  },
  { requiredKeys: [] },
);

const mediaTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json;',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/html',
  'x',
];

/** A text as the bytes of a body: whole, cut off, with a byte order mark, or in another encoding. */
const bytesOf = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.constantFrom('whole', 'whole', 'whole', 'cut', 'mark', 'utf16', 'latin1'))
    .map(([body, form]): Buffer => {
      if (form === 'cut') return Buffer.from(body).subarray(0, body.length / 2);
      if (form === 'mark') return Buffer.from(`\ufeff${body}`);
      return Buffer.from(body, form === 'utf16' ? 'utf16le' : form === 'latin1' ? 'latin1' : 'utf8');
    });

const oddBody = bytesOf(
  fc.oneof(
    fc.json(),
    anyText,
    fc.constantFrom(
      'abc',
      '--x\r\n\r\n',
      '--x\r\nContent-Disposition: form-data; name="user"\r\n\r\n{}\r\n--x--',
      'user=%',
    ),
    anyText.map((text) => `result=${text}&sample=else&email=${text}&state=${text}&user={"name":${text}}`),
  ),
);

/** Below 500; a body is JSON or a page of ours; redirects stay with us or lead to a provider. */
async function expectAnswer(response: Response, asked: string) {
  const text = await response.text();
  const type = response.headers.get('Content-Type') ?? '';
  const form = /^application\/([\w-]+\+)?json\b/.test(type) ? 'json' : type.startsWith('text/html') ? 'page' : type;
  expect([response.status < 500, response.status >= 200], `${asked}: ${response.status} ${text.slice(0, 200)}`).toEqual(
    [true, true],
  );
  if (text === '' || response.status === 204 || response.status === 304) return;
  expect(['json', 'page'], `${asked}: ${response.status} ${type} ${text.slice(0, 100)}`).toContain(form);
  if (response.headers.has('Content-Encoding')) return;
  if (form === 'json') expect(JSON.parse(text)).toBeTypeOf('object');
  else expect(text).toMatch(/^<!doctype html>/i);
  expect(text).not.toMatch(/\bat .*\.ts:\d+|sqlite|select \*/i);
}

/** A server with a user, a session and a sign-up, whose tokens let requests come far. */
async function peopledServer() {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL);
  const userToken = await sessionToken(server);
  const tokens = { registration_token: await beginWithNumber(server), coverage_id: '14154', number_id: '14154' };
  return { server, userToken, tokens: tokens as Record<string, string> };
}

const oddRequest = fc.record({
  method: fc.constantFrom('GET', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'MKCOL'),
  headers: oddHeaders,
  type: fc.constantFrom(...mediaTypes),
  body: oddBody,
  query: fc.dictionary(fc.constantFrom('state', 'code', 'error', 'iss', 'locale', 'to', 'l', 'page'), anyText, {
    maxKeys: 3,
  }),
});

/** A request as it is sent; a body only where there may be one. */
const sent = ({ method, headers, type, body }: { method: string; headers: object; type: string; body: Buffer }) => ({
  method,
  redirect: 'manual' as const,
  headers: { ...headers, ...(method !== 'GET' && { 'Content-Type': type }) } as Record<string, string>,
  ...(method !== 'GET' && { body: new Uint8Array(body) }),
});

it('whatever is sent to a call is answered in JSON or with a page, below 500', { timeout }, async () => {
  const { server, userToken, tokens } = await peopledServer();
  const query = fc.dictionary(fc.constantFrom('page', 'limit', 'group_by', 'filter', 'timestamp', 'x'), anyText, {
    maxKeys: 3,
  });
  for (const call of Object.values<Call>(calls)) {
    const body = call.body ? bytesOf(nearby(call.body).map((value) => JSON.stringify(value) ?? '')) : oddBody;
    const method = call.method.toUpperCase();
    const request = fc.record({
      method: fc.constantFrom(...Array(9).fill(method), 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'X'),
      headers: oddHeaders,
      type: fc.constantFrom(...Array(20).fill('application/json'), ...mediaTypes),
      body: fc.oneof({ weight: 5, arbitrary: body }, { weight: 1, arbitrary: oddBody }),
      hasSession: fc.boolean(),
      segment: anyText,
      isReal: fc.boolean(),
      query,
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ hasSession, segment, isReal, query, headers, ...rest }) => {
        const path = call.path.replace(/:(\w+)/g, (_whole, name: string) => {
          const real = isReal ? tokens[name] : undefined;
          return real ?? encodeURIComponent(segment.toWellFormed() || '0');
        });
        const session = hasSession ? { Authorization: `Bearer ${userToken}` } : {};
        const init = sent({ ...rest, headers: { ...headers, ...session } });
        const response = await server.request(`${API_PATH}${path}?${new URLSearchParams(query)}`, init);
        await expectAnswer(response, `${rest.method} ${path}`);
      }),
      { numRuns: RUNS },
    );
  }
});

/** Every route beside the calls of the contract; those of a provider need a connection. */
const otherPaths = [
  '/healthz/x',
  '/inbox',
  '/inbox.json',
  '/inbox/newest',
  '/bank/check/x',
  '/bank/check/x/inner',
  '/bank/check/x/window',
  '/bank/notice',
  '/login/',
  '/nothing',
  '/%',
  '/%E0%A4%A',
  '/flows/',
  `${API_PATH}/sso/callback/google`,
  `${API_PATH}/sso/callback/apple`,
  `${API_PATH}/sso/callback/nobody`,
  `${API_PATH}/sso/connect/azure`,
  `${API_PATH}/registrations/sso/google/connect`,
  `${API_PATH}/nothing`,
];

it('whatever is sent to a page or callback is answered in JSON or with a page, below 500', { timeout }, async () => {
  const server = await startServer();
  mountStaticSite(server.app, server.context.config);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...otherPaths), oddRequest, async (path, { query, ...request }) => {
      const response = await server.request(`${path}?${new URLSearchParams(query)}`, sent(request));
      await expectAnswer(response, `${request.method} ${path}`);
    }),
    { numRuns: RUNS * otherPaths.length },
  );
});

const providerPaths = ['interaction/x', 'auth', 'token', 'jwks', '.well-known/openid-configuration', 'nothing', '%'];

it('whatever is sent to a local provider is answered in JSON or with a page, below 500', { timeout }, async () => {
  const server = await listenServer();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...providerPaths), oddRequest, async (path, { query, ...request }) => {
      const address = `http://127.0.0.1:${server.port}/provider/google/${path}?${new URLSearchParams(query)}`;
      await expectAnswer(await fetch(address, sent(request)), `${request.method} ${path}`);
    }),
    { numRuns: RUNS * providerPaths.length },
  );
});

it.each(['TRACE', 'MKCOL', 'GARBAGE'])('the method %s is refused', async (method) => {
  const server = await listenServer();
  for (const path of ['/login/', `${API_PATH}/login`]) {
    const { status } = await server.send(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect([status >= 400, status < 500], `${method} ${path}: ${status}`).toEqual([true, true]);
  }
});
