import { afterEach, describe, expect, test, vi } from 'vitest';
import { rememberDevice } from '#server/login/device.ts';
import { limits } from '#server/login/limits.ts';
import { tokenHash } from '#server/platform/secrets.ts';
import { admin } from '#tests/support/admin.ts';
import { useUp } from '#tests/support/counters.ts';
import { addOwner, tokenFor } from '#tests/support/people.ts';
import type { TestServer } from '#tests/support/server.ts';
import {
  atTheApp,
  cookieOf,
  flowCookies,
  fromLogin,
  fromSignup,
  providerPerson,
  providers,
  sendForm,
  signOn,
  toChoice,
} from '#tests/support/ssoWalk.ts';
import { beforeTransaction, failCommits } from '#tests/support/transactions.ts';
import { startServerOnPort } from '#tests/support/visitor.ts';

afterEach(() => vi.restoreAllMocks());

const sessions = ({ context }: TestServer) => context.db.selectFrom('sessions').selectAll().execute();
const identities = ({ context }: TestServer) => context.db.selectFrom('sso_identities').selectAll().execute();
const registrationOf = ({ context }: TestServer, url: URL) =>
  context.db
    .selectFrom('registrations')
    .selectAll()
    .where('token_hash', '=', tokenHash(url.searchParams.get('token') ?? ''))
    .executeTakeFirst();

