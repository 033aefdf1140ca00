import { gunzipSync } from 'node:zlib';
import { Hono, type Context as Request } from 'hono';
import { describe, expect, it, test, vi } from 'vitest';
import { createApp } from '#server/http/app.ts';
import { committing } from '#server/http/commit.ts';
import { apiError } from '#server/http/errors.ts';
import { addHeaders, answerHeaders, respond, varyBy } from '#server/http/headers.ts';
import { respondJson, unchanging } from '#server/http/json.ts';
import { pageAddress } from '#server/http/links.ts';
import { preloadHeader } from '#server/http/preload.ts';
import { rowId } from '#server/http/rowId.ts';
import type { App } from '#server/http/serve.ts';
import type { ServerContext } from '#server/platform/context.ts';
import { startServer } from '#tests/support/server.ts';

it.each([
  ['1', 1],
  ['10', 10],
  ['999999999', 999_999_999],
  ['1000000000', 0],
  ['0', 0],
  ['01', 0],
  ['-1', 0],
  ['1.5', 0],
  ['1e3', 0],
  ['1 ', 0],
  ['x1', 0],
  ['', 0],
])('%j in an address is the row %i', (text, id) => {
  expect(rowId(text)).toBe(id);
});

test('an address of a page has its values escaped, whatever host is requested', () => {
  const base = 'https://entry.example';
  expect(pageAddress(base, 'login', 'en')).toBe('https://entry.example/login/');
  expect(pageAddress(base, 'login', 'pl', { token: 'a&b', error: 'ż' })).toBe(
    'https://entry.example/pl/zaloguj/?token=a%26b&error=%C5%BC',
  );
});

test('modules that are preloaded are those with a digest', () => {
  expect(preloadHeader('<p>nothing</p>')).toBeNull();
  expect(preloadHeader('<script type="module" src="/a.js"></script>')).toBeNull();
});

/** An app whose one route answers by this. */
function appWith(answer: (request: Request) => Response | Promise<Response>, hsts: string | null = null) {
  const app: App = new Hono();
  app.use((request, next) => {
    request.set('context', { now: () => 0 } as ServerContext);
    return next();
  }, answerHeaders({ hsts }));
  app.get('*', (request) => answer(request as Request));
  return app;
}

describe('headers', () => {
  const common = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    date: 'Thu, 01 Jan 1970 00:00:00 GMT',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  };
  const headersOf = async (app: App) => Object.fromEntries((await app.request('/')).headers);

  it('of every response are the same, whatever makes it', async () => {
    // The Response of the web server, which another file may have loaded, has no type by default.
    const own = { 'Content-Type': 'text/plain' };
    const plain = { 'content-type': 'text/plain' };
    const made = () => new Response('x', { headers: own });
    expect(await headersOf(appWith(made))).toEqual({ ...common, ...plain });
    expect(await headersOf(appWith((request) => respond(request, 'x', 200, own)))).toEqual({ ...common, ...plain });
    const hsts = 'max-age=300';
    expect(await headersOf(appWith(made, hsts))).toEqual({ ...common, ...plain, 'strict-transport-security': hsts });
  });

  it('of the response itself go before them, and a page has its own policy or none', async () => {
    const own = { 'Cache-Control': 'no-cache', 'Content-Type': 'text/html; charset=utf-8' };
    for (const answer of [() => new Response('x', { headers: own })]) {
      const headers = await headersOf(appWith(answer));
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers).not.toHaveProperty('content-security-policy');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    const made = await headersOf(appWith((request) => respond(request, 'x', 200, { 'Cache-Control': 'no-cache' })));
    expect(made).toMatchObject({ ...common, 'cache-control': 'no-cache' });
  });

  it('are those of a response without a type too', async () => {
    const made = () => new Response(null, { status: 204 });
    expect(await headersOf(appWith(made))).toEqual(common);
  });

  it('that guards add are on any response, and what it depends on is listed', async () => {
    const answers = [() => new Response('x'), (request: Request) => respond(request, 'x', 200, {})];
    for (const answer of answers) {
      const headers = await headersOf(
        appWith((request) => {
          addHeaders(request, { 'Retry-After': '5' });
          varyBy(request, 'Origin');
          varyBy(request, 'X-Language');
          return answer(request);
        }),
      );
      expect(headers).toMatchObject({ ...common, 'retry-after': '5', vary: 'Origin, X-Language' });
    }
  });

  it('set each cookie by a line of its own', async () => {
    const app = appWith((request) => respond(request, null, 204, {}, ['a=1; Path=/', 'b=2']));
    const answer = await app.request('/');
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, ['a=1; Path=/', 'b=2']]);
    expect(Object.fromEntries(answer.headers)).toMatchObject(common);
  });

  it('name each request by another id', async () => {
    const app = appWith(() => new Response('x'));
    const ids = [await headersOf(app), await headersOf(app)].map((headers) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(2);
  });
});

