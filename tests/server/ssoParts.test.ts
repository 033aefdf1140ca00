import * as oidc from 'openid-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SsoProvider } from '#domain/constants.ts';
import { readConfig } from '#server/platform/config.ts';
import { codeOf, createClients, isUnreachable, newProof } from '#server/sso/clients.ts';
import { identityOf, namesOf } from '#server/sso/identity.ts';
import { CLIENT_ID, CLIENT_SECRET, startIssuer } from '../support/issuer.ts';

/* The parts of a single sign-on that need no browser: who comes, and what a provider's errors mean. */

const claims = { iss: 'https://accounts.example', sub: 'subject', aud: 'a', iat: 0, exp: 1 };

describe('the person in a token', () => {
  const nobody = { subject: 'subject', email: '', isEmailVerified: false, firstName: '', lastName: '' };
  const names = { firstName: 'Form', lastName: 'Name' };
  it.each([
    ['google', {}, null, nobody],
    ['google', { given_name: ' Nora\u202e', family_name: 'New' }, names, { firstName: 'Nora', lastName: 'New' }],
    ['apple', { name: 'Nora van New' }, names, names],
    ['apple', { name: 'Nora van  New' }, null, { firstName: 'Nora', lastName: 'van New' }],
    ['google', { given_name: 7, name: {} }, null, nobody],
    ['google', { email: ' nora@example.com' }, null, { email: 'nora@example.com', isEmailVerified: false }],
    ['google', { email: 'nora', email_verified: true }, null, { email: '', isEmailVerified: true }],
    ...[true, 'true', 1, '1'].map(
      (email_verified) => ['apple', { email_verified }, null, { isEmailVerified: true }] as const,
    ),
    ...[false, 'false', 0, 'yes', null].map(
      (email_verified) => ['apple', { email_verified }, null, { isEmailVerified: false }] as const,
    ),
    ['azure', { email_verified: true }, null, { isEmailVerified: false }],
    ['azure', { xms_edov: true }, null, { isEmailVerified: true }],
    ['google', { xms_edov: true }, null, { isEmailVerified: false }],
    ['azure', { tid: 't', oid: 'o' }, null, { subject: 't/o' }],
    ['azure', { tid: 't' }, null, { subject: 'subject' }],
    ['azure', { oid: 'o' }, null, { subject: 'subject' }],
    ['google', { tid: 't', oid: 'o' }, null, { subject: 'subject' }],
    ['google', { amr: ['pwd', 'mfa'] }, null, { hasSecondFactor: true }],
    ['google', { amr: ['pwd'] }, null, { hasSecondFactor: false }],
    // No list: a text that has these letters is none.
    ['google', { amr: 'mfa' }, null, { hasSecondFactor: false }],
    ['google', {}, null, { hasSecondFactor: false }],
  ] as const)('of %s with %j', (provider, more, fromForm, expected) => {
    const identity = identityOf(provider as SsoProvider, { ...claims, ...more } as oidc.IDToken, fromForm);
    expect(identity).toMatchObject({ provider, issuer: claims.iss, ...expected });
  });

  it.each([
    ['{"name":{"firstName":" Nora\u202e","lastName":"New"}}', { firstName: 'Nora', lastName: 'New' }],
    ['{"name":{"firstName":7}}', { firstName: '', lastName: '' }],
    ['{"name":null}', null],
    ['{', null],
    [undefined, null],
  ])('has in a form %j the names %j', (user, expected) => {
    expect(namesOf(user)).toEqual(expected);
  });
});

const clientError = (code: string | undefined, cause?: unknown) =>
  Object.assign(new oidc.ClientError('refused', { cause }), { code });
const bodyError = (status: number, error: string) =>
  new oidc.ResponseBodyError('refused', { cause: { error }, response: new Response(null, { status }) });
const answered = (error: string) =>
  new oidc.AuthorizationResponseError('refused', { cause: new URLSearchParams({ error }) });
const withStatus = (status: number) => clientError('OAUTH_RESPONSE_IS_NOT_CONFORM', new Response(null, { status }));

