import { sql } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { ownerOf } from '../support/account.ts';
import { addOwner, tokenFor } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { begin } from '../support/signUp.ts';
import { atTheApp, fromLogin, fromSignup, providerPerson, signOn } from '../support/ssoWalk.ts';
import { startServerOnPort } from '../support/visitor.ts';

/** Ways in which something is looked at that nobody may ever open. */
const prefetches: [how: string, init: RequestInit][] = [
  ['HEAD', { method: 'HEAD' }],
  ['prefetch', { headers: { 'Sec-Purpose': 'prefetch' } }],
  ['prefetch through a proxy', { headers: { 'Sec-Purpose': 'prefetch;anonymous-client-ip' } }],
  ['prerender', { headers: { 'Sec-Purpose': 'prefetch;prerender' } }],
  ['an older prefetch', { headers: { Purpose: 'prefetch' } }],
  ['a preview', { headers: { 'X-Purpose': 'preview' } }],
  ["Firefox's older prefetch", { headers: { 'X-Moz': 'prefetch' } }],
];

/** Every row of every table, but for those that a first start brings along. */
async function everything({ context: { db } }: TestServer): Promise<string> {
  const tables = await db.introspection.getTables();
  const tablesWithRows = tables.filter(({ name }) => name !== 'coverages');
  const rows = await Promise.all(tablesWithRows.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)));
  return JSON.stringify(rows.map(({ rows }) => rows));
}

const starts = [
  fromLogin('google'),
  fromLogin('apple'),
  fromSignup('azure'),
  `${API_PATH}/sso/callback/google?state=x`,
];

describe.each(prefetches)('%s', (_how, init) => {
  it('starts no single sign-on: no row, no cookie, no count', async () => {
    const server = await startServer({ LIMITS_NETWORK: 'on' });
    const before = await everything(server);
    for (const path of starts) {
      for (let times = 0; times < 120; times += 1) {
        const answer = await server.request(path, init);
        expect(answer.headers.getSetCookie()).toEqual([]);
        expect(answer.headers.get('Location')).toBeNull();
        expect(answer.status).toBeLessThan(500);
        // What a browser has looked at must not be what the click shows later.
        expect(answer.headers.get('Cache-Control')).toBe('no-store');
      }
    }
    expect(await everything(server)).toBe(before);
  });

  it('changes nothing at any address of the API, even with a session or a token', async () => {
    const { server, me } = await ownerOf();
    const { data } = await server.api.login({
      body: { email: 'ann@example.com', password: 'correct horse battery', remember_me: false },
    });
    const user_token = (data as { user_token: string }).user_token;
    await me.inviteTeammate({ body: { email: 'mia@example.com' } });
    const tokens: Record<string, string> = {
      registration_token: await begin(server),
      invitation_token: await tokenFor(server, 'mia@example.com', 'invitation'),
    };
    server.clock.forward(120);
    const before = await everything(server);
    for (const { path } of Object.values(calls)) {
      const target = API_PATH + path.replace(/:(\w+)/g, (_, name: string) => tokens[name] ?? '1');
      const answer = await server.request(target, {
        ...init,
        address: '203.0.113.7',
        headers: { ...init.headers, Authorization: `Bearer ${user_token}` },
      } as RequestInit);
      expect(answer.headers.getSetCookie(), target).toEqual([]);
      expect(await answer.text(), target).toBe('');
    }
    expect(await everything(server)).toBe(before);
  });
});

test('HEAD succeeds, but prefetching fails, so that a browser does not show an empty page after the click', async () => {
  const server = await startServer();
  expect((await server.request(fromLogin('google'), { method: 'HEAD' })).status).toBe(204);
  expect((await server.request(fromLogin('google'), { headers: { 'Sec-Purpose': 'prefetch' } })).status).toBe(425);
});

test('prefetching pages of the test bank and the local providers has no effect either', async () => {
  const server = await startServer();
  const before = await everything(server);
  for (const [, init] of prefetches) {
    for (const path of ['/bank/check/x', '/bank/notice', '/provider/google/auth', '/provider/google/interaction/x']) {
      const answer = await server.request(path, init);
      expect([204, 425]).toContain(answer.status);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  }
  expect(await everything(server)).toBe(before);
});

test('health answers every client', async () => {
  const server = await startServer();
  for (const path of ['/healthz', '/readyz']) {
    for (const [, init] of prefetches) expect((await server.request(path, init)).status).toBe(200);
  }
});

test('a login works after 120 prefetches from one address', async () => {
  const server = await startServerOnPort({ LIMITS_NETWORK: 'on' });
  await addOwner(server, 'owner@example.com');
  const address = server.context.config.publicUrl + fromLogin('google');
  for (let times = 0; times < 120; times += 1) await fetch(address, { method: 'HEAD', redirect: 'manual' });
  const end = await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('owner@example.com'));
  expect(end.pathname).toBe('/app/');
});