test('a rejection that ends the last change of a call is stored with it, then thrown', async () => {
  const { db } = (await startServer()).context;
  const rejection = apiError('notAllowed');
  const stored: unknown[] = [];
  const commit = committing(db, async (_tx, response) => void stored.push(response));
  const count = { bucket: 'b', count: 1, window_ends_at: 1 };
  const done = commit(async (tx) => {
    await tx.insertInto('throttles').values(count).execute();
    return rejection;
  });
  await expect(done).rejects.toBe(rejection);
  expect(stored).toEqual([rejection]);
  expect(await db.selectFrom('throttles').selectAll().execute()).toMatchObject([count]);
});

test('data that never change are written once for each encoding, other data each time', async () => {
  const write = vi.spyOn(JSON, 'stringify');
  const fixed = unchanging({ text: 'x'.repeat(2000) });
  const changing = { text: 'y' };
  const answer = async (data: object, encoding: string) => {
    const app = appWith((request) => respondJson(request, data, 201, ['a=1']));
    const response = await app.request('/', { headers: { 'Accept-Encoding': encoding } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const packed = response.headers.get('Content-Encoding');
    const text = (packed === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    expect([response.status, response.headers.getSetCookie()]).toEqual([201, ['a=1']]);
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    return [packed, JSON.parse(text)];
  };
  const writes = () => write.mock.calls.filter(([data]) => data === fixed || data === changing).length;
  expect(await answer(fixed, 'gzip')).toEqual(['gzip', fixed]);
  expect(await answer(fixed, 'identity')).toEqual([null, fixed]);
  expect(writes()).toBe(2);
  expect(await answer(fixed, 'gzip')).toEqual(['gzip', fixed]);
  expect(await answer(fixed, '')).toEqual([null, fixed]);
  expect(writes()).toBe(2);
  expect(await answer(changing, 'gzip')).toEqual([null, changing]);
  changing.text = 'z';
  expect(await answer(changing, 'gzip')).toEqual([null, { text: 'z' }]);
  expect(writes()).toBe(4);
  // From 1 KiB on it is compressed.
  const ofLength = (length: number) => ({ text: 'x'.repeat(length - JSON.stringify({ text: '' }).length) });
  expect((await answer(ofLength(1023), 'gzip'))[0]).toBeNull();
  expect((await answer(ofLength(1024), 'gzip'))[0]).toBe('gzip');
  write.mockRestore();
});

test.each([
  [{}, 200],
  [{ SMTP_URL: 'smtp://127.0.0.1:9' }, 404],
])('with %o the local inbox answers %i', async (env, status) => {
  const server = await startServer(env);
  expect((await server.request('/inbox')).status).toBe(status);
});

test('in production there is no inbox, however mails are sent', async () => {
  const { context } = await startServer();
  const app = createApp({ ...context, config: { ...context.config, mode: 'production' } }, () => {});
  expect((await app.request('http://localhost:3000/inbox')).status).toBe(404);
});
