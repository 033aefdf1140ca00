import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { createApi } from '#adapters/api.ts';
import type { CallName } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { issueToken } from '#server/login/tokens.ts';
import { openApiDocument } from '#server/openapi/document.ts';
import { arrive } from '#server/sso/arrival.ts';
import { settings } from '#settings';
import { answerChecker } from '../../tools/contract/answerChecker.ts';
import { additiveRows } from '../contract/additiveRows.ts';
import { type WireRow, wireRows } from '../contract/wireRows.ts';
import { CARD_WITH_CHECK } from '../support/bankCheck.ts';
import { addOwner, codeFor, PASSWORD, tokenFor } from '../support/people.ts';
import { ORIGIN, startServer, type TestServer } from '../support/server.ts';
import { AREA, account, billing, EMAIL } from '../support/signUp.ts';
import { recordStatements, scannedTables } from '../support/statements.ts';

const statements = recordStatements();
afterAll(statements.stop);

const differences = answerChecker(openApiDocument({ settings }));

/** Asks by the typed client, so that the page could read the answer, and hands back the body as it came. */
function wireOf(server: TestServer, userToken: string | null = null) {
  let text = '';
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await server.app.fetch(new Request(input as Request, init));
    text = await response.clone().text();
    return response;
  };
  const api = createApi({ baseUrl: ORIGIN + API_PATH, headers: () => ({}), sessionToken: () => userToken, fetch });
  return async (call: CallName, question: object = {}) => {
    const { status } = await (api[call] as (question: object) => Promise<{ status: number }>)(question);
    // biome-ignore lint/suspicious/noExplicitAny: whatever the server has written
    return { status, body: JSON.parse(text) as any };
  };
}

/** What a body is made of: the kinds of its values by key; of a list, its first element. Null is any value. */
function missingIn(real: unknown, fixture: unknown, path = ''): string[] {
  if (fixture === null || (real === null && typeof fixture !== 'object')) return real === undefined ? [path] : [];
  if (Array.isArray(fixture)) {
    if (!Array.isArray(real)) return [`${path}: no list`];
    if (fixture.length === 0) return [];
    return real.length === 0 ? [`${path}: an empty list`] : missingIn(real[0], fixture[0], `${path}[0]`);
  }
  if (typeof fixture !== 'object') return typeof real === typeof fixture ? [] : [`${path}: ${typeof real}`];
  if (typeof real !== 'object' || real === null) return [`${path}: no object`];
  return Object.entries(fixture as object).flatMap(([key, value]) =>
    missingIn((real as Record<string, unknown>)[key], value, `${path}.${key}`),
  );
}

