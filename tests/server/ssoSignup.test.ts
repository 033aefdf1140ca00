import { expect, test } from 'vitest';
import type { Failure } from '#domain/failure.ts';
import { addOwner, codeFor, mailsTo } from '#tests/support/people.ts';
import type { TestServer } from '#tests/support/server.ts';
import { billing, chooseNumber, read, submit } from '#tests/support/signUp.ts';
import { atTheApp, cookieOf, fromLogin, fromSignup, providerPerson, signOn } from '#tests/support/ssoWalk.ts';
import { startServerOnPort } from '#tests/support/visitor.ts';

/** Begins a sign-up by single sign-on; answers the token of the registration. */
async function begin(server: TestServer, person = providerPerson('nora@example.com')): Promise<string> {
  const end = await signOn(server, atTheApp(server), fromSignup('google'), person);
  return end.searchParams.get('token') ?? '';
}

const confirm = (server: TestServer, token: string, more: object = {}) =>
  submit(server.api, token, {
    step: '2-sso',
    first_name: 'Nora',
    last_name: 'Newer',
    consent_version: '2026-01',
    ...more,
  });

/** Chooses a number and pays by a card that passes. */
async function finish(server: TestServer, token: string) {
  await chooseNumber(server, token);
  return submit(server.api, token, billing);
}

test('names are confirmed, no mail is sent, and the next step is the plan', async () => {
  const server = await startServerOnPort();
  const token = await begin(server);
  expect(await read(server.api, token)).toMatchObject({
    step: '2-sso',
    completed_at: null,
    data: { first_name: 'Nora', last_name: 'New', email: 'nora@example.com' },
  });
  expect(await confirm(server, token)).toMatchObject({ status: 200, data: { token, step: '3' } });
  expect(await read(server.api, token)).toMatchObject({ step: '3', data: { last_name: 'Newer' } });
  expect(await mailsTo(server, 'nora@example.com')).toEqual([]);
});

/** The accounts that there are. */
const users = ({ context: { db } }: TestServer) => db.selectFrom('users').select('email').execute();

test('names that are not sent stay as the provider gave them, and none may be blank', async () => {
  const server = await startServerOnPort({ SIGNUP_ORDER: 'plan-first' });
  const token = await begin(server);
  for (const field of ['first_name', 'last_name']) {
    const refused = await confirm(server, token, { [field]: '' }).catch((failure: Failure) => failure);
    expect(refused).toMatchObject({ status: 400, errors: [{ field, message: 'This value should not be blank.' }] });
  }
  const row = () =>
    server.context.db
      .selectFrom('registrations')
      .select(['first_name', 'last_name', 'consent_version'])
      .executeTakeFirstOrThrow();
  const sent = { first_name: undefined, last_name: undefined, email: 'NORA@example.com' };
  await confirm(server, token, sent);
  expect(await row()).toEqual({ first_name: 'Nora', last_name: 'New', consent_version: '2026-01' });
  await confirm(server, token, { last_name: undefined, first_name: 'Nona', consent_version: undefined });
  expect(await row()).toEqual({ first_name: 'Nona', last_name: 'New', consent_version: '2026-01' });
});

test.each([
  ['on', []],
  [undefined, ['network-sign-up-mails', 'sign-up-mails']],
] as const)(
  'a mail is counted for its address if one is sent: verified by the provider: %s',
  async (isVerified, names) => {
    const server = await startServerOnPort();
    const token = await begin(server, providerPerson('nora@example.com', { isVerified }));
    await confirm({ ...server, api: server.client({ address: '203.0.113.7' }) }, token);
    const counts = await server.context.db.selectFrom('throttles').select('bucket').orderBy('bucket').execute();
    expect(counts.map(({ bucket }) => bucket.split(':')[0]).filter((name) => name?.endsWith('mails'))).toEqual(names);
  },
);

test('the person is confirmed again at any later step before the account exists, and never by a password', async () => {
  const server = await startServerOnPort({ SIGNUP_ORDER: 'plan-first' });
  const token = await begin(server);
  const password = { step: '1', first_name: 'Eve', password: 'seven tall giraffes' } as const;
  const refused = async () =>
    expect(await submit(server.api, token, password).catch((failure: Failure) => failure)).toMatchObject({
      status: 409,
      errors: [{ code: 'RG1002', field: 'step' }],
    });
  await refused();
  for (const next of [null, '2', '3'] as const) {
    expect(await confirm(server, token)).toMatchObject({ data: { step: '2' } });
    await refused();
    if (next !== null) await submit(server.api, token, { step: '2', nb_users: 1 });
    if (next === '3') await chooseNumber(server, token);
    await refused();
    expect(await read(server.api, token)).toMatchObject({ sso: true, data: { first_name: 'Nora' } });
  }
  expect((await read(server.api, token)).step).toBe('4');
  expect(await confirm(server, token, { first_name: 'Nona' })).toMatchObject({ data: { step: '2' } });
  expect(await users(server)).toEqual([]);
});

