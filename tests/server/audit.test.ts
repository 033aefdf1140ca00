import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import type { Reply } from '#server/http/idempotency.ts';
import type { RequestContext } from '#server/http/requestContext.ts';
import { limits } from '#server/login/limits.ts';
import { PasswordQueueFull } from '#server/login/passwords.ts';
import { audit, auditSignOn } from '#server/platform/audit.ts';
import type { ServerContext } from '#server/platform/context.ts';
import { as, sessionToken } from '#tests/support/account.ts';
import { useUp } from '#tests/support/counters.ts';
import { failureOf } from '#tests/support/failures.ts';
import { CLIENT_ID, signed, startIssuer } from '#tests/support/issuer.ts';
import { linesOf, requestLinesOf } from '#tests/support/logLines.ts';
import { addOwner } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://entry.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  TWO_FACTOR: 'off',
};

/** How often each limit has refused something, by its name. */
async function refusals({ context }: TestServer): Promise<Record<string, number>> {
  const { values } = await context.metrics.refusals.get();
  return Object.fromEntries(values.filter(({ value }) => value > 0).map(({ labels, value }) => [labels.limit, value]));
}

test('logs each attempt in one line with user, network and outcome, without input', async () => {
  const server = await startServer(production);
  const { userId } = await addOwner(server, 'ann@example.com');
  const api = server.client({ address: '203.0.113.9' });
  const lines = await linesOf(async () => {
    await failureOf(api.login({ body: { email: 'ann@example.com', password: 'wrong\r\n{"event":"forged"}' } }));
    const me = server.client({ address: '203.0.113.9', userToken: await sessionToken({ api }) });
    await me.readAccount({});
    await failureOf(me.endSession({ params: { session_id: 'secret-in-the-path' } }));
  });
  const from = { event: 'call', network: '203.0.113.9' };
  expect(lines).toEqual([
    { ...from, call: 'post /login', status: 401, code: 'AU1001' },
    { ...from, call: 'post /login', status: 200, user: userId },
    { ...from, call: 'delete /account/sessions/:session_id', status: 404, code: 'AU1006', user: userId },
  ]);
});

test('each line has the id of its request, which the response has too', async () => {
  const server = await startServer(production);
  const responses: Response[] = [];
  const lines = await requestLinesOf(async () => {
    for (const origin of ['https://entry.example', 'https://evil.example']) {
      const headers = { Origin: origin, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ email: 'ann@example.com', password: 'wrong' });
      responses.push(await server.request('/v1/phone/login', { method: 'POST', headers, body }));
    }
    responses.push(await server.app.fetch(new Request('http://evil.example/', { headers: { Host: 'evil.example' } })));
  });
  const ids = responses.map((response) => response.headers.get('X-Request-Id'));
  expect(ids).toEqual([...new Set(ids)]);
  expect(lines.map(({ event, request }) => [event, request])).toEqual([
    ['call', ids[0]],
    ['foreign origin refused with 403', ids[1]],
    ['unknown host refused with 421', ids[2]],
  ]);
});

test('logs a refused origin and its network; the origin once, because a setting may be missing', async () => {
  const server = await startServer(production);
  const ask = (headers: Record<string, string>) =>
    server.request('/v1/phone/password', { method: 'POST', headers, address: '203.0.113.9' });
  const lines = await linesOf(async () => {
    await ask({ Origin: 'https://evil.example' });
    await ask({ Origin: 'https://evil.example' });
    await ask({ 'Sec-Fetch-Site': 'cross-site' });
  });
  const refused = { event: 'foreign origin refused with 403', method: 'POST', network: '203.0.113.9' };
  const change = expect.stringContaining('hosts');
  expect(lines).toEqual([
    { ...refused, origin: 'https://evil.example', change },
    refused,
    { ...refused, origin: 'cross-site', change },
  ]);
});

test('logs a lock-out with the limit that is used up, also of a call that changes nothing', async () => {
  const server = await startServer(production);
  await addOwner(server, 'ann@example.com');
  const api = server.client({ address: '203.0.113.9' });
  const guess = () => failureOf(api.login({ body: { email: 'ann@example.com', password: 'wrong' } }));
  for (let count = 0; count < 10; count += 1) await linesOf(guess);
  const from = { event: 'call', network: '203.0.113.9', status: 429, code: 'AU1004' };
  expect(await linesOf(guess)).toEqual([{ ...from, call: 'post /login', limit: 'passwords' }]);

  const open = () => failureOf(api.readInvitation({ params: { invitation_token: 'guessed' } }));
  await open();
  await server.context.db
    .updateTable('throttles')
    .set({ count: 100 })
    .where('bucket', 'like', 'network-links%')
    .execute();
  expect(await linesOf(open)).toEqual([
    { ...from, call: 'get /invitations/:invitation_token', limit: 'network-links' },
  ]);
});

