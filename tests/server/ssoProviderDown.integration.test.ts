import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CLIENT_ID, CLIENT_SECRET, startIssuer } from '#tests/support/issuer.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { atTheApp, fromLogin, fromSignup, signOn, toChoice } from '#tests/support/ssoWalk.ts';
import { newVisitor, startServerOnPort } from '#tests/support/visitor.ts';

const providerDown = "We can't reach Google right now. Try again later, or use your email address and password.";
const envFor = (issuer: string) => ({
  SSO_GOOGLE_ISSUER: issuer,
  SSO_GOOGLE_CLIENT_ID: CLIENT_ID,
  SSO_GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
});

/** A port where nobody listens. */
async function unusedAddress(): Promise<string> {
  const web = createServer();
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  await new Promise((resolve) => web.close(resolve));
  return `http://127.0.0.1:${port}`;
}

test('redirects back with a message within six seconds if the provider is down', async () => {
  const server = await startServerOnPort(envFor(await unusedAddress()));
  const start = performance.now();
  const login = await toChoice(server, atTheApp(server), fromLogin('google'));
  expect(login.url.pathname).toBe('/login/');
  expect(login.url.searchParams.get('error')).toBe(providerDown);
  const signup = await toChoice(server, atTheApp(server), fromSignup('google', 'es'));
  expect(signup.url.pathname).toBe('/es/signup/');
  expect(performance.now() - start).toBeLessThan(6000);
});

test('logs why a provider cannot be reached', async () => {
  const server = await startServerOnPort(envFor(await unusedAddress()));
  const lines = await linesOf(() => toChoice(server, atTheApp(server), fromLogin('google')));
  expect(lines).toMatchObject([
    { event: 'single sign-on', provider: 'google', outcome: 'failed', code: 'ECONNREFUSED', network: 'loopback' },
  ]);
});

test('waits five seconds for a provider that never answers', async () => {
  const web = createServer(() => {});
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    web.closeAllConnections();
    web.close();
  });
  const server = await startServerOnPort(envFor(`http://127.0.0.1:${(web.address() as AddressInfo).port}`));
  const start = performance.now();
  const { url } = await toChoice(server, atTheApp(server), fromLogin('google'));
  expect(url.searchParams.get('error')).toBe(providerDown);
  expect(performance.now() - start).toBeLessThan(6000);
}, 10_000);

test.each([
  [503, { error: 'temporarily_unavailable' }, providerDown],
  [500, {}, providerDown],
  [400, { error: 'invalid_grant' }, "Your Google login didn't work. Try again."],
])('redirects back with a message if the code exchange is answered with %i %j', async (status, body, words) => {
  const issuer = await startIssuer();
  const server = await startServerOnPort(issuer.env('GOOGLE'));
  const { publicUrl } = server.context.config;
  const visitor = newVisitor((url) => url.pathname === '/authorize' || url.pathname === '/login/');
  const { url } = await visitor.go(publicUrl + fromLogin('google'));
  issuer.next({ status, body });
  const end = await visitor.go(
    `${publicUrl}/v1/phone/sso/callback/google?code=c&state=${url.searchParams.get('state')}`,
  );
  expect(end.url.searchParams.get('error')).toBe(words);
});

test('logs the error that the provider answers the code exchange with', async () => {
  const issuer = await startIssuer();
  const server = await startServerOnPort(issuer.env('GOOGLE'));
  const { publicUrl } = server.context.config;
  const visitor = newVisitor((url) => url.pathname === '/authorize' || url.pathname === '/login/');
  const { url } = await visitor.go(publicUrl + fromLogin('google'));
  issuer.next({ status: 400, body: { error: 'invalid_grant', error_description: 'Code c is unknown' } });
  const state = url.searchParams.get('state');
  const lines = await linesOf(() => visitor.go(`${publicUrl}/v1/phone/sso/callback/google?code=c&state=${state}`));
  expect(lines).toMatchObject([
    { event: 'single sign-on', provider: 'google', outcome: 'failed', code: 'invalid_grant', network: 'loopback' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('is unknown');
});

test('the local provider has a user who makes it fail', async () => {
  const server = await startServerOnPort();
  const end = await signOn(server, atTheApp(server), fromLogin('google'), { sample: 'failing' });
  expect(end.searchParams.get('error')).toBe(providerDown);
});

test('tries a provider that was down again at the next visit', async () => {
  const issuer = await startIssuer();
  const server = await startServerOnPort(issuer.env('GOOGLE'));
  const name = issuer.metadata['issuer'];
  issuer.metadata['issuer'] = 'https://elsewhere.example';
  const visitor = newVisitor((url) => url.pathname === '/authorize' || url.pathname === '/login/');
  const address = server.context.config.publicUrl + fromLogin('google');
  expect((await visitor.go(address)).url.pathname).toBe('/login/');
  issuer.metadata['issuer'] = name;
  expect((await visitor.go(address)).url.pathname).toBe('/authorize');
});

test('a provider that is down uses up no sign-on of a network', async () => {
  const server = await startServerOnPort({ ...envFor(await unusedAddress()), LIMITS_NETWORK: 'on' });
  const visitor = atTheApp(server);
  const texts = new Set<string | null>();
  for (let clicks = 0; clicks <= 100; clicks += 1) {
    texts.add((await toChoice(server, visitor, fromLogin('google'))).url.searchParams.get('error'));
  }
  expect([...texts]).toEqual([providerDown]);
  expect(await server.context.db.selectFrom('sso_flows').select('id').execute()).toEqual([]);
});
