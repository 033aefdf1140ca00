import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startIssuer } from '#tests/support/issuer.ts';
import { addOwner } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';
import {
  atTheApp,
  cookieOf,
  flowCookies,
  fromLogin,
  fromSignup,
  providerPerson,
  providers,
  sendForm,
  toChoice,
} from '#tests/support/ssoWalk.ts';
import { startServerOnPort, type Visitor } from '#tests/support/visitor.ts';

const OWNER = 'owner@example.com';

async function setUp() {
  const server = await startServerOnPort();
  const { userId } = await addOwner(server, OWNER);
  return { server, userId, visitor: atTheApp(server) };
}

const finish = async (visitor: Visitor, choice: { url: URL }, email = OWNER) =>
  sendForm(visitor, await visitor.go(choice.url, providerPerson(email)));

test('a local provider, which loads its package at its first request, is waited for longer than five seconds', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeouts.mockRestore());
  const { server, visitor } = await setUp();
  await finish(visitor, await toChoice(server, visitor, fromLogin('google')));
  const milliseconds = timeouts.mock.calls.flat();
  expect(milliseconds).not.toEqual([]);
  expect(Math.min(...milliseconds)).toBeGreaterThan(5_000);
});

describe('a sign-on that is begun on another host of the server', () => {
  test.each([
    ['login', fromLogin],
    ['sign-up', fromSignup],
  ])('from the %s is finished at PUBLIC_URL, where the provider leads back to', async (_where, from) => {
    const { server, userId, visitor } = await setUp();
    const other = server.context.config.publicUrl.replace('localhost', '127.0.0.1');
    expect((await finish(visitor, await visitor.go(other + from('google')))).pathname).toBe('/app/');
    expect(cookieOf(visitor, 'auth')).toMatchObject({ user_id: userId });
  });

  test('keeps its language and invitation, and moves once behind a proxy that does not pass on the host', async () => {
    const issuer = await startIssuer();
    const server = await startServer({ PUBLIC_URL: 'https://phone.example.com', ...issuer.env('GOOGLE') });
    const path = `${fromLogin('google', 'de')}&invitation=${'x'.repeat(43)}`;
    const moved = (await server.request(path)).headers.get('Location') ?? '';
    expect(moved).toBe(`https://phone.example.com${path}&moved=true`);
    const begun = await server.request(moved.replace('https://phone.example.com', ''));
    expect(begun.headers.get('Location')).toMatch(`${issuer.url}/authorize?`);
    expect(begun.headers.get('Set-Cookie')).toMatch(/^__Host-sso-[^=]+=de\./);
  });
});