test('every row of §7 gets a response like its fixture: same status, keys and types', async () => {
  const server = await startServer();
  const { db } = server.context;
  const seen = new Map<string, { status: number; body: unknown }>();
  const request = wireOf(server);
  const note = async (row: string, question: object = {}) => {
    const call = wireRows.find((one) => one.row === row)?.call ?? expect.fail(row);
    const answer = await request(call, question);
    seen.set(row, answer);
    return answer.body;
  };

  // Links and login of a person who has an account.
  const email = 'ann@example.com';
  const { customerId } = await addOwner(server, email, { user: { confirmed_at: null } });
  await note('POST /confirmation', { body: { email } });
  const customer_token = await tokenFor(server, email);
  await note('POST /customers/{customer_token}/confirmation', { params: { customer_token } });
  const discount = await db
    .insertInto('discounts')
    .values({ customer_id: customerId, campaign: 'spring', percent: 10, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const discountToken = await db
    .transaction()
    .execute((tx) => issueToken(server.context, tx, 'discount', { discount_id: discount.id }));
  await note('POST /discounts/customers/{customer_token}', { params: { customer_token: discountToken } });
  const credentials = { email, password: PASSWORD, remember_me: true };
  const { nonce } = await note('POST /login, 202', { body: credentials });
  const resent = await note('POST /code2fa/{nonce}', { params: { nonce } });
  const code = await codeFor(server, email);
  await note('POST /login2fa', { body: { code, nonce: resent.nonce } });
  await note('POST /password', { body: { email } });
  const token = await tokenFor(server, email);
  await note('GET /reset/{token}, additive', { params: { reset_token: token } });
  await note('POST /reset', { body: { token, password: 'a brand new sentence' } });
  await server.context.db.updateTable('users').set({ second_factor: 0 }).where('email_key', '=', email).execute();

  // The sign-up.
  const of = { registration_token: (await note('POST /registrations', { body: account })).token as string };
  await note('POST /registrations/{registration_token}/resend', { params: of });
  const verification_code = await codeFor(server, EMAIL);
  await request('updateRegistration', { params: of, body: { step: '2', verification_code } });
  const query = (filter: object[], more: object = {}) => ({ query: { filter: JSON.stringify(filter), ...more } });
  const inGermany = { field: 'country_code', value: 'DE' };
  await note('GET /ddipricelistcoverages, countries', { query: { group_by: 'country_code', page: 1, limit: 500 } });
  await note('GET /ddipricelistcoverages, number types', query([inGermany], { group_by: 'ddi_type', limit: 5000 }));
  await note(
    'GET /ddipricelistcoverages, area codes',
    query([{ field: 'ddi_type', value: 'G' }, inGermany], { limit: 5000 }),
  );
  await note('GET /dictionaries', { query: { timestamp: 1 } });
  await note('GET /ddipricelistcoverages/dictionaries', { query: { timestamp: 1 } });
  await note('GET /ddipricelistcoverages/{number_id}', { params: { number_id: String(AREA) } });
  await note('GET /registrations/{registration_token}/packages', { params: of });
  const place = { params: { ...of, coverage_id: String(AREA) } };
  const list = await note('GET /registrations/{registration_token}/numbers/{areaCodeId}', place);
  await note('GET /registrations/{registration_token}/numbers/{number_id}', place);
  const number = list.data.numbers[0].e164 as string;
  await request('updateRegistration', { params: of, body: { step: '3', number, number_id: AREA } });
  await note('GET /registrations/{registration_token}', { params: of });
  const challenged = { ...billing, card_number: CARD_WITH_CHECK };
  await note('PATCH /registrations/{registration_token}, a page to show', { params: of, body: challenged });
  await note('PATCH /registrations/{registration_token}', { params: of, body: billing });
  await note('POST /registrations/{registration_token}/token', { params: of });
  await note('POST /registrations, a page to show', {
    body: { ...account, email: 'hosted-step-1@example.com' },
  });
  const relaxed = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(relaxed, email);
  seen.set('POST /login, 200', await wireOf(relaxed)('login', { body: credentials }));

  expectAsWritten(wireRows, seen);
});

/**
 * Every fixture was requested, and the server's answer has its status, keys and kinds, and fits the OpenAPI document.
 */
function expectAsWritten(rows: readonly WireRow[], seen: ReadonlyMap<string, { status: number; body: unknown }>) {
  expect([...seen.keys()].sort()).toEqual(rows.map(({ row }) => row).sort());
  const wrong = rows.flatMap(({ row, call, status, body }) => {
    const real = seen.get(row);
    const missing = [...missingIn(real?.body, body), ...differences(call, status, real?.body)];
    return real?.status === status && missing.length === 0 ? [] : [{ row, status: real?.status, missing }];
  });
  expect(wrong).toEqual([]);
}

test('every call beyond §7 gets a response like its fixture', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  const seen = new Map<string, { status: number; body: unknown }>();
  const tokenOf = async (email: string, password = PASSWORD): Promise<string> =>
    (await wireOf(server)('login', { body: { email, password } })).body.user_token;
  const note = async (row: string, userToken: string | null, question: object = {}) => {
    const call = additiveRows.find((one) => one.row === row)?.call ?? expect.fail(row);
    const answer = await wireOf(server, userToken)(call, question);
    seen.set(row, answer);
    return answer.body;
  };

  const owner = 'ann@example.com';
  await addOwner(server, owner, { customer: { company: 'Acme', nb_users: 2, trial_ends_on: '2999-01-10' } });
  const ann = await tokenOf(owner);
  await note('an event', null, { body: { family: 'login', state: 'credentials', at: '2025-03-05T12:00:00.000Z' } });
  await note('packages of the account', ann);
  const list = await note('numbers to change to', ann, { params: { coverage_id: String(AREA) } });
  await note('change the number', ann, { body: { number: list.data.numbers[0].e164, number_id: AREA } });

  // The team: one joins by the mailed link, one from a sign-up, one invitation is revoked.
  const mia = 'mia@example.com';
  for (const email of ['nobody@example.com', EMAIL, mia]) await note('invite a teammate', ann, { body: { email } });
  const params = { invitation_token: await tokenFor(server, mia, 'invitation') };
  await note('an invitation', null, { params });
  const person = { first_name: 'Mia', last_name: 'Member', password: 'another long sentence' };
  const { user_id } = await note('accept an invitation', null, { params, body: person });
  await note('assign an add-on', ann, { params: { user_id: String(user_id) } });
  const { data: team } = await note('the team', ann);
  const inviting = (email: string) => ({
    invitation_id: String(team.invitations.find((one: { email: string }) => one.email === email).id),
  });
  await note('remove an add-on', ann, { params: { user_id: String(user_id) } });
  await note('remove a teammate', ann, { params: { user_id: String(user_id) } });
  await note('revoke an invitation', ann, { params: inviting('nobody@example.com') });
  const { body: begun } = await wireOf(server)('createRegistration', { body: account });
  const of = { registration_token: begun.token as string };
  const verification_code = await codeFor(server, EMAIL);
  await wireOf(server)('updateRegistration', { params: of, body: { step: '2', verification_code } });
  await note('go on with the sign-up', await tokenOf(EMAIL, account.password));
  await note('join a team instead', null, { params: { ...of, ...inviting(EMAIL) } });

  await note('the number of users', ann, { body: { users: 4 } });
  await note('cancel', ann);
  await note('undo the cancellation', ann);
  await note('login codes', ann, { body: { enabled: true, password: PASSWORD } });
  await server.context.db.updateTable('users').set({ second_factor: 0 }).where('email_key', '=', owner).execute();
  const other = await tokenOf(owner);
  const { data: open } = await note('sessions', ann);
  const session_id = String(open.find((one: { current: boolean }) => !one.current).id);
  await note('end a session', ann, { params: { session_id } });
  await note('end all other sessions', ann);
  expect(other).not.toBe(ann);
  const body = { current_password: PASSWORD, password: 'a brand new sentence' };
  const { user_token } = await note('change the password', ann, { body });
  await note('the account', user_token);
  await note('log out', user_token);
  const withCode = await joinedByProvider();
  seen.set('join a team instead, with a code', withCode);
  expectAsWritten(additiveRows, seen);
});

/** A person whom a provider has named joins a team where everybody needs a code. */
async function joinedByProvider() {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, 'ann@example.com', { customer: { trial_ends_on: '2999-01-10' } });
  const { body } = await wireOf(server)('login', { body: { email: 'ann@example.com', password: PASSWORD } });
  const email = 'nora@acme.example';
  await wireOf(server, body.user_token)('inviteTeammate', { body: { email } });
  const identity = { provider: 'google', issuer: 'i', subject: 's', email, isEmailVerified: true } as const;
  const arrival = await arrive(
    server.context,
    { cookie: () => undefined, header: () => undefined } as never,
    { ...identity, firstName: 'Nora', lastName: 'New', hasSecondFactor: false },
    { language: 'en', invitation: null },
  );
  const registration_token = arrival.kind === 'registration' ? arrival.token : '';
  const { body: read } = await wireOf(server)('readRegistration', { params: { registration_token } });
  server.context.config.twoFactor = 'always';
  const invitation_id = String(read.data.invitations[0].id);
  return wireOf(server)('joinTeam', { params: { registration_token, invitation_id } });
}

/** Fixed lists, rows that are cleaned up once at the start, and what a statement calls by a name of its own. */
const readAsWhole =
  /^(coverages|migrations|tables|columns|due|\d+): |^idempotency: delete .* where "sealed" is null$|^bank_attempts: update .* where "status" = \?$/;

test.skipIf(process.env['TEST_DATABASE'] === 'postgres')(
  'the statements of all these calls find their rows by an index',
  async () => {
    const server = await startServer();
    const database = new DatabaseSync(join(server.dataDir, 'store.sqlite'));
    const all = [...statements.texts].filter((sql) => /^(select|update|delete|insert|with)/i.test(sql));
    const scans = all.flatMap((sql) => scannedTables(database, sql).map((table) => `${table}: ${sql}`));
    database.close();
    expect(all.length).toBeGreaterThan(100);
    expect(scans.filter((scan) => !readAsWhole.test(scan))).toEqual([]);
  },
);

test.skipIf(process.env['TEST_DATABASE'] === 'postgres')(
  'no instant is part of a statement: it is prepared once',
  () => {
    expect(statements.texts.size).toBeGreaterThan(100);
    expect([...statements.texts].filter((sql) => /\d{9}/.test(sql))).toEqual([]);
  },
);