describe.each(providers)('%s', (provider) => {
  test.each([
    ['login', fromLogin],
    ['sign-up', fromSignup],
  ])('a customer who comes from %s is logged in', async (_from, path) => {
    const server = await startServerOnPort();
    const { userId } = await addOwner(server, 'owner@example.com');
    const visitor = atTheApp(server);
    const end = await signOn(server, visitor, path(provider), providerPerson('Owner@Example.com'));

    expect(end.href).toBe(`${server.context.config.publicUrl}/app/`);
    const auth = cookieOf(visitor, 'auth');
    expect(auth).toEqual({ user_id: userId, user_token: expect.stringMatching(/^[\w-]{43,}$/) });
    expect(await sessions(server)).toMatchObject([
      { user_id: userId, token_hash: tokenHash(auth?.user_token ?? ''), remember_me: 0 },
    ]);
  });

  test('a customer of an international domain is recognised in every spelling', async () => {
    const server = await startServerOnPort();
    await addOwner(server, 'owner@müller.example');
    const visitor = atTheApp(server);
    const end = await signOn(server, visitor, fromLogin(provider), providerPerson('Owner@xn--mller-kva.example'));
    expect(end.pathname).toBe('/app/');
    expect(await sessions(server)).toHaveLength(1);
  });

  test.each([
    ['login', fromLogin],
    ['sign-up', fromSignup],
  ])('a new person who comes from %s confirms the account in sign-up', async (_from, path) => {
    const server = await startServerOnPort();
    const visitor = atTheApp(server);
    const end = await signOn(server, visitor, path(provider, 'pl'), providerPerson('nora@example.com'));

    expect(end.pathname).toBe('/pl/signup/');
    expect([...end.searchParams.keys()]).toEqual(['token']);
    expect(await registrationOf(server, end)).toMatchObject({
      step: '2-sso',
      first_name: 'Nora',
      last_name: 'New',
      email: 'nora@example.com',
      language: 'pl',
      currency: 'PLN',
      verified_at: expect.any(Number),
      decoy: 0,
    });
    expect(cookieOf(visitor, 'auth')).toBeNull();
  });

  test('an already answered page of the provider redirects to the login, also when it is sent again', async () => {
    const server = await startServerOnPort();
    const visitor = atTheApp(server);
    const choice = await toChoice(server, visitor, fromLogin(provider));
    await sendForm(visitor, await visitor.go(choice.url, providerPerson('nora@example.com')));
    for (const answer of [await visitor.go(choice.url, { sample: 'refuse' }), await visitor.go(choice.url)]) {
      expect(answer.url.pathname).toBe('/login/');
      expect(answer.url.searchParams.get('error')).toContain('login timed out or was already used');
    }
  });

  test('redirects a visitor who has cancelled back with a message', async () => {
    const server = await startServerOnPort();
    const name = { google: 'Google', apple: 'Apple', azure: 'Microsoft' }[provider];
    const login = await signOn(server, atTheApp(server), fromLogin(provider, 'de'), { sample: 'refuse' });
    expect(login.pathname).toBe('/de/login/');
    expect(login.searchParams.get('error')).toContain(name);
    const signup = await signOn(server, atTheApp(server), fromSignup(provider), { sample: 'refuse' });
    expect(signup.pathname).toBe('/signup/');
    expect(signup.searchParams.get('error')).toBe(`You cancelled the ${name} login. Choose how to continue.`);
    expect(await identities(server)).toEqual([]);
  });

  test('another user can be chosen in the same browser', async () => {
    const server = await startServerOnPort();
    const { userId } = await addOwner(server, 'owner@example.com');
    const visitor = atTheApp(server);
    const first = await signOn(server, visitor, fromSignup(provider), providerPerson('nora@example.com'));
    expect(first.pathname).toBe('/signup/');
    const second = await signOn(server, visitor, fromLogin(provider), providerPerson('owner@example.com'));
    expect(second.pathname).toBe('/app/');
    expect(cookieOf(visitor, 'auth')).toMatchObject({ user_id: userId });
  });

  test('an address that the provider has not verified gives access to no account', async () => {
    const server = await startServerOnPort();
    await addOwner(server, 'owner@example.com');
    const visitor = atTheApp(server);
    const end = await signOn(
      server,
      visitor,
      fromLogin(provider),
      providerPerson('owner@example.com', { isVerified: undefined }),
    );
    expect(end.pathname).toBe('/signup/');
    expect(cookieOf(visitor, 'auth')).toBeNull();
    expect(await sessions(server)).toEqual([]);
    expect(await identities(server)).toMatchObject([{ user_id: null, email_verified: 0 }]);
    expect(await registrationOf(server, end)).toMatchObject({ verified_at: null, decoy: 1 });
  });

  test('an unconfirmed account is not logged in', async () => {
    const server = await startServerOnPort();
    await addOwner(server, 'nora@example.com', { user: { confirmed_at: null } });
    const visitor = atTheApp(server);
    const end = await signOn(server, visitor, fromLogin(provider), providerPerson('nora@example.com'));
    expect(end.pathname).toBe('/signup/');
    expect(await identities(server)).toMatchObject([{ user_id: null }]);
    expect(await sessions(server)).toEqual([]);
  });
});

