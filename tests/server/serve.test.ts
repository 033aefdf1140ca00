import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { limits } from '#server/login/limits.ts';
import { tokenHash } from '#server/platform/secrets.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import { sessionToken } from '#tests/support/account.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { addOwner, mailsTo, PASSWORD } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { account, beginWithNumber, billing, EMAIL } from '#tests/support/signUp.ts';

const post = (
  { request }: Pick<TestServer, 'request'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  request(API_PATH + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** The header of a new session. */
const bearerOf = async (server: TestServer, email: string): Promise<{ Authorization: string }> => ({
  Authorization: `Bearer ${await sessionToken(server, email)}`,
});

const changing = Object.values(calls).filter(({ method }) => method !== 'get');
const pathOf = ({ path }: { path: string }) => API_PATH + path.replace(/:\w+/g, '1');

describe('idempotent repeats', () => {
  it('the same key, call and body: one registration, one mail, the same response', async () => {
    const server = await startServer();
    const create = () => post(server, '/registrations', account, { 'Idempotency-Key': 'one' });
    const texts = await Promise.all(
      (await Promise.all([create(), create(), create()])).map(async (answer) => [answer.status, await answer.text()]),
    );
    texts.push([200, await (await create()).text()]);
    expect(new Set(texts.map((text) => JSON.stringify(text))).size).toBe(1);
    expect(await server.context.db.selectFrom('registrations').selectAll().execute()).toHaveLength(1);
    expect(await server.context.db.selectFrom('outbox').selectAll().execute()).toHaveLength(1);
  });

  it('another body under the same key is rejected; another key is another call', async () => {
    const server = await startServer();
    const create = (key: string, email = EMAIL) =>
      post(server, '/registrations', { ...account, email }, { 'Idempotency-Key': key });
    await create('one');
    expect((await create('one', 'other@example.com')).status).toBe(409);
    expect((await create('two')).status).toBe(200);
    expect(await server.context.db.selectFrom('registrations').selectAll().execute()).toHaveLength(2);
  });

  it('belong to the caller: the key gives nobody else the stored response', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const [ann, bob] = ['ann@example.com', 'bob@example.com'];
    for (const email of [ann, bob]) await addOwner(server, email);
    const invite = async (session: Record<string, string>) => {
      const headers = { ...session, 'Idempotency-Key': 'one' };
      const answer = await post(server, '/account/invitations', { email: EMAIL }, headers);
      return [answer.status, await answer.text()] as const;
    };
    const anns = await bearerOf(server, ann);
    const first = await invite(anns);
    expect(first[0]).toBe(201);
    for (const nobody of [{}, { Authorization: 'Bearer unknown' }, { Authorization: 'Bearer ' }])
      expect((await invite(nobody))[0]).toBe(401);
    // Another customer, and another session of the same person, do the work themselves.
    for (const other of [await bearerOf(server, bob), await bearerOf(server, ann)]) {
      const own = await invite(other);
      expect(own[0]).toBe(201);
      expect(own[1]).not.toBe(first[1]);
    }
    expect(await invite(anns)).toEqual(first);
  });

  it('belong to the call: the same key and body at another path or by another method is another call', async () => {
    const server = await startServer({ TWO_FACTOR: 'off', COOL_DOWN_S: '0' });
    const headers = { 'Idempotency-Key': 'one' };
    const body = { email: EMAIL };
    const [reset, confirmation] = [
      await (await post(server, '/password', body, headers)).json(),
      await (await post(server, '/confirmation', body, headers)).json(),
    ];
    expect(confirmation).not.toEqual(reset);
    await addOwner(server, EMAIL, { user: { has_cx_bundle: 1 } });
    const authorised = { ...headers, ...(await bearerOf(server, EMAIL)) };
    const addOns = async (method: string) => {
      const { id } = await server.context.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
      const path = `${API_PATH}/account/users/${id}/cx`;
      expect((await server.request(path, { method, headers: authorised })).status).toBe(200);
      return (await server.context.db.selectFrom('users').select('has_cx_bundle').executeTakeFirstOrThrow())
        .has_cx_bundle;
    };
    expect([await addOns('DELETE'), await addOns('POST')]).toEqual([0, 1]);
  });

  it.each([
    ['a login, which opens a session', 'login', 60],
    ['a request for a mail', 'password', 86_400],
  ])('end: %s is repeated for a while, then done anew', async (_what, path, life) => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const body = path === 'login' ? { email: EMAIL, password: PASSWORD, remember_me: false } : { email: EMAIL };
    const send = async () => (await post(server, `/${path}`, body, { 'Idempotency-Key': 'one' })).status;
    const done = async () => {
      const sessions = await server.context.db.selectFrom('sessions').select('id').execute();
      return sessions.length + (await mailsTo(server, EMAIL)).length;
    };
    expect([await send(), await done()]).toEqual([200, 1]);
    server.clock.forward(life - 1);
    expect([await send(), await done()]).toEqual([200, 1]);
    server.clock.forward(1);
    expect([await send(), await done()]).toEqual([200, 2]);
  });

  it('of a refusal that has changed nothing end after a quarter of an hour', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { userId } = await addOwner(server, EMAIL, { user: { confirmed_at: null } });
    const bob = await addOwner(server, 'bob@example.com');
    const headers = { ...(await bearerOf(server, 'bob@example.com')), 'Idempotency-Key': 'one' };
    const send = async () => (await post(server, `/account/users/${userId}/cx`, {}, headers)).status;
    expect(await send()).toBe(404);
    await server.context.db
      .updateTable('users')
      .set({ customer_id: bob.customerId })
      .where('id', '=', userId)
      .execute();
    server.clock.forward(15 * 60 - 1);
    expect(await send()).toBe(404);
    server.clock.forward(1);
    expect(await send()).toBe(200);
  });

  it('are not made of the server’s own errors: the repetition is done', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());
    const server = await startServer();
    vi.spyOn(server.context.passwords, 'hash').mockRejectedValueOnce(new Error('broken'));
    const create = async () => (await post(server, '/registrations', account, { 'Idempotency-Key': 'one' })).status;
    expect([await create(), await create()]).toEqual([500, 200]);
  });

  it('are limited for one network, because each is stored; calls without a key are not', async () => {
    const server = await startServer();
    await server.context.db
      .insertInto('throttles')
      .values({
        bucket: `${limits.networkKeys.name}:${tokenHash('203.0.113.9')}`,
        count: limits.networkKeys.max,
        window_ends_at: server.clock.now() + 60_000,
      })
      .execute();
    const event = { family: 'login', state: 'form', at: '2025-03-05T12:00:00.000Z' };
    const send = async (address: string, headers: Record<string, string>) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, address };
      const answer = await server.request(`${API_PATH}/events`, { ...init, body: JSON.stringify(event) });
      return [answer.status, answer.headers.get('Retry-After')];
    };
    expect(await send('203.0.113.9', { 'Idempotency-Key': 'one' })).toEqual([429, '60']);
    expect(await send('203.0.113.9', {})).toEqual([202, null]);
    expect(await send('203.0.113.10', { 'Idempotency-Key': 'one' })).toEqual([202, null]);
  });

  it('have no use for a call that changes nothing: its key is not kept', async () => {
    const server = await startServer();
    const { token } = (await (await post(server, '/registrations', account)).json()) as { token: string };
    const headers = { 'Idempotency-Key': 'one' };
    expect((await server.request(`${API_PATH}/registrations/${token}`, { headers })).status).toBe(200);
    expect(await server.context.db.selectFrom('idempotency').selectAll().execute()).toEqual([]);
  });

  it('stores no response in clear', async () => {
    const server = await startServer();
    const answer = await post(server, '/registrations', account, { 'Idempotency-Key': 'one' });
    const { token } = (await answer.json()) as { token: string };
    const [row] = await server.context.db.selectFrom('idempotency').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(server.context.keyring.open('idempotency', row?.sealed ?? '')).toBeNull();
    expect(server.context.keyring.open('idempotency', row?.sealed ?? '', 'one')).toContain(token);
  });

  it('does not store a response with Retry-After', async () => {
    const server = await startServer();
    const { token } = (await (await post(server, '/registrations', account)).json()) as { token: string };
    const resend = async (key: string) =>
      (await post(server, `/registrations/${token}/resend`, {}, { 'Idempotency-Key': key })).status;
    expect([await resend('one'), await resend('two')]).toEqual([200, 429]);
    server.clock.forward(30);
    expect([await resend('one'), await resend('two')]).toEqual([200, 200]);
    expect(await resend('three')).toBe(429);
  });

  it('does not store a temporary conflict: a card that is being checked can be sent again under its key', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const { id: registration_id } = await server.context.db
      .selectFrom('registrations')
      .select('id')
      .executeTakeFirstOrThrow();
    const columns = {
      registration_id,
      attempt: 'one',
      status: 'asked',
      card_brand: 'visa',
      card_last4: '4242',
    } as const;
    await server.context.db
      .insertInto('bank_attempts')
      .values({
        ...columns,
        url: null,
        bank_reference: null,
        expires_at: null,
        created_at: server.clock.now(),
        settled_at: null,
      })
      .execute();
    const send = () =>
      server.request(`${API_PATH}/registrations/${token}`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
        body: JSON.stringify(billing),
      });
    const early = await send();
    expect([early.status, early.headers.get('Retry-After')]).toEqual([409, '2']);
    expect(await early.json()).toMatchObject({ message: 'Your card is already being checked.' });
    await server.context.db.updateTable('bank_attempts').set({ status: 'declined' }).execute();
    expect((await send()).status).toBe(200);
  });
});