describe('concurrent sign-ons', () => {
  test('can both be finished: tab 1 at Google, tab 2 at Microsoft', async () => {
    const { server, userId, visitor } = await setUp();
    const google = await toChoice(server, visitor, fromLogin('google'));
    const microsoft = await toChoice(server, visitor, fromLogin('azure'));
    for (const tab of [google, microsoft]) {
      expect((await finish(visitor, tab)).pathname).toBe('/app/');
      expect(cookieOf(visitor, 'auth')).toMatchObject({ user_id: userId });
    }
    expect(flowCookies(visitor)).toEqual([]);
  });

  test.each(providers)(
    '%s: started, Back, started again; the first one is finished, then the second',
    async (provider) => {
      const { server, visitor } = await setUp();
      const first = await toChoice(server, visitor, fromLogin(provider));
      const second = await toChoice(server, visitor, fromLogin(provider));
      expect((await finish(visitor, first)).pathname).toBe('/app/');
      expect((await finish(visitor, second)).pathname).toBe('/app/');
    },
  );

  test('work from the login in one tab and from the sign-up in another, for two users', async () => {
    const { server, visitor } = await setUp();
    const login = await toChoice(server, visitor, fromLogin('google', 'de'));
    const signup = await toChoice(server, visitor, fromSignup('google', 'pl'));
    expect((await finish(visitor, signup, 'nora@example.com')).pathname).toBe('/pl/signup/');
    expect((await finish(visitor, login)).pathname).toBe('/de/app/');
  });

  test('each have their own cookie; the eleventh replaces the oldest', async () => {
    const { server, visitor } = await setUp();
    const tabs: { url: URL }[] = [];
    for (let tab = 0; tab < 12; tab += 1) {
      tabs.push(await toChoice(server, visitor, fromLogin('google')));
      server.clock.forward(1);
    }
    expect(flowCookies(visitor)).toHaveLength(10);
    const lines = visitor.received.filter((line) => line.startsWith('sso-') && !line.includes('Max-Age=0'));
    expect(lines).toHaveLength(12);
    for (const line of lines) {
      expect(line.replace(/^[^;]+; /, '')).toBe('Max-Age=600; Path=/; HttpOnly; SameSite=Lax');
      expect(line.length).toBeLessThan(160);
    }
    const [first, , third] = tabs;
    if (!first || !third) throw new Error('No tab');
    expect((await finish(visitor, first)).search).toContain('login+timed+out');
    expect((await finish(visitor, third)).pathname).toBe('/app/');
  });

  test('replace an expired one first', async () => {
    const { server, visitor } = await setUp();
    await toChoice(server, visitor, fromLogin('google'));
    server.clock.forward(601);
    await toChoice(server, visitor, fromLogin('google'));
    expect(flowCookies(visitor)).toHaveLength(1);
  });
});

describe('a logged-in user never sees that a sign-on has expired', () => {
  const loggedIn = async () => {
    const { server, visitor } = await setUp();
    const late = await toChoice(server, visitor, fromLogin('azure'));
    expect((await finish(visitor, await toChoice(server, visitor, fromLogin('google')))).pathname).toBe('/app/');
    return { server, visitor, late };
  };

  test.each([
    [
      'finishes another one after its ten minutes',
      (visitor: Visitor, late: { url: URL }) => finish(visitor, late),
      601,
    ],
    [
      'stops another one at the provider',
      async (visitor: Visitor, late: { url: URL }) => (await visitor.go(late.url, { sample: 'refuse' })).url,
      0,
    ],
  ])('and %s', async (_what, goOn, seconds) => {
    const { server, visitor, late } = await loggedIn();
    server.clock.forward(seconds);
    const end = await goOn(visitor, late);
    expect([end.pathname, end.search]).toEqual(['/app/', '']);
  });

  test.each(['', '?state=unknown&code=x', '?error=access_denied'])('and comes by the callback%s', async (search) => {
    const { server, visitor } = await loggedIn();
    const end = await visitor.go(`${server.context.config.publicUrl}/v1/phone/sso/callback/google${search}`);
    expect([end.url.pathname, end.url.search]).toEqual(['/app/', '']);
  });

  test.each(['?state=unknown&code=x', '', '?state=%00', '?error=access_denied'])(
    'is redirected in the language of the account by an expired callback %s, whatever the browser prefers',
    async (search) => {
      const { server, visitor } = await loggedIn();
      await server.context.db.updateTable('users').set({ language: 'pl' }).execute();
      const cookies = [...visitor.cookies('localhost')].filter(([name]) => !name.startsWith('sso-'));
      const Cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { 'Accept-Language': 'en-US,en;q=0.9', 'Sec-Fetch-Mode': 'navigate', Cookie };
      const answer = await server.request(`/v1/phone/sso/callback/google${search}`, { headers });
      const end = new URL(answer.headers.get('Location') ?? '');
      expect([end.pathname, end.search]).toEqual(['/pl/app/', '']);
    },
  );

  test('an expired session does not count', async () => {
    const { server, visitor } = await loggedIn();
    await server.context.db.deleteFrom('sessions').execute();
    const end = await visitor.go(`${server.context.config.publicUrl}/v1/phone/sso/callback/google`);
    expect(end.url.pathname).toBe('/login/');
    expect(end.url.searchParams.get('error')).toContain('login timed out or was already used');
  });
});