describe('recognised users', () => {
  test('are linked to their own identity, and to nobody else’s', async () => {
    const server = await startServerOnPort();
    const { userId } = await addOwner(server, 'owner@example.com');
    await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('nora@example.com'));
    await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('owner@example.com'));
    const linked = (await identities(server)).map(({ email, user_id }) => [email, user_id]);
    expect(Object.fromEntries(linked)).toEqual({ 'nora@example.com': null, 'owner@example.com': userId });
  });

  test('are recognised by issuer and subject, whatever their address is now', async () => {
    const server = await startServerOnPort();
    const { userId } = await addOwner(server, 'nora@example.com');
    await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('nora@example.com'));
    await server.context.db
      .updateTable('users')
      .set({ email: 'married@example.com', email_key: 'married@example.com' })
      .where('id', '=', userId)
      .execute();
    const visitor = atTheApp(server);
    await signOn(server, visitor, fromLogin('google'), providerPerson('nora@example.com'));
    expect(cookieOf(visitor, 'auth')).toMatchObject({ user_id: userId });
    expect(await identities(server)).toHaveLength(1);
  });

  test('are recognised separately at each provider', async () => {
    const server = await startServerOnPort();
    await addOwner(server, 'nora@example.com');
    for (const provider of providers) {
      await signOn(server, atTheApp(server), fromLogin(provider), providerPerson('nora@example.com'));
    }
    const known = await identities(server);
    expect(new Set(known.map(({ issuer }) => issuer)).size).toBe(3);
    expect(known.every(({ user_id }) => user_id !== null)).toBe(true);
  });

  test('are not logged in to a disabled account', async () => {
    const server = await startServerOnPort();
    await addOwner(server, 'nora@example.com', { user: { disabled_at: server.context.now() } });
    const visitor = atTheApp(server);
    const end = await signOn(server, visitor, fromLogin('google'), providerPerson('nora@example.com'));
    expect(end.pathname).toBe('/login/');
    expect(end.searchParams.get('error')).toBe("Your Google login didn't work. Try again.");
    expect(await sessions(server)).toEqual([]);
  });

  test('sign up again if they never completed the sign-up', async () => {
    const server = await startServerOnPort();
    const { userId } = await addOwner(server, 'nora@example.com', { user: { customer_id: null } });
    const first = await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('nora@example.com'));
    expect(first.pathname).toBe('/signup/');
    await server.context.db.updateTable('sso_identities').set({ user_id: userId }).execute();
    const second = await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('nora@example.com'));
    expect(second.pathname).toBe('/signup/');
    expect(await sessions(server)).toEqual([]);
  });

  test('need an address', async () => {
    const server = await startServerOnPort();
    const end = await signOn(server, atTheApp(server), fromSignup('google'), providerPerson(''));
    expect(end.pathname).toBe('/signup/');
    expect(end.searchParams.get('error')).toContain("didn't share your email address");
  });
});

describe('the second factor of the account', () => {
  const setUp = async (env: Record<string, string> = {}, second_factor = 1) => {
    const server = await startServerOnPort(env);
    const { userId } = await addOwner(server, 'owner@example.com', { user: { second_factor } });
    return { server, userId, visitor: atTheApp(server) };
  };

  test('is required after single sign-on, by a mailed code', async () => {
    const { server, userId, visitor } = await setUp();
    const end = await signOn(server, visitor, fromLogin('google', 'es'), providerPerson('owner@example.com'));
    expect(end.pathname).toBe('/es/login2fa/');
    expect(end.search).toBe('');
    const cookie = cookieOf<{ nonce: string }>(visitor, 'two_factor');
    expect(cookie).toEqual({ nonce: expect.any(String), email: 'owner@example.com', remember_me: false });
    expect(cookieOf(visitor, 'auth')).toBeNull();
    expect(await sessions(server)).toEqual([]);
    expect(await server.context.db.selectFrom('login_challenges').selectAll().execute()).toMatchObject([
      { user_id: userId, nonce_hash: tokenHash(cookie?.nonce ?? ''), remember_me: 0 },
    ]);
  });

  test.each([
    ['of the same user', true, '/app/'],
    ['of another one', false, '/login2fa/'],
  ])('is not asked for again on a remembered device %s', async (_whose, isOwn, path) => {
    const { server, userId, visitor } = await setUp();
    const { userId: other } = await addOwner(server, 'other@example.com');
    const { context } = server;
    const device = await context.db.transaction().execute((tx) => rememberDevice(context, tx, isOwn ? userId : other));
    const fingerprint = encodeURIComponent(JSON.stringify({ fingerprint: device }));
    visitor.cookies('localhost').set('device', fingerprint);
    const end = await signOn(server, visitor, fromLogin('google'), providerPerson('owner@example.com'));
    expect(end.pathname).toBe(path);
  });

  test.each([
    ['mails', { name: 'login-mails', max: 20, windowMs: 3_600_000 }, () => 'owner@example.com'],
    ['codes', limits.codePause, (userId: number) => String(userId)],
  ])('is not mailed while %s have to wait, and says so', async (_what, limit, subject) => {
    const { server, userId, visitor } = await setUp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await useUp(server, limit, subject(userId));
    const end = await signOn(server, visitor, fromLogin('google'), providerPerson('owner@example.com'));
    expect(end.pathname).toBe('/login/');
    expect(end.searchParams.get('error')).toMatch(/^Too many attempts\. Try again in /);
    expect(await server.context.db.selectFrom('login_challenges').select('id').execute()).toEqual([]);
  });

  test('is not required if the provider has asked for one', async () => {
    const { server, visitor } = await setUp();
    const end = await signOn(
      server,
      visitor,
      fromLogin('google'),
      providerPerson('owner@example.com', { hasSecondFactor: 'on' }),
    );
    expect(end.pathname).toBe('/app/');
  });

  test('is required from everybody under the policy always', async () => {
    const { server, visitor } = await setUp({ TWO_FACTOR: 'always' }, 0);
    const end = await signOn(server, visitor, fromLogin('google'), providerPerson('owner@example.com'));
    expect(end.pathname).toBe('/login2fa/');
  });

  test('is not required just because the device is new', async () => {
    const { server, visitor } = await setUp({ TWO_FACTOR: 'new-device' }, 0);
    const end = await signOn(server, visitor, fromLogin('google'), providerPerson('owner@example.com'));
    expect(end.pathname).toBe('/app/');
  });
});

