import { describe, expect, it } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import { clearCompanion } from '#server/login/sessions.ts';
import { readConfig } from '#server/platform/config.ts';
import { authCookie, twoFactorCookie } from '#server/sso/cookies.ts';
import { flowCookies } from '#server/sso/flowCookies.ts';
import { production } from '#tests/support/production.ts';
import { challenge as challenged, credentials, EMAIL, sessionToken } from '../support/account.ts';
import { emptyFolder } from '../support/dataFolder.ts';
import { addOwner, codeFor, PASSWORD, tokenFor } from '../support/people.ts';
import { requestWithCookies } from '../support/requestContext.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { signUp } from '../support/signUp.ts';
import { failCommits } from '../support/transactions.ts';

/* Every cookie that the server sets, with its attributes as the browser gets them, by https and without. */

const session = { user_id: 7, user_token: 'token' };
const challenge = { nonce: 'nonce', email: 'ann@example.com' };
const flow = { state: 'state', language: 'en', expiresAt: 600_000 } as const;

/** Name and attributes of a Set-Cookie line, without its value. */
const attributesOf = (line: string) => [line.split('=', 1)[0], ...line.split('; ').slice(1)];

it.each([
  ['https', production, ['Secure'], '__Host-sso-'],
  ['http on this machine', {}, [], 'sso-'],
])('by %s', async (_scheme, env, secure, prefix) => {
  const config = readConfig({ DATA_DIR: emptyFolder(), ...env });
  const { context } = await startServer(env);
  const { lines, requestContext } = requestWithCookies();
  const flows = flowCookies({ config, keyring: context.keyring, now: () => 0 });
  flows.set(requestContext, flow);
  const [begun = ''] = lines;
  const returning = requestWithCookies(begun.split(';')[0]);
  expect(flows.take(returning.requestContext, flow.state)).toBe(true);
  const companion = requestWithCookies();
  clearCompanion(companion.requestContext);

  const name = begun.split('=', 1)[0];
  expect(name).toMatch(new RegExp(`^${prefix}[\\w-]{16}$`));
  expect(attributesOf(begun)).toEqual([name, 'Max-Age=600', 'Path=/', 'HttpOnly', ...secure, 'SameSite=Lax']);
  const [taken = ''] = returning.lines;
  expect(attributesOf(taken)).toEqual([name, 'Max-Age=0', 'Path=/', 'HttpOnly', ...secure, 'SameSite=Lax']);
  expect(attributesOf(authCookie(config, session))).toEqual(['auth', 'Path=/', ...secure, 'SameSite=Lax']);
  expect(attributesOf(twoFactorCookie(config, challenge))).toEqual([
    'two_factor',
    'Max-Age=600',
    'Path=/',
    ...secure,
    'SameSite=Lax',
  ]);
  // Browsers count localhost as trustworthy, so this one is always marked.
  expect(attributesOf(companion.lines[0] ?? '')).toEqual([
    '__Host-session',
    'Max-Age=0',
    'Path=/',
    'HttpOnly',
    'Secure',
    'SameSite=Lax',
  ]);
});

it('a login in production sets its companion cookie with every attribute, and for thirty days only if asked', async () => {
  const server = await startServer({ ...production, TWO_FACTOR: 'off' });
  await addOwner(server, 'ann@example.com');
  const logIn = async (remember_me: boolean) => {
    const answer = await server.app.fetch(
      new Request('https://entry.example/v1/phone/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: 'https://entry.example' },
        body: JSON.stringify({ email: 'ann@example.com', password: PASSWORD, remember_me }),
      }),
    );
    return answer.headers.getSetCookie().map(attributesOf);
  };
  const always = ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'];
  expect(await logIn(false)).toEqual([['__Host-session', ...always]]);
  expect(await logIn(true)).toEqual([['__Host-session', 'Max-Age=2592000', ...always]]);
});

describe('a call that the database undoes at its end, in a browser with another session', () => {
  type Sent = { path: string; body?: object; as?: string };

  it.each<[name: string, env: Record<string, string>, prepare: (server: TestServer) => Promise<Sent>]>([
    ['login', { TWO_FACTOR: 'off' }, async () => ({ path: '/login', body: credentials })],
    [
      'login with a code',
      {},
      async (server) => {
        const nonce = await challenged(server);
        return { path: '/login2fa', body: { nonce, code: await codeFor(server, EMAIL) } };
      },
    ],
    [
      'new password',
      { TWO_FACTOR: 'off' },
      async (server) => ({
        path: '/account/password',
        body: { current_password: PASSWORD, password: 'nine slow elephants' },
        as: await sessionToken(server),
      }),
    ],
    ['log-out', { TWO_FACTOR: 'off' }, async (server) => ({ path: '/logout', as: await sessionToken(server) })],
    ['login after the sign-up', {}, async (server) => ({ path: `/registrations/${await signUp(server)}/token` })],
    [
      'accepted invitation',
      { TWO_FACTOR: 'off' },
      async (server) => {
        const owner = server.client({ userToken: await sessionToken(server) });
        await owner.inviteTeammate({ body: { email: 'mia@example.com' } });
        const token = await tokenFor(server, 'mia@example.com', 'invitation');
        const body = { first_name: 'Mia', last_name: 'Moss', password: 'nine slow elephants' };
        return { path: `/invitations/${token}`, body };
      },
    ],
  ])('%s: sets and deletes no cookie, and does when it is repeated', async (_name, env, prepare) => {
    const server = await startServer(env);
    await addOwner(server, EMAIL);
    const { path, body, as } = await prepare(server);
    const send = () =>
      server.request(API_PATH + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(as && { Authorization: `Bearer ${as}` }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    failCommits(server);
    const refused = await send();
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([503, []]);
    const done = await send();
    expect(done.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-session=/)]);
  });
});