describe('cross-origin calls', () => {
  it.each(changing)('$method $path is rejected from a foreign page, with and without body', async (call) => {
    const { request } = await startServer();
    const method = call.method.toUpperCase();
    const foreign = { Origin: 'http://evil.example' };
    const body = { method, headers: { ...foreign, 'Content-Type': 'application/json' }, body: '{}' };
    expect((await request(pathOf(call), body)).status).toBe(403);
    expect((await request(pathOf(call), { method, headers: foreign })).status).toBe(403);
    expect((await request(pathOf(call), { method, headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    'a body of %s is rejected',
    async (type) => {
      const { request } = await startServer();
      const init = { method: 'POST', headers: { 'Content-Type': type }, body: JSON.stringify({ email: EMAIL }) };
      expect((await request(`${API_PATH}/password`, init)).status).toBe(415);
    },
  );

  it.each([
    ['application/json', 200],
    ['Application/JSON;charset=utf-8', 200],
    ['application/json ; charset=utf-8', 200],
    ['application/jsonp', 415],
    ['application/json-patch+json', 415],
    ['text/plain; application/json', 415],
    ['', 415],
  ])('a body of the type "%s" gets %i', async (type, status) => {
    const { request } = await startServer();
    const body = JSON.stringify({ email: EMAIL });
    const init = { method: 'POST', headers: { 'Content-Type': type }, body };
    expect((await request(`${API_PATH}/password`, init)).status).toBe(status);
  });

  it.each([
    ['Transfer-Encoding', 'chunked', 415],
    ['Content-Length', '2', 415],
    ['Content-Length', '0', 401],
  ])('a call that announces a body of no type by %s: %s gets %i', async (name, value, status) => {
    const { app } = await startServer();
    const request = new Request(`http://localhost:3000${API_PATH}/account/sessions`, {
      method: 'DELETE',
      headers: { [name]: value },
    });
    expect((await app.fetch(request)).status).toBe(status);
  });

  it('the bank’s origin may not call; our pages and clients without an origin may', async () => {
    const server = await startServer();
    const from = async (headers: Record<string, string>) =>
      (await post(server, '/password', { email: EMAIL }, headers)).status;
    expect(await from({ Origin: 'http://127.0.0.1:3000' })).toBe(403);
    expect(await from({ Origin: 'null' })).toBe(403);
    expect(await from({ Origin: 'http://localhost:3000' })).toBe(200);
    expect(await from({})).toBe(200);
  });

  it('get permissions for our pages only', async () => {
    const { request } = await startServer();
    const permissions = async (method: string, Origin: string) => {
      const { status, headers } = await request(`${API_PATH}/dictionaries`, { method, headers: { Origin } });
      const allowed = [...headers].filter(([name]) => name.startsWith('access-control-'));
      return { status, ...Object.fromEntries(allowed) };
    };
    const own = {
      'access-control-allow-origin': 'http://localhost:3000',
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'Date, Retry-After',
    };
    expect(await permissions('GET', 'http://localhost:3000')).toEqual({ status: 200, ...own });
    expect(await permissions('OPTIONS', 'http://localhost:3000')).toEqual({
      status: 204,
      ...own,
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Currency, X-Device, X-Language',
      'access-control-max-age': '600',
    });
    for (const foreign of ['http://evil.example', 'http://127.0.0.1:3000', 'null', 'localhost:3000']) {
      expect(await permissions('GET', foreign)).toEqual({ status: 200 });
      expect(await permissions('OPTIONS', foreign)).toEqual({ status: 204 });
    }
  });
});

describe('hosts', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://entry.example', SMTP_URL: 'smtp://127.0.0.1:9' };
  const statusOn = async ({ app }: TestServer, host: string, path = `${API_PATH}/dictionaries`) =>
    (await app.fetch(new Request(`http://${host}${path}`, { headers: { Host: host } }))).status;

  it('that are not ours get neither pages nor calls', async () => {
    const local = await startServer();
    const inProduction = await startServer(production);
    for (const host of ['evil.example', 'localhost.evil.example', 'entry.example.evil', 'bank.localhost.evil']) {
      for (const server of [local, inProduction]) {
        expect(await statusOn(server, host)).toBe(421);
        expect(await statusOn(server, host, '/login/')).toBe(421);
        expect(await statusOn(server, host, '/inbox')).toBe(421);
      }
    }
  });

  it('include this machine at any port, by any of its addresses, in local mode', async () => {
    const local = await startServer();
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1:3999', '[::1]:3000', '192.168.1.7:3000']) {
      expect(await statusOn(local, host)).toBe(200);
    }
    const inProduction = await startServer(production);
    for (const host of ['entry.example', 'ENTRY.example.', 'entry.example:443', 'localhost:3000', '127.0.0.1:3000']) {
      expect(await statusOn(inProduction, host)).toBe(200);
    }
    expect(await statusOn(inProduction, '192.168.1.7')).toBe(421);
    // A process monitor may use any host name.
    expect(await statusOn(inProduction, '10.0.0.7:3000', '/healthz')).toBe(200);
  });

  it('that are unknown are logged, the first time with name and setting to change, and not stored', async () => {
    const server = await startServer(production);
    const request = (host: string, path: string) =>
      server.app.fetch(new Request(`http://${host}${path}`, { headers: { Host: host } }));
    const lines = await linesOf(async () => {
      for (const path of ['/login/', `${API_PATH}/dictionaries`, '/healthz']) {
        for (const host of ['phone.example', 'phone.example:443', 'other.example']) {
          const answer = await request(host, path);
          expect(answer.headers.get('Cache-Control')).toBe('no-store');
        }
      }
    });
    const event = 'unknown host refused with 421';
    const from = { method: 'GET', network: 'loopback' };
    const named = (host: string) => ({ event, host, change: expect.stringContaining('PUBLIC_URL'), ...from });
    const again = { event, ...from };
    expect(lines).toEqual([named('phone.example'), again, named('other.example'), again, again, again]);
  });

  it('that are made up do not fill the log: a hundred lines a minute, then a count of the others', async () => {
    const server = await startServer(production);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2025-03-05T12:00:00Z'));
    const lines = await linesOf(async () => {
      for (let count = 0; count < 300; count += 1) await statusOn(server, `host${count}.example`);
      clock.mockReturnValue(Date.parse('2025-03-05T12:01:00Z'));
      await statusOn(server, 'next.example');
    });
    clock.mockRestore();
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toMatchObject({ unlogged: 200 });
  });

  it('that are unknown are logged once each in local mode, where nobody counts them', async () => {
    const server = await startServer();
    const lines = await linesOf(async () => {
      for (const host of ['evil.example', 'other.example', 'evil.example']) await statusOn(server, host);
    });
    expect(lines.map(({ host }) => host)).toEqual(['evil.example', 'other.example']);
  });

  it('and origins that are very long are logged by their first hundred characters', async () => {
    const server = await startServer(production);
    const name = `${'x'.repeat(60)}.${'y'.repeat(60)}`;
    const headers = { Origin: `https://${name}` };
    const lines = await linesOf(async () => {
      await statusOn(server, name);
      await server.request(`${API_PATH}/login`, { method: 'POST', headers });
    });
    expect(lines).toMatchObject([{ host: name.slice(0, 100) }, { origin: `https://${name}`.slice(0, 100) }]);
  });

  it('must be ours in both the URL and the Host header', async () => {
    const { app, request } = await startServer();
    expect((await request('/healthz')).status).toBe(200);
    expect((await request(`${API_PATH}/dictionaries`, { headers: { Host: 'evil.example' } })).status).toBe(421);
    const elsewhere = new Request(`http://evil.example${API_PATH}/dictionaries`, { headers: { Host: 'localhost' } });
    expect((await app.fetch(elsewhere)).status).toBe(421);
  });

  it('accepts calls from a page of the requested host only if the host is ours, and only by https in production', async () => {
    const call = async ({ app }: TestServer, host: string, origin: string) => {
      const headers = { Host: host, Origin: origin, 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ email: EMAIL }) };
      return (await app.fetch(new Request(`http://${host}${API_PATH}/password`, init))).status;
    };
    const local = await startServer();
    expect(await call(local, 'evil.example', 'http://evil.example')).toBe(421);
    expect(await call(local, 'localhost:8080', 'http://localhost:8080')).toBe(200);
    expect(await call(local, '192.168.1.7:3000', 'http://192.168.1.7:3000')).toBe(200);
    expect(await call(local, 'localhost:3000', 'http://localhost:8080')).toBe(403);
    const inProduction = await startServer(production);
    expect(await call(inProduction, 'entry.example', 'https://entry.example')).toBe(200);
    expect(await call(inProduction, 'entry.example', 'http://entry.example')).toBe(403);
    expect(await call(inProduction, 'localhost:3000', 'http://localhost:3000')).toBe(200);
    expect(await call(inProduction, 'localhost:3000', 'http://localhost:8080')).toBe(403);
    expect(await call(inProduction, 'localhost:3000', 'https://localhost:8080')).toBe(403);
  });
});

describe('every response', () => {
  it('is in X-Language, or in English if that is unknown', async () => {
    const { request } = await startServer();
    const messageIn = async (language: string) => {
      const answer = await request(`${API_PATH}/registrations/unknown`, { headers: { 'X-Language': language } });
      return ((await answer.json()) as { message: string }).message;
    };
    const english = 'This sign-up is no longer available. Start again.';
    for (const language of ['en', 'xx', 'xx\u00e4', 'en, de']) expect(await messageIn(language)).toBe(english);
    for (const language of ['es', 'de', 'pl', 'pt', 'mx', 'br']) expect(await messageIn(language)).not.toBe(english);
  });

  it('has headers against caching, framing and sniffing', async () => {
    const { request } = await startServer();
    for (const path of ['/registrations/unknown', '/nowhere', '/login']) {
      const { headers } = await request(API_PATH + path);
      expect(headers.get('Content-Type')).toMatch(/^application\/json/);
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  it('sends Vary, compressed or not', async () => {
    const { request } = await startServer();
    for (const headers of [{}, { 'Accept-Encoding': 'gzip' }, { 'Accept-Encoding': 'identity' }]) {
      const answer = await request(`${API_PATH}/dictionaries`, { headers });
      const vary = (answer.headers.get('Vary') ?? '').split(', ');
      expect(vary.sort()).toEqual(['Accept-Encoding', 'Origin', 'X-Language']);
    }
  });

  it('contains no active content, whatever its source and the request', async () => {
    const { request } = await startServer();
    const requests = [
      ['GET', '/healthz'],
      ['GET', '/inbox.json'],
      ['GET', '/nowhere'],
      ['OPTIONS', '/login/'],
      ['DELETE', '/login/'],
      ['PUT', `${API_PATH}/login`],
    ] as const;
    for (const [method, path] of requests) {
      const { headers } = await request(path, { method });
      expect(headers.get('X-Content-Type-Options'), `${method} ${path}`).toBe('nosniff');
      expect(headers.get('Referrer-Policy'), `${method} ${path}`).toBe('no-referrer');
      expect(headers.get('Cross-Origin-Resource-Policy'), `${method} ${path}`).toBe('same-origin');
      expect(headers.get('Cache-Control'), `${method} ${path}`).toBe('no-store');
      expect(headers.get('Content-Security-Policy'), `${method} ${path}`).toContain("frame-ancestors 'none'");
      expect([headers.get('Server'), headers.get('X-Powered-By')]).toEqual([null, null]);
    }
  });

  it('reports whether the database works, separately from liveness', async () => {
    const { request, context } = await startServer();
    expect((await request('/readyz')).status).toBe(200);
    await context.db.destroy();
    expect([(await request('/readyz')).status, (await request('/healthz')).status]).toEqual([503, 200]);
  });

  it('says in words whether the server is ready, with and without a slash', async () => {
    const { request, context } = await startServer();
    const wordsAt = async (path: string) => (await request(path)).text();
    expect([await wordsAt('/healthz'), await wordsAt('/healthz/')]).toEqual(['ok', 'ok']);
    expect([await wordsAt('/readyz'), await wordsAt('/readyz/')]).toEqual(['ready', 'ready']);
    await context.db.destroy();
    expect(await wordsAt('/readyz')).toMatch(/^the database takes no changes: \S/);
  });

  const failures = [
    [new StoreUnavailable('the disk is full'), 503, '5', "This isn't available right now.", 'the disk is full'],
    [new Error('broken'), 500, null, 'Something went wrong on our side. Try again in a moment.', undefined],
  ] as const;
  it.each(failures)(
    'after %s within a call is an error, logged with the call',
    async (error, status, retry, message, reason) => {
      const server = await startServer();
      vi.spyOn(server.context.passwords, 'hash').mockRejectedValue(error);
      onTestFinished(() => void vi.restoreAllMocks());
      const lines = await linesOf(async () => {
        const answer = await post(server, '/registrations', account);
        expect([answer.status, answer.headers.get('Retry-After')]).toEqual([status, retry]);
        expect(await answer.json()).toEqual({ message, errors: [{ code: 'SV1001', field: '', message }] });
      });
      expect(lines).toMatchObject([
        { event: 'handler failed', call: 'post /registrations', ...(reason && { reason }) },
      ]);
    },
  );

  it('that refuses a call writes no line for the operator, and sets no cookie', async () => {
    const server = await startServer();
    const lines = await linesOf(async () => {
      const answer = await post(server, '/registrations', {});
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
    });
    expect(lines).toEqual([]);
  });

  it.each(failures)(
    'after %s outside of a call is an error, logged with the route',
    async (error, status, retry, message, reason) => {
      const { request, context } = await startServer();
      vi.spyOn(context.db, 'selectFrom').mockImplementation(() => {
        throw error;
      });
      onTestFinished(() => void vi.restoreAllMocks());
      const lines = await linesOf(async () => {
        const answer = await request('/bank/check/secret');
        expect([answer.status, answer.headers.get('Retry-After')]).toEqual([status, retry]);
        expect(await answer.json()).toEqual({ message, errors: [{ code: 'SV1001', field: '', message }] });
      });
      expect(lines).toMatchObject([{ event: 'request failed', path: '/bank/check/:id', ...(reason && { reason }) }]);
      expect(JSON.stringify(lines)).not.toContain('secret');
    },
  );

  it.each([
    [{}, 'max-age=31536000; includeSubDomains'],
    [{ HSTS: 'max-age=300' }, 'max-age=300'],
    [{ HSTS: 'max-age=63072000; includeSubDomains; preload' }, 'max-age=63072000; includeSubDomains; preload'],
    [{ HSTS: 'off' }, null],
    [{ PUBLIC_URL: 'http://entry.example', NODE_ENV: 'development' }, null],
  ])('sends HSTS as configured: %o', async (env, value) => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://entry.example', SMTP_URL: 'smtp://127.0.0.1:9' };
    const { app } = await startServer({ ...production, ...env });
    for (const path of ['/healthz', '/nothing', `${API_PATH}/dictionaries`]) {
      const answer = await app.fetch(new Request(`https://entry.example${path}`));
      expect(answer.headers.get('Strict-Transport-Security'), path).toBe(value);
    }
  });

  it.each([{ 'Content-Length': '9000' }, {}])(
    'to a client that goes in the middle of its request is no fault of the server: %j',
    async (headers) => {
      const { request } = await startServer();
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"email":'));
          controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
        },
      });
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
        duplex: 'half',
      };
      let status: number | undefined;
      const lines = await linesOf(async () => {
        ({ status } = await request(`${API_PATH}/login`, init as RequestInit));
      });
      expect([status, lines]).toEqual([400, []]);
    },
  );

  it('to a body that is too large is 413', async () => {
    const server = await startServer();
    const bytes = (size: number) => ({ email: 'x'.repeat(size - JSON.stringify({ email: '' }).length) });
    expect((await post(server, '/login', bytes(32 * 1024))).status).toBe(400);
    expect((await post(server, '/login', bytes(32 * 1024 + 1))).status).toBe(413);
  });

  it('to what cannot be read says so as a whole, to a query that does not fit by its field', async () => {
    const server = await startServer();
    const errorsOf = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { errors: object[] }).errors,
    ];
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' };
    const message = 'Check the details you entered.';
    expect(await errorsOf(await server.request(`${API_PATH}/login`, init))).toEqual([
      400,
      [{ code: 'VA1001', field: '', message }],
    ]);
    expect(await errorsOf(await server.request(`${API_PATH}/ddipricelistcoverages?limit=x`))).toMatchObject([
      400,
      [{ code: 'VA1001', field: 'limit' }],
    ]);
  });

  it('to any body is 2xx or 4xx, and JSON', async () => {
    const server = await startServer();
    const bodies = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .dictionary(fc.constantFrom('email', 'password', 'code', 'nonce', 'step', 'token', '__proto__'), fc.jsonValue())
        .map((body) => JSON.stringify(body)),
    );
    const paths = changing.filter((call) => 'body' in call && !('session' in call)).map(pathOf);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.constantFrom('POST', 'PATCH'),
        bodies,
        async (path, method, body) => {
          const answer = await server.request(path, { method, headers: { 'Content-Type': 'application/json' }, body });
          expect(answer.status).toBeGreaterThanOrEqual(200);
          expect(answer.status).toBeLessThan(500);
          await answer.json();
        },
      ),
      { numRuns: 150 },
    );
  });
});

it('carries the server’s time, also for other origins', async () => {
  const server = await startServer();
  server.clock.forward(86_400);
  const answer = await server.request(`${API_PATH}/dictionaries`, { headers: { Origin: 'http://localhost:3000' } });
  expect(Date.parse(answer.headers.get('Date') ?? '')).toBe(server.clock.now());
  expect(answer.headers.get('Access-Control-Expose-Headers')).toBe('Date, Retry-After');
});