test.each([
  ['a login', 'owner@example.com', 0, 0],
  ['a login that waits for its code', 'owner@example.com', 1, 0],
  ['a sign-up', 'nora@example.com', 0, 1],
])('after %s the network has its count back, or keeps it', async (_what, email, second_factor, kept) => {
  const server = await startServerOnPort({ LIMITS_NETWORK: 'on' });
  await addOwner(server, 'owner@example.com', { user: { second_factor } });
  await signOn(server, atTheApp(server), fromLogin('google'), providerPerson(email));
  const counters = await server.context.db.selectFrom('throttles').select(['bucket', 'count']).execute();
  expect(counters.filter(({ bucket }) => bucket.startsWith('network-sso:')).map(({ count }) => count)).toEqual(
    Array(kept).fill(1),
  );
});

test('a state that nobody knows leads back in the language of the sign-on under way, or of the browser', async () => {
  const server = await startServerOnPort();
  const callback = `${server.context.config.publicUrl}/v1/phone/sso/callback/google?state=unknown&code=x`;
  const visitor = atTheApp(server);
  expect((await visitor.go(callback)).url.pathname).toBe('/login/');
  await toChoice(server, visitor, fromSignup('google', 'pl'));
  expect((await visitor.go(callback)).url.pathname).toBe('/pl/zaloguj/');
});

test('the session cookie ends with the browser, and the flow cookie is HttpOnly', async () => {
  const server = await startServerOnPort();
  await addOwner(server, 'owner@example.com');
  const visitor = atTheApp(server);
  await signOn(server, visitor, fromLogin('google'), providerPerson('owner@example.com'));
  const last = (name: string) => visitor.received.findLast((line) => line.startsWith(`${name}=`)) ?? '';
  expect(last('auth').replace(/^auth=[^;]+; /, '')).toBe('Path=/; SameSite=Lax');
  expect(last('__Host-session')).toContain('HttpOnly');
  const flow = visitor.received.find((line) => line.startsWith('sso-')) ?? '';
  expect(flow.replace(/^sso-[^;]+; /, '')).toBe('Max-Age=600; Path=/; HttpOnly; SameSite=Lax');
  expect(flowCookies(visitor)).toEqual([]);
});

