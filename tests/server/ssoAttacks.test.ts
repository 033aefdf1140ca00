import { expect, test } from 'vitest';
import { addOwner } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import {
  atTheApp,
  cookieOf,
  flowCookies,
  fromLogin,
  fromSignup,
  providerPerson,
  sendForm,
  stateOf,
  toChoice,
} from '#tests/support/ssoWalk.ts';
import { newVisitor, startServerOnPort, type Visitor } from '#tests/support/visitor.ts';

const tooLate = 'Your Google login timed out or was already used. Start again.';

/** Up to our callback's address, with the code in it, which the browser does not open yet. */
async function toCallback(server: TestServer, visitor: Visitor, chosen = providerPerson('owner@example.com')) {
  const choice = await visitor.go(server.context.config.publicUrl + fromLogin('google'));
  return (await visitor.go(choice.url, chosen)).url;
}
const beforeCallback = () => newVisitor((url) => url.pathname.includes('/sso/callback/'));

const setUp = async (env: Record<string, string> = {}) => {
  const server = await startServerOnPort(env);
  await addOwner(server, 'owner@example.com');
  const opened = () => server.context.db.selectFrom('sessions').selectAll().execute();
  return { server, opened, publicUrl: server.context.config.publicUrl };
};

test('rejects the response of a provider in another browser', async () => {
  const { server, opened } = await setUp();
  const callback = await toCallback(server, beforeCallback());
  const victim = atTheApp(server);
  await toChoice(server, victim, fromLogin('google'));
  const end = await victim.go(callback);
  expect(end.url.searchParams.get('error')).toBe(tooLate);
  expect(await opened()).toEqual([]);
  const bare = await atTheApp(server).go(callback);
  expect(bare.url.searchParams.get('error')).toBe(tooLate);
  expect(await opened()).toEqual([]);
});

test('a response is accepted once', async () => {
  const { server, opened } = await setUp();
  const thief = beforeCallback();
  const callback = await toCallback(server, thief);
  const [first, second] = await Promise.all(
    [atTheApp(server), atTheApp(server)].map((visitor) => {
      for (const [name, value] of flowCookies(thief)) visitor.cookies('localhost').set(name, value);
      return visitor.go(callback);
    }),
  );
  const ends = [first?.url.pathname, second?.url.pathname].sort();
  expect(ends).toEqual(['/app/', '/login/']);
  expect(await opened()).toHaveLength(1);
});

test('a response is accepted for ten minutes', async () => {
  const { server, opened } = await setUp();
  const visitor = beforeCallback();
  const callback = await toCallback(server, visitor);
  server.clock.forward(601);
  const late = atTheApp(server);
  for (const [name, value] of flowCookies(visitor)) late.cookies('localhost').set(name, value);
  expect((await late.go(callback)).url.searchParams.get('error')).toBe(tooLate);
  expect(await opened()).toEqual([]);
});