test('counts what a limit refuses by its name, and says in the log when too many passwords wait', async () => {
  const server = await startServer(production);
  const api = server.client({ address: '203.0.113.9' });
  await useUp(server, limits.networkLogins, '203.0.113.9');
  const body = { email: 'ann@example.com', password: 'wrong' };
  await linesOf(() => failureOf(api.login({ body })));
  vi.spyOn(server.context.passwords, 'verify').mockRejectedValueOnce(new PasswordQueueFull());
  const elsewhere = server.client({ address: '198.51.100.9' });
  const facts = { event: 'call', call: 'post /login', network: '198.51.100.9', code: 'SV1001' };
  expect(await linesOf(() => failureOf(elsewhere.login({ body })))).toEqual([
    { ...facts, status: 503, limit: 'password-queue' },
  ]);
  expect(await refusals(server)).toEqual({ 'network-logins': 1, 'password-queue': 1 });
});

test('logs a removal with both users', async () => {
  const server = await startServer(production);
  const { userId: owner, customerId } = await addOwner(server, 'ann@example.com');
  const { userId: member } = await addOwner(server, 'mia@example.com', {
    user: { role: 'member', customer_id: customerId },
  });
  const ann = await as(server);
  const lines = await linesOf(() => ann.removeTeammate({ params: { user_id: String(member) } }));
  const call = 'delete /account/users/:user_id';
  // The mail to the removed user may be refused meanwhile, which is a line of its own.
  expect(lines.filter(({ event }) => event === 'call')).toEqual([
    { event: 'call', call, status: 200, network: 'loopback', user: owner, user_id: member },
  ]);
});

describe('single sign-on', () => {
  const chosen = { sub: 'one', email: 'ann@example.com', email_verified: true };

  /** As in production, where an issuer without TLS is refused: so from the start of the sign-on. */
  async function begin() {
    const issuer = await startIssuer();
    const server = await startServer(issuer.env('GOOGLE'));
    const started = await server.request('/v1/phone/sso/connect/google', { address: '203.0.113.9' });
    server.context.config.mode = 'production';
    const { searchParams } = new URL(started.headers.get('Location') ?? '');
    const come = (query: Record<string, string>, Cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? '') =>
      linesOf(() =>
        server.request(`/v1/phone/sso/callback/google?${new URLSearchParams(query)}`, {
          headers: { Cookie },
          address: '203.0.113.9',
        }),
      );
    const state = searchParams.get('state') ?? '';
    const now = Math.floor(Date.now() / 1000);
    const token = { iss: issuer.url, aud: CLIENT_ID, iat: now, exp: now + 60, nonce: searchParams.get('nonce') ?? '' };
    const grant = (claims: object) => {
      const id_token = signed({ ...token, ...claims }, { alg: 'RS256' });
      issuer.next({ status: 200, body: { access_token: 'a', token_type: 'Bearer', id_token } });
    };
    return { server, come, state, grant, iss: issuer.url };
  }

  const line = { event: 'single sign-on', provider: 'google', network: '203.0.113.9' };

  test('that succeeds is one line with the user', async () => {
    const { server, come, state, grant, iss } = await begin();
    const { userId } = await addOwner(server, 'ann@example.com', { user: { second_factor: 0 } });
    grant(chosen);
    server.context.config.twoFactor = 'off';
    expect(await come({ code: 'secret-code', state, iss })).toEqual([{ ...line, outcome: 'session', user: userId }]);
  });

  test('that waits for its code is one line with the user', async () => {
    const { server, come, state, grant, iss } = await begin();
    const { userId } = await addOwner(server, 'ann@example.com', { user: { second_factor: 1 } });
    vi.spyOn(server.context, 'wakeMail').mockReturnValue();
    grant(chosen);
    expect(await come({ code: 'secret-code', state, iss })).toEqual([{ ...line, outcome: 'challenge', user: userId }]);
  });

  test('that is begun too often is one line with the limit', async () => {
    const { server } = await begin();
    await useUp(server, { ...limits.networkSso, max: 100 }, '198.51.100.9');
    const start = () => server.request('/v1/phone/sso/connect/google', { address: '198.51.100.9' });
    expect(await linesOf(start)).toEqual([
      { ...line, network: '198.51.100.9', outcome: 'refused with 429', limit: 'network-sso' },
    ]);
  });

  test('that leads to a sign-up is one line', async () => {
    const { come, state, grant, iss } = await begin();
    grant(chosen);
    expect(await come({ code: 'secret-code', state, iss })).toEqual([{ ...line, outcome: 'registration' }]);
  });

  test('that fails, is cancelled or belongs to another browser is one line without what was sent', async () => {
    const { come, state, grant, iss } = await begin();
    expect(await come({ code: 'secret-code', state: 'forged', iss })).toEqual([{ ...line, outcome: 'over' }]);
    grant({ ...chosen, nonce: 'other' });
    const [failed, ...others] = await come({ code: 'secret-code', state, iss });
    const code = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
    expect([failed, others]).toMatchObject([{ ...line, outcome: 'failed', code }, []]);
    expect(JSON.stringify(failed)).not.toMatch(/secret-code|ann@example/);
    const again = await begin();
    expect(await again.come({ error: 'access_denied', error_description: 'typed', state: again.state })).toEqual([
      { ...line, outcome: 'cancelled' },
    ]);
  });
});