test.each([
  ['en', '/login/'],
  ['de', '/de/login/'],
  ['es', '/es/login/'],
  ['pl', '/pl/zaloguj/'],
  ['pt', '/pt/login/'],
  ['mx', '/mx/login/'],
  ['br', '/br/login/'],
  ['pt-BR', '/br/login/'],
  ['de_AT', '/de/login/'],
  ['xx', '/login/'],
  ['', '/login/'],
  ['de%0d%0aSet-Cookie:a=b', '/login/'],
  ['//evil.example', '/login/'],
])('locale %j redirects back to %s', async (locale, path) => {
  const server = await startServerOnPort();
  const visitor = atTheApp(server);
  const end = await signOn(server, visitor, fromLogin('google', locale), { sample: 'refuse' });
  expect(end.origin).toBe(server.context.config.publicUrl);
  expect(end.pathname).toBe(path);
  expect(visitor.cookies('localhost').has('a')).toBe(false);
});

test('a session that cannot be stored leaves the browser the cookie of its other session', async () => {
  const server = await startServerOnPort();
  await addOwner(server, 'owner@example.com');
  const visitor = atTheApp(server);
  await signOn(server, visitor, fromLogin('google'), providerPerson('owner@example.com'));
  const companion = () => visitor.cookies('localhost').get('__Host-session');
  const before = companion();
  expect(before).toMatch(/^[\w-]{43}$/);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  // The first transaction finds the account, the second one opens the session.
  failCommits(server, { after: 1 });
  await signOn(server, visitor, fromLogin('google'), providerPerson('owner@example.com'));
  expect(companion()).toBe(before);
  expect(await sessions(server)).toHaveLength(1);
  expect(flowCookies(visitor)).toEqual([]);
});

describe('a sign-on that another act overtakes gives no access', () => {
  const reset = async (server: TestServer, token: string) =>
    server.api.resetPassword({ body: { token, password: 'nine slow elephants' } });
  const disable = (server: TestServer) => admin(server, 'disable', 'owner@example.com');

  test.each([
    ['a new password', 'off', reset],
    ['a new password', 'always', reset],
    ['the operator', 'off', disable],
    ['the operator', 'always', disable],
  ])('%s, with the second factor %s', async (_what, TWO_FACTOR, act) => {
    const server = await startServerOnPort({ TWO_FACTOR });
    await addOwner(server, 'owner@example.com');
    await server.api.requestReset({ body: { email: 'owner@example.com' } });
    const token = await tokenFor(server, 'owner@example.com');
    // The first transaction finds the account, the second one gives access.
    beforeTransaction(server, () => act(server, token), { after: 1 });
    const end = await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('owner@example.com'));
    expect(end.searchParams.get('error')).toBe("Your Google login didn't work. Try again.");
    expect(await sessions(server)).toEqual([]);
    const open = await server.context.db.selectFrom('login_challenges').select('id').execute();
    expect(open).toEqual([]);
  });

  test.each([
    ['another provider', { issuer: 'https://other.example' }],
    ['another account at the provider', { subject: 'another' }],
  ])('what remains linked is %s', async (_what, other) => {
    const server = await startServerOnPort({ TWO_FACTOR: 'off' });
    const { userId } = await addOwner(server, 'owner@example.com');
    const { db } = server.context;
    const unlink = async () => {
      const [{ id: _, ...identity } = expect.fail()] = await identities(server);
      await db.updateTable('sso_identities').set({ user_id: null }).execute();
      await db
        .insertInto('sso_identities')
        .values({ ...identity, user_id: userId, ...other })
        .execute();
    };
    beforeTransaction(server, unlink, { after: 1 });
    const end = await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('owner@example.com'));
    expect(end.searchParams.get('error')).toBe("Your Google login didn't work. Try again.");
    expect(await sessions(server)).toEqual([]);
  });

  test('the identity has been linked to another account', async () => {
    const server = await startServerOnPort({ TWO_FACTOR: 'off' });
    await addOwner(server, 'owner@example.com');
    const { userId } = await addOwner(server, 'other@example.com');
    const move = () => server.context.db.updateTable('sso_identities').set({ user_id: userId }).execute();
    beforeTransaction(server, move, { after: 1 });
    const end = await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('owner@example.com'));
    expect(end.searchParams.get('error')).toBe("Your Google login didn't work. Try again.");
    expect(await sessions(server)).toEqual([]);
  });
});
