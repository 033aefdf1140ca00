import { expect, test } from 'vitest';
import { filterOf } from '#contract/coverage.ts';
import type { Failure } from '#domain/failure.ts';
import { addOwner, codeFor, mailsTo } from '#tests/support/people.ts';
import type { TestServer } from '#tests/support/server.ts';
import { atTheApp, cookieOf, fromLogin, fromSignup, signOn, somebody } from '#tests/support/ssoWalk.ts';
import { startServerOnPort } from '#tests/support/visitor.ts';

/** Begins a sign-up by single sign-on; answers the token of the registration. */
async function begin(server: TestServer, person = somebody('nora@example.com')): Promise<string> {
  const end = await signOn(server, atTheApp(server), fromSignup('google'), person);
  return end.searchParams.get('token') ?? '';
}

const read = async ({ api }: TestServer, registration_token: string) =>
  (await api.readRegistration({ params: { registration_token } })).data.data;

const update = (
  { api }: TestServer,
  registration_token: string,
  body: Parameters<TestServer['api']['updateRegistration']>[0]['body'],
) => api.updateRegistration({ params: { registration_token }, body });

const confirm = (server: TestServer, token: string, more: object = {}) =>
  update(server, token, { step: '2-sso', first_name: 'Nora', last_name: 'Newer', consent_version: '2026-01', ...more });

/** Chooses the first number of an area in Germany and pays by a card that passes. */
async function finish(server: TestServer, token: string) {
  const { api } = server;
  const query = {
    filter: filterOf([
      { field: 'country_code', value: 'DE' },
      { field: 'ddi_type', value: 'G' },
    ]),
    limit: 1,
  };
  const [area] = (await api.listCoverages({ query })).data.data;
  const coverage_id = String(area?.id);
  const list = await api.listNumbers({ params: { registration_token: token, coverage_id } });
  const number = list.data.data.numbers[0]?.e164 ?? '';
  await update(server, token, {
    step: '3',
    number,
    number_id: area?.id ?? 0,
    package_type: 'P',
    nb_users: 1,
    nb_cx_bundles: 0,
  });
  return update(server, token, {
    step: '4',
    card_type: 'visa',
    card_number: '4242424242424242',
    card_end_month: '12',
    card_end_year: '2039',
    card_cvv: '123',
    card_name: 'Nora New',
    card_country: 'DE',
    card_postcode: '10115',
    card_currency: 'EUR',
    trial_time_zone: 'Europe/Berlin',
  });
}

test('names are confirmed, nothing is mailed, and the next step is the plan', async () => {
  const server = await startServerOnPort();
  const token = await begin(server);
  expect(await read(server, token)).toMatchObject({
    step: '2-sso',
    completed_at: null,
    data: { first_name: 'Nora', last_name: 'New', email: 'nora@example.com' },
  });
  expect(await confirm(server, token)).toMatchObject({ status: 200, data: { token, step: '3' } });
  expect(await read(server, token)).toMatchObject({ step: '3', data: { last_name: 'Newer' } });
  expect(await mailsTo(server, 'nora@example.com')).toEqual([]);
});

test('the address stays the one of the provider', async () => {
  const server = await startServerOnPort();
  const token = await begin(server);
  const refused = await confirm(server, token, { email: 'victim@example.com' }).catch((failure: Failure) => failure);
  expect(refused).toMatchObject({ status: 400, errors: [{ field: 'email' }] });
  expect((await read(server, token)).data.email).toBe('nora@example.com');
});

test('an address that the provider does not vouch for is proven by the mailed code', async () => {
  const server = await startServerOnPort();
  const token = await begin(server, somebody('nora@example.com', { isVerified: undefined }));
  expect(await confirm(server, token)).toMatchObject({ data: { step: '2' } });
  const verification_code = await codeFor(server, 'nora@example.com');
  expect(await update(server, token, { step: '2', verification_code })).toMatchObject({ data: { step: '3' } });
});

test("who only claims a customer's address gets no code; the owner is told", async () => {
  const server = await startServerOnPort();
  await addOwner(server, 'owner@example.com');
  const token = await begin(server, somebody('owner@example.com', { isVerified: undefined }));
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
    const end = await signOn(server, visitor, path, somebody('nora@example.com'));
    expect(end.pathname).toBe('/app/');
    const auth = cookieOf(visitor, 'auth');
    const account = await server.client({ userToken: auth?.user_token ?? '' }).readAccount({});
    expect(account.data.data.user.email).toBe('nora@example.com');
  }
});

test('plan-first: the account of a proven address is confirmed at once', async () => {
  const server = await startServerOnPort({ SIGNUP_ORDER: 'plan-first' });
  const token = await begin(server);
  expect(await confirm(server, token)).toMatchObject({ data: { step: '2' } });
  await update(server, token, { step: '2', package_type: 'P', nb_users: 1, nb_cx_bundles: 0 });
  await finish(server, token);
  const end = await signOn(server, atTheApp(server), fromLogin('google'), somebody('nora@example.com'));
  expect(end.pathname).toBe('/app/');
});

test('an account that somebody made with a foreign address gives way to who proves it', async () => {
  const server = await startServerOnPort();
  const attacker = await addOwner(server, 'nora@example.com', { user: { confirmed_at: null } });
  const token = await begin(server);
  await confirm(server, token);
  await finish(server, token);
  const visitor = atTheApp(server);
  await signOn(server, visitor, fromLogin('google'), somebody('nora@example.com'));
  expect(cookieOf(visitor, 'auth')?.user_id).not.toBe(attacker.userId);
});