describe('of what anyone can repeat without end', () => {
  const google = {
    // A port that no client connects to.
    SSO_GOOGLE_ISSUER: 'https://127.0.0.1:9',
    SSO_GOOGLE_CLIENT_ID: 'id',
    SSO_GOOGLE_CLIENT_SECRET: 'secret',
  };
  /** The lines of many requests in one minute, and of one in the next. */
  function linesOfMany(server: TestServer, many: number, path: string, method = 'GET') {
    const request = () => server.request(API_PATH + path, { method, headers: { Host: 'entry.example' } });
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2025-03-05T12:00:00Z'));
    onTestFinished(() => void clock.mockRestore());
    return linesOf(async () => {
      for (let count = 0; count < many; count += 1) await request();
      clock.mockReturnValue(Date.parse('2025-03-05T12:01:00Z'));
      await request();
    });
  }

  test.each([
    ['reads that a limit refuses', 'call', '/invitations/guessed'],
    ['returns from sign-ons that nobody has begun', 'single sign-on', '/sso/callback/google?state=made-up'],
    ['sign-ons at a provider that is away', 'single sign-on', '/sso/connect/google?moved=true'],
  ])('%s: a hundred lines a minute, then a count of the others', async (_, event, path) => {
    const server = await startServer({ ...production, ...google });
    await useUp(server, limits.networkLinks, 'loopback');
    const lines = await linesOfMany(server, 300, path);
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toMatchObject({ event, network: 'loopback', unlogged: 200 });
  });

  test('changes: a line each', async () => {
    expect(await linesOfMany(await startServer(production), 101, '/logout', 'POST')).toHaveLength(102);
  });
});

test('writes no audit lines to the terminal in local mode', async () => {
  const server = await startServer();
  expect(await linesOf(() => failureOf(server.api.login({ body: { email: 'a@b.co', password: 'x' } })))).toEqual([]);
});

describe('the line of a call', () => {
  const metrics = { signOns: { inc: () => {} } };
  const context = (mode: 'local' | 'production') => ({ config: { mode }, metrics }) as unknown as ServerContext;
  const requestContext = { network: '203.0.113.9' } as RequestContext;
  const of = (reply: object, call: Call = calls.logOut, params = {}, mode: 'local' | 'production' = 'production') =>
    linesOf(async () => audit(context(mode), call, { requestContext, session: null, params }, reply as Reply));

  test('has the user only if it is one, and a code only if there is an error', async () => {
    const line = { event: 'call', call: 'post /account/logout', network: '203.0.113.9' };
    expect(await of({ status: 200, body: { user_id: 7, errors: [] } })).toEqual([
      { ...line, call: expect.any(String), status: 200, user: 7 },
    ]);
    expect(await of({ status: 200, body: { user_id: 'ann@example.com' } })).toEqual([
      { ...line, call: expect.any(String), status: 200 },
    ]);
  });

  test('has the rows that the call is about, and no token', async () => {
    const params = { user_id: '12', registration_token: 't0ken', nonce: '0', other: '1e3' };
    expect(await of({ status: 200, body: {} }, calls.removeTeammate, params)).toMatchObject([{ user_id: 12 }]);
    const [line] = await of({ status: 200, body: {} }, calls.removeTeammate, params);
    expect(Object.keys(line ?? {})).not.toEqual(expect.arrayContaining(['registration_token']));
    expect(Object.keys(line ?? {})).not.toEqual(expect.arrayContaining(['nonce']));
  });

  test('is written for what changes something, and for what a limit refuses; never in local mode', async () => {
    expect(await of({ status: 200, body: {} }, calls.readAccount)).toEqual([]);
    expect(await of({ status: 429, body: {} }, calls.readAccount)).toHaveLength(1);
    expect(await of({ status: 200, body: {} }, calls.logOut, {}, 'local')).toEqual([]);
    expect(await of({ status: 429, body: {} }, calls.readAccount, {}, 'local')).toEqual([]);
    const signOn = (mode: 'local' | 'production') =>
      linesOf(async () => auditSignOn(context(mode), requestContext, { provider: 'google', outcome: 'cancelled' }));
    expect(await signOn('local')).toEqual([]);
    expect(await signOn('production')).toEqual([
      { event: 'single sign-on', provider: 'google', outcome: 'cancelled', network: '203.0.113.9' },
    ]);
  });
});