test.each([
  ['a changed state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
  ['no state', (url: URL) => url.searchParams.delete('state')],
  ['the answer of another provider', (url: URL) => (url.pathname = url.pathname.replace('google', 'azure'))],
  ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
  ['no issuer', (url: URL) => url.searchParams.delete('iss')],
  ['a made-up code', (url: URL) => url.searchParams.set('code', 'made-up')],
  ['no code', (url: URL) => url.searchParams.delete('code')],
  ['two codes', (url: URL) => url.searchParams.append('code', 'another')],
])('%s logs nobody in', async (_what, change) => {
  const { server, opened } = await setUp();
  const visitor = beforeCallback();
  const callback = await toCallback(server, visitor);
  change(callback);
  const changed = atTheApp(server);
  for (const [name, value] of flowCookies(visitor)) changed.cookies('localhost').set(name, value);
  const end = await changed.go(callback);
  expect(end.url.pathname).toBe('/login/');
  expect(end.url.searchParams.get('error')).toMatch(
    /^Your (Google|Microsoft) login (timed out or was already used\. Start|didn't work\. Try) again\.$/,
  );
  expect(cookieOf(changed, 'auth')).toBeNull();
  expect(await opened()).toEqual([]);
});

test('a cookie that we did not sign is ignored', async () => {
  const { server, opened } = await setUp();
  const visitor = beforeCallback();
  const callback = await toCallback(server, visitor);
  const forged = atTheApp(server);
  forged.cookies('localhost').set('sso', `${callback.searchParams.get('state')}.${'A'.repeat(43)}`);
  expect((await forged.go(callback)).url.searchParams.get('error')).toBe(tooLate);
  expect(await opened()).toEqual([]);
});

test.each(['facebook', '..%2fgoogle', 'GOOGLE', 'constructor'])('rejects the unknown provider %s', async (provider) => {
  const { server, publicUrl } = await setUp();
  const callback = `/v1/phone/sso/callback/${provider}`;
  for (const path of [fromLogin(provider), fromSignup(provider), `${callback}?state=x&code=y`]) {
    const end = await atTheApp(server).go(publicUrl + path);
    expect(end.status).toBe(404);
    expect(JSON.parse(end.text)).toMatchObject({ errors: [{ code: 'AU1006' }] });
  }
  const posted = await server.request(callback, { method: 'POST', body: new URLSearchParams({ state: 'x' }) });
  expect([posted.status, posted.headers.get('Location')]).toEqual([404, null]);
});

test('in production no provider is there that the operator has not set up, and no local one', async () => {
  const origin = 'https://entry.example';
  const server = await startServer({ NODE_ENV: 'production', PUBLIC_URL: origin, SMTP_URL: 'smtp://127.0.0.1:9' });
  const send = async (path: string, method: string) =>
    (await server.app.fetch(new Request(origin + path, { method, headers: { Accept: 'application/json' } }))).status;
  for (const [path, method] of [
    [fromLogin('google'), 'GET'],
    [fromSignup('google'), 'GET'],
    ['/v1/phone/sso/callback/google?state=x&code=y', 'GET'],
    ['/v1/phone/sso/callback/google', 'POST'],
    ['/provider/google/.well-known/openid-configuration', 'GET'],
  ] as const)
    expect([path, method, await send(path, method)]).toEqual([path, method, 404]);
});

test("the provider's own words and foreign addresses do not reach the page", async () => {
  const { server, publicUrl } = await setUp();
  const visitor = atTheApp(server);
  const path = `${fromLogin('google')}&redirect=//evil.example&returnTo=https://evil.example&redirect_uri=https://evil.example`;
  const choice = await toChoice(server, visitor, path);
  expect(choice.url.origin).toBe(server.context.config.bankUrl);
  const sent = newVisitor((url) => url.pathname.endsWith('/auth'));
  const state = stateOf(await sent.go(publicUrl + fromLogin('google', 'de')));
  const end = await newVisitorWith(sent, server).go(
    `${publicUrl}/v1/phone/sso/callback/google?state=${state}&error=server_error&error_description=%3Cb%3Ecall+555%3C/b%3E&iss=${encodeURIComponent(`${server.context.config.bankUrl}/provider/google`)}`,
  );
  expect(end.url.pathname).toBe('/de/login/');
  expect(end.url.href).not.toMatch(/555|evil|%3Cb/);
});

/** The same browser, which now stops where the app begins. */
function newVisitorWith(other: Visitor, server: TestServer): Visitor {
  const visitor = atTheApp(server);
  for (const [name, value] of other.cookies('localhost')) visitor.cookies('localhost').set(name, value);
  return visitor;
}

test("reads names from Apple's form, and the browser returns with its cookie automatically", async () => {
  const { server, publicUrl } = await setUp();
  const visitor = atTheApp(server);
  const choice = await toChoice(server, visitor, fromSignup('apple'));
  const answer = await visitor.go(choice.url, { ...providerPerson('nora@example.com'), firstName: ' ', lastName: ' ' });
  const withNames = answer.text.replace(
    '</form>',
    `<input type="hidden" name="user" value="{&quot;name&quot;:{&quot;firstName&quot;:&quot;Nora\u202e&quot;,&quot;lastName&quot;:&quot;Apple&quot;}}"/></form>`,
  );
  const end = await sendForm(visitor, { ...answer, text: withNames });
  expect(end.pathname).toBe('/signup/');
  const registrations = await server.context.db.selectFrom('registrations').selectAll().execute();
  expect(registrations).toMatchObject([{ first_name: 'Nora', last_name: 'Apple', email: 'nora@example.com' }]);
  expect(publicUrl).toBe(end.origin);
});

test('a form without names leaves those of an earlier one', async () => {
  const { server, publicUrl } = await setUp();
  const sent = newVisitor((url) => url.pathname.endsWith('/auth'));
  const state = stateOf(await sent.go(publicUrl + fromSignup('apple')));
  const send = (form: Record<string, string>) =>
    server.request('/v1/phone/sso/callback/apple', { method: 'POST', body: new URLSearchParams({ state, ...form }) });
  const sealed = async () => {
    const row = await server.context.db.selectFrom('sso_flows').select('sealed').executeTakeFirstOrThrow();
    return server.context.keyring.open('sso flow', row.sealed, state);
  };
  await send({ user: '{"name":{"firstName":"Nora","lastName":"New"}}' });
  for (const form of [{}, { user: 'no JSON' }]) {
    expect((await send(form as Record<string, string>)).status).toBe(303);
    expect(JSON.parse((await sealed()) ?? '')).toMatchObject({ names: { firstName: 'Nora', lastName: 'New' } });
  }
});

test('rejects a form from another site without our cookie', async () => {
  const { server, opened, publicUrl } = await setUp();
  const end = await atTheApp(server).go(`${publicUrl}/v1/phone/sso/callback/apple`, {
    state: 'x'.repeat(43),
    code: 'y',
    user: '{"name":null}',
  });
  expect(end.url.pathname).toBe('/login/');
  expect(await opened()).toEqual([]);
});

test('a form leads to the callback with what belongs to it, and nothing else', async () => {
  const { server } = await setUp();
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const answer = await server.request('/v1/phone/sso/callback/apple', { method: 'POST', body, headers });
    const end = new URL(answer.headers.get('Location') ?? '');
    return [answer.status, end.pathname, Object.fromEntries(end.searchParams)];
  };
  const callback = '/v1/phone/sso/callback/apple';
  const known = { code: 'c', state: 's', iss: 'https://issuer.example', error: 'access_denied' };
  expect(await send(new URLSearchParams({ ...known, redirect: '//evil.example' }))).toEqual([303, callback, known]);
  const form = new FormData();
  form.set('state', 's');
  form.set('code', new Blob(['a file']));
  expect(await send(form)).toEqual([303, callback, { state: 's' }]);
  const broken = { 'Content-Type': 'multipart/form-data; boundary=x' };
  expect(await send('abc', broken)).toEqual([303, callback, {}]);
});

test('a callback that nobody waits for is an error to a client that reads JSON', async () => {
  const { server } = await setUp();
  const headers = { Accept: 'application/json' };
  const answer = await server.request('/v1/phone/sso/callback/google?state=unknown&code=x', { headers });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ errors: [{ code: 'AU1006' }] });
});