describe('an error of a provider', () => {
  it.each([
    ['no connection', new TypeError('fetch failed'), true, ''],
    [
      'no connection below',
      clientError('OAUTH_HTTP_REQUEST_FAILED', new TypeError()),
      true,
      'OAUTH_HTTP_REQUEST_FAILED',
    ],
    ['no answer in time', clientError('OAUTH_TIMEOUT'), true, 'OAUTH_TIMEOUT'],
    ['an answer of 500', withStatus(500), true, 'OAUTH_RESPONSE_IS_NOT_CONFORM'],
    ['an answer of 499', withStatus(499), false, 'OAUTH_RESPONSE_IS_NOT_CONFORM'],
    ['a wrong token', clientError('OAUTH_INVALID_RESPONSE', { claims: {} }), false, 'OAUTH_INVALID_RESPONSE'],
    ['nothing more', clientError(undefined), false, ''],
    ['500 with a reason', bodyError(500, 'invalid_grant'), true, 'invalid_grant'],
    ['400 with a reason', bodyError(400, 'invalid_grant'), false, 'invalid_grant'],
    ['400 that will be over', bodyError(400, 'temporarily_unavailable'), true, 'temporarily_unavailable'],
    ['server_error in the browser', answered('server_error'), true, 'server_error'],
    ['temporarily_unavailable in the browser', answered('temporarily_unavailable'), true, 'temporarily_unavailable'],
    ['another one in the browser', answered('invalid_scope'), false, 'invalid_scope'],
    ['another error', new Error('x'), false, ''],
    ['words of the provider', { error: '<b>call 555</b>', code: 'x'.repeat(61) }, false, ''],
    ['a code that is no text', { code: 7 }, false, ''],
    ['nothing', undefined, false, ''],
  ])('%s', (_what, error, unreachable, code) => {
    expect([isUnreachable(error), codeOf(error)]).toEqual([unreachable, code]);
  });
});

describe('the clients of the providers', () => {
  const client = (issuer: string) => ({ issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });

  it('offer what is set up and chosen, and nothing else', () => {
    const config = readConfig({});
    const settings = { ...config.settings, ssoProviders: ['google', 'apple'] as SsoProvider[] };
    const { isOffered } = createClients({ ...config, settings }, { google: client('x'), azure: client('x') });
    expect((['google', 'apple', 'azure'] as const).map(isOffered)).toEqual([true, false, false]);
  });

  it('ask a provider once for what it publishes, and each again after a failure', async () => {
    const issuer = await startIssuer();
    const clients = createClients(readConfig({}), { google: client(issuer.url) });
    const ask = () => clients.addressOf('google', newProof(), 'de-AT');
    const right = issuer.metadata['issuer'];
    issuer.metadata['issuer'] = 'https://elsewhere.example';
    await expect(ask()).rejects.toThrow();
    issuer.metadata['issuer'] = right;
    expect((await ask()).searchParams.get('ui_locales')).toBe('de-AT');
    issuer.metadata['authorization_endpoint'] = 'https://elsewhere.example/authorize';
    expect((await ask()).origin).toBe(issuer.url);
  });

  it('speak with TLS in production', async () => {
    const url = 'https://accounts.example';
    const { metadata } = await startIssuer();
    vi.stubGlobal('fetch', async () =>
      Response.json({ ...metadata, issuer: url, authorization_endpoint: `${url}/authorize` }),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const clients = createClients({ ...readConfig({}), mode: 'production' }, { google: client(url) });
    expect((await clients.addressOf('google', newProof(), 'en')).origin).toBe(url);
  });

  it('speak without TLS on a developer’s machine only', async () => {
    const issuer = await startIssuer();
    const config = readConfig({});
    const ask = (mode: 'local' | 'production') =>
      createClients({ ...config, mode }, { google: client(issuer.url) }).addressOf('google', newProof(), 'en');
    expect((await ask('local')).origin).toBe(issuer.url);
    await expect(ask('production')).rejects.toThrow();
  });
});
