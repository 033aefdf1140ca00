import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type Issuer,
  newSigningKey,
  signed,
  startIssuer,
  strangeKey,
} from '#tests/support/issuer.ts';
import { addOwner } from '#tests/support/people.ts';
import type { TestServer } from '#tests/support/server.ts';
import { fromLogin } from '#tests/support/ssoWalk.ts';
import { newVisitor, startServerOnPort } from '#tests/support/visitor.ts';

type Claims = Record<string, unknown>;
const seconds = () => Math.floor(Date.now() / 1000);

const rightClaims = (issuer: Issuer, nonce: string): Claims => ({
  iss: issuer.url,
  sub: 'subject-1',
  aud: CLIENT_ID,
  iat: seconds(),
  exp: seconds() + 300,
  nonce,
  email: 'owner@example.com',
  email_verified: true,
});

/** Signs on at an issuer that answers with what `token` makes of the right claims. */
async function signOnWith(
  server: TestServer,
  issuer: Issuer,
  token: (claims: Claims) => string | undefined,
  provider = 'google',
) {
  const visitor = newVisitor((url) => url.pathname === '/authorize' || /^\/(app|login|signup)\//.test(url.pathname));
  const { publicUrl } = server.context.config;
  const { url } = await visitor.go(publicUrl + fromLogin(provider));
  const id_token = token(rightClaims(issuer, url.searchParams.get('nonce') ?? ''));
  issuer.next({ body: { access_token: 'access', token_type: 'Bearer', ...(id_token && { id_token }) } });
  const end = await visitor.go(
    `${publicUrl}/v1/phone/sso/callback/${provider}?code=code-1&state=${url.searchParams.get('state')}`,
  );
  return { authorizationUrl: url, end: end.url };
}

const setUp = async (provider: 'GOOGLE' | 'AZURE' = 'GOOGLE') => {
  const issuer = await startIssuer();
  const server = await startServerOnPort(issuer.env(provider));
  await addOwner(server, 'owner@example.com');
  const opened = () => server.context.db.selectFrom('sessions').select('id').execute();
  return { issuer, server, opened };
};

test('a valid token logs in; state, nonce and PKCE are sent', async () => {
  const { issuer, server, opened } = await setUp();
  const { authorizationUrl, end } = await signOnWith(server, issuer, (claims) => signed(claims, { alg: 'RS256' }));
  expect(end.pathname).toBe('/app/');
  expect(await opened()).toHaveLength(1);
  expect(Object.fromEntries(authorizationUrl.searchParams)).toMatchObject({
    client_id: CLIENT_ID,
    response_type: 'code',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: `${server.context.config.publicUrl}/v1/phone/sso/callback/google`,
  });
  expect(Object.fromEntries(issuer.redeemed[0] ?? [])).toMatchObject({
    grant_type: 'authorization_code',
    code: 'code-1',
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test.each([
  [['client_secret_basic', 'client_secret_post'], 'body'],
  [['client_secret_basic'], 'header'],
  // The default of the standard.
  [undefined, 'header'],
])('the secret is sent to a provider that takes it by %j in the %s', async (methods, place) => {
  const { issuer, server } = await setUp();
  issuer.metadata['token_endpoint_auth_methods_supported'] = methods;
  const { end } = await signOnWith(server, issuer, (claims) => signed(claims, { alg: 'RS256' }));
  expect(end.pathname).toBe('/app/');
  const credentials = issuer.authorizations[0]?.replace(/^Basic /, '') ?? '';
  // RFC 6749, 2.3.1: each part is encoded as in a form.
  const inHeader = decodeURIComponent(Buffer.from(credentials, 'base64').toString());
  const sent = [issuer.redeemed[0]?.get('client_secret'), inHeader];
  expect(sent).toEqual(place === 'body' ? [CLIENT_SECRET, ''] : [null, `${CLIENT_ID}:${CLIENT_SECRET}`]);
});

test('the session lasts a day at most, as one that is not remembered, and the provider must ask which account', async () => {
  const { issuer, server } = await setUp();
  const { authorizationUrl } = await signOnWith(server, issuer, (claims) => signed(claims, { alg: 'RS256' }));
  expect(authorizationUrl.searchParams.get('prompt')).toBe('select_account');
  const session = await server.context.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
  expect(session.remember_me).toBe(0);
  expect(session.expires_at - session.created_at).toBe(24 * 3_600_000);
});

const resigned = (more: Claims) => (claims: Claims) => signed({ ...claims, ...more }, { alg: 'RS256' });
const without = (name: string) => (claims: Claims) =>
  signed(Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name)), { alg: 'RS256' });

/** Faults of an ID token; each is refused. */
const faults: readonly [what: string, token: (claims: Claims) => string | undefined][] = [
  ['that is missing', () => undefined],
  ['that is no token', () => 'not.a.token'],
  ['without a signature (alg none)', (claims) => signed(claims, { alg: 'none' })],
  ['with its signature cut off', (claims) => signed(claims, { alg: 'RS256' }).replace(/[^.]+$/, '')],
  ["signed with the client's secret (HS256)", (claims) => signed(claims, { alg: 'HS256' })],
  ['signed with an algorithm that was not agreed (ES256)', (claims) => signed(claims, { alg: 'ES256' })],
  ['signed with a foreign key', (claims) => signed(claims, { alg: 'RS256', key: strangeKey })],
  ['signed with a key that nobody knows', (claims) => signed(claims, { alg: 'RS256', kid: 'other', key: strangeKey })],
  [
    'whose content was changed afterwards',
    (claims) => {
      const [head, , signature] = signed(claims, { alg: 'RS256' }).split('.');
      return [head, Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url'), signature].join(
        '.',
      );
    },
  ],
  ['for another client', resigned({ aud: 'another-client' })],
  ['for several clients and handed to another', resigned({ aud: [CLIENT_ID, 'another'], azp: 'another' })],
  ['of another issuer', resigned({ iss: 'https://evil.example' })],
  ['that has run out', resigned({ iat: seconds() - 900, exp: seconds() - 600 })],
  ['that is not valid yet', resigned({ nbf: seconds() + 600 })],
  ['with the nonce of another flow', resigned({ nonce: 'another' })],
  ['without nonce', without('nonce')],
  ['without subject', without('sub')],
  ['with a blank subject, which would make one person of all', resigned({ sub: '' })],
  ['without audience', without('aud')],
  ['without issuer', without('iss')],
  ['without end', without('exp')],
  ['without time of issue', without('iat')],
];

test.each(faults)('a token %s logs nobody in', async (_what, token) => {
  const { issuer, server, opened } = await setUp();
  const { end } = await signOnWith(server, issuer, token);
  expect(end.pathname).toBe('/login/');
  expect(end.searchParams.get('error')).toBe("Your Google login didn't work. Try again.");
  expect(await opened()).toEqual([]);
  expect(await server.context.db.selectFrom('sso_identities').select('id').execute()).toEqual([]);
});

test('Microsoft: users are identified by tenant and object, and only xms_edov verifies an address', async () => {
  const { issuer, server, opened } = await setUp('AZURE');
  const person = { tid: 'tenant', oid: 'object' };
  const claimed = await signOnWith(server, issuer, resigned(person), 'azure');
  expect(claimed.end.pathname).toBe('/signup/');
  expect(await opened()).toEqual([]);
  const vouched = await signOnWith(server, issuer, resigned({ ...person, sub: 'other', xms_edov: '1' }), 'azure');
  expect(vouched.end.pathname).toBe('/app/');
  const known = await server.context.db.selectFrom('sso_identities').selectAll().execute();
  expect(known).toMatchObject([{ issuer: issuer.url, subject: 'tenant/object', user_id: expect.any(Number) }]);
});

test('a provider with another issuer is not used', async () => {
  const { issuer, server } = await setUp();
  issuer.metadata['issuer'] = 'https://accounts.example';
  const visitor = newVisitor((url) => url.pathname === '/login/');
  const { url } = await visitor.go(server.context.config.publicUrl + fromLogin('google'));
  expect(url.searchParams.get('error')).toBe("Your Google login didn't work. Try again.");
});

describe('when the provider exchanges its signing key while the server runs', () => {
  const byOldKey = (claims: Claims) => signed(claims, { alg: 'RS256' });

  async function exchanged() {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { issuer, server } = await setUp();
    const signOnBy = async (token: (claims: Claims) => string) =>
      (await signOnWith(server, issuer, token)).end.pathname;
    expect(await signOnBy(byOldKey)).toBe('/app/');
    const { published, ...key } = newSigningKey('new');
    const publish = (keep: 'both' | 'new') => issuer.keys.splice(0, keep === 'new' ? Infinity : 0, published);
    const minutesLater = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
    return { signOnBy, publish, minutesLater, byNewKey: (claims: Claims) => signed(claims, { alg: 'RS256', ...key }) };
  }

  test('the new key is accepted a minute later, beside the old one while both are published', async () => {
    const { signOnBy, publish, minutesLater, byNewKey } = await exchanged();
    minutesLater(1);
    expect(await signOnBy(byNewKey)).toBe('/login/');
    publish('both');
    minutesLater(1);
    expect(await signOnBy(byNewKey)).toBe('/app/');
    expect(await signOnBy(byOldKey)).toBe('/app/');
  });

  test('a key that has been withdrawn is refused: at once when the new one is known, otherwise after five minutes', async () => {
    const first = await exchanged();
    first.publish('new');
    first.minutesLater(1);
    expect(await first.signOnBy(first.byNewKey)).toBe('/app/');
    expect(await first.signOnBy(byOldKey)).toBe('/login/');

    const second = await exchanged();
    second.publish('new');
    second.minutesLater(5);
    expect(await second.signOnBy(byOldKey)).toBe('/login/');
    expect(await second.signOnBy(second.byNewKey)).toBe('/app/');
  });
});