test('the address of the provider cannot be changed', async () => {
  const server = await startServerOnPort();
  const token = await begin(server);
  const refused = await confirm(server, token, { email: 'victim@example.com' }).catch((failure: Failure) => failure);
  expect(refused).toMatchObject({ status: 400, errors: [{ field: 'email' }] });
  expect((await read(server.api, token)).data.email).toBe('nora@example.com');
});

test('an address not verified by the provider is verified by the mailed code', async () => {
  const server = await startServerOnPort();
  const token = await begin(server, providerPerson('nora@example.com', { isVerified: undefined }));
  expect(await confirm(server, token)).toMatchObject({ data: { step: '2' } });
  const verification_code = await codeFor(server, 'nora@example.com');
  expect(await submit(server.api, token, { step: '2', verification_code })).toMatchObject({ data: { step: '3' } });
});

test('confirmed again after Back, mails no other code: the first one stays valid', async () => {
  const server = await startServerOnPort();
  const token = await begin(server, providerPerson('nora@example.com', { isVerified: undefined }));
  await confirm(server, token);
  const verification_code = await codeFor(server, 'nora@example.com');
  expect(await confirm(server, token, { last_name: 'Newest' })).toMatchObject({ data: { step: '2' } });
  expect(await mailsTo(server, 'nora@example.com')).toHaveLength(1);
  expect(await users(server)).toEqual([]);
  expect(await submit(server.api, token, { step: '2', verification_code })).toMatchObject({ data: { step: '3' } });
  expect((await read(server.api, token)).data.last_name).toBe('Newest');
  expect(await users(server)).toEqual([{ email: 'nora@example.com' }]);
});

test("an unverified claim to a customer's address gets no code, and its owner a mail", async () => {
  const server = await startServerOnPort();
  await addOwner(server, 'owner@example.com');
  const token = await begin(server, providerPerson('owner@example.com', { isVerified: undefined }));
  expect(await confirm(server, token)).toMatchObject({ data: { step: '2' } });
  const [mail] = await mailsTo(server, 'owner@example.com');
  expect(mail?.text).not.toMatch(/^\d{6}$/m);
});

test('after the sign-up, single sign-on logs in, from both screens', async () => {
  const server = await startServerOnPort();
  const token = await begin(server);
  await confirm(server, token);
  expect(await finish(server, token)).toMatchObject({ status: 200, data: { completed_at: expect.any(String) } });
  for (const path of [fromLogin('google'), fromSignup('google')]) {
    const visitor = atTheApp(server);
    const end = await signOn(server, visitor, path, providerPerson('nora@example.com'));
    expect(end.pathname).toBe('/app/');
    const auth = cookieOf(visitor, 'auth');
    const account = await server.client({ userToken: auth?.user_token ?? '' }).readAccount({});
    expect(account.data.data.user.email).toBe('nora@example.com');
  }
});

test('the account keeps the identity that it began with, and gets that of nobody else', async () => {
  const server = await startServerOnPort();
  await begin(server, providerPerson('other@example.com'));
  const token = await begin(server);
  await confirm(server, token);
  const { db } = server.context;
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const identities = await db.selectFrom('sso_identities').select(['email', 'user_id']).orderBy('id').execute();
  expect(identities).toEqual([
    { email: 'other@example.com', user_id: null },
    { email: 'nora@example.com', user_id: id },
  ]);
});

test('plan-first: the account of a verified address is confirmed immediately', async () => {
  const server = await startServerOnPort({ SIGNUP_ORDER: 'plan-first' });
  const token = await begin(server);
  expect(await confirm(server, token)).toMatchObject({ data: { step: '2' } });
  await submit(server.api, token, { step: '2', package_type: 'P', nb_users: 1, nb_cx_bundles: 0 });
  await finish(server, token);
  const end = await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('nora@example.com'));
  expect(end.pathname).toBe('/app/');
});

test('an account with an unverified address is replaced when its owner verifies it', async () => {
  const server = await startServerOnPort();
  const attacker = await addOwner(server, 'nora@example.com', { user: { confirmed_at: null } });
  const token = await begin(server);
  await confirm(server, token);
  await finish(server, token);
  const visitor = atTheApp(server);
  await signOn(server, visitor, fromLogin('google'), providerPerson('nora@example.com'));
  expect(cookieOf(visitor, 'auth')?.user_id).not.toBe(attacker.userId);
});

test('an identity whose account was replaced leads to a sign-up, not to an error without a way out', async () => {
  const server = await startServerOnPort();
  const unproven = await addOwner(server, 'nora@example.com', { user: { confirmed_at: null } });
  const claimed = providerPerson('nora@example.com', { isVerified: undefined });
  await signOn(server, atTheApp(server), fromSignup('azure'), claimed);
  await server.context.db.updateTable('sso_identities').set({ user_id: unproven.userId }).execute();

  const token = await begin(server);
  await confirm(server, token);
  await finish(server, token);
  const again = await signOn(server, atTheApp(server), fromLogin('azure'), claimed);
  expect([again.pathname, again.searchParams.get('error')]).toEqual(['/signup/', null]);
});