test('a form that is too large is rejected', async () => {
  const { server, publicUrl } = await setUp();
  const form = { state: 'x', code: 'y'.repeat(40_000) };
  expect((await atTheApp(server).go(`${publicUrl}/v1/phone/sso/callback/apple`, form)).status).toBe(413);
});

test('stores no token, code or verifier in clear, and puts no token in a URL', async () => {
  const { server, publicUrl } = await setUp();
  const visitor = beforeCallback();
  const callback = await toCallback(server, visitor);
  const flows = await server.context.db.selectFrom('sso_flows').selectAll().execute();
  expect(flows).toHaveLength(1);
  const state = stateOf({ url: callback });
  expect(state).toHaveLength(43);
  expect(JSON.stringify(flows)).not.toContain(state);
  expect(visitor.received.join()).not.toContain(state);
  const back = newVisitorWith(visitor, server);
  expect((await back.go(callback)).url.href).toBe(`${publicUrl}/app/`);
});

test('limits the sign-ons that a network starts', async () => {
  const { server } = await setUp({ LIMITS_NETWORK: 'on' });
  const visitor = newVisitor((url) => url.pathname.endsWith('/auth') || url.pathname === '/login/');
  for (let attempts = 0; attempts < 100; attempts += 1)
    await visitor.go(server.context.config.publicUrl + fromLogin('google'));
  const end = await visitor.go(server.context.config.publicUrl + fromLogin('google'));
  expect(end.url.searchParams.get('error')).toBe('Too many attempts. Try again in 15 minutes.');
});
