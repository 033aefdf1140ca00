import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { ErrorBody } from '#contract/errors.ts';
import { additiveRows } from './additiveRows.ts';

/** §7, row by row: method, path with its parameters by position, and the statuses that the table names. */
const rows: [row: string, call: CallName, statuses: number[]][] = [
  ['POST /login', 'login', [200, 202]],
  ['POST /customers/{}/confirmation', 'confirmCustomer', [200]],
  ['POST /discounts/customers/{}', 'redeemDiscount', [201]],
  ['POST /confirmation', 'resendConfirmation', [200]],
  ['POST /code2fa/{}', 'resendLoginCode', [202]],
  ['POST /login2fa', 'loginWithCode', [200]],
  ['POST /reset', 'resetPassword', [200]],
  ['POST /password', 'requestReset', [200]],
  ['GET /registrations/{}', 'readRegistration', [200]],
  ['GET /registrations/{}/packages', 'listPackages', [200]],
  ['GET /ddipricelistcoverages', 'listCoverages', [200]],
  ['GET /dictionaries', 'readDictionaries', [200]],
  ['GET /ddipricelistcoverages/dictionaries', 'readCoverageDictionaries', [200]],
  ['GET /ddipricelistcoverages/{}', 'readCoverage', [200]],
  ['GET /registrations/{}/numbers/{}', 'listNumbers', [200]],
  ['POST /registrations', 'createRegistration', [200, 202]],
  ['PATCH /registrations/{}', 'updateRegistration', [200, 202]],
  ['POST /registrations/{}/resend', 'resendRegistrationCode', [200]],
  ['POST /registrations/{}/token', 'openRegistrationSession', [201]],
];

const rowOf = ({ method, path }: Call) => `${method.toUpperCase()} ${path.replace(/:\w+/g, '{}')}`;

describe('§7 The calls', () => {
  test.each(rows)('%s is in the contract with its responses', (row, name, statuses) => {
    expect(rowOf(calls[name])).toBe(row);
    expect(Object.keys(calls[name].answers).map(Number)).toEqual(statuses);
  });

  test('each method and path is listed once', () => {
    const all = Object.values(calls).map(rowOf);
    expect(all.filter((row, at) => all.indexOf(row) !== at)).toEqual([]);
  });

  test('every call beyond §7 requires a session, belongs to an invitation or a reset link, or is a measured event', () => {
    const named = new Set<string>(rows.map(([, name]) => name));
    const others = Object.entries(calls as Record<string, Call>).filter(([name]) => !named.has(name));
    for (const [name, call] of others) {
      expect(call.session ?? /\/(invitations|reset)\/|^\/events$/.test(call.path), name).toBe(true);
    }
  });
});

const session = { user_id: 7, user_token: 't' };
const login = { email: 'a@b.co', password: 'x y', remember_me: true };
const create = { first_name: 'A', last_name: 'B', email: 'a@b.co', password: 'longenough' };

const reached = { family: 'login', state: 'form.ready', at: '2026-01-01T00:00:00Z' };
const instants: [at: string, isOne: boolean][] = [
  ['2026-01-01T00:00:00.000Z', true],
  ['2026-01-01T00:00:00+01', true],
  ['2026-01-01T00:00:00-08', true],
  ['2026-01-01T00:00:00+01:30', true],
  ['2026-01-31T00:00:00Z', true],
  ['2026-02-28T23:59:59Z', true],
  ['2024-02-29T00:00:00Z', true],
  ['2026-02-29T00:00:00Z', false],
  ['2026-04-31T00:00:00Z', false],
  ['2026-01-01', false],
  ['2026-01-01T00:00:00', false],
  ['2026-01-01T25:00:00Z', false],
  ['yesterday', false],
];

const bodies: [call: CallName, what: string, body: unknown, good: boolean][] = [
  ['login', 'the three fields of §3', login, true],
  ['login', 'remember_me left out', { email: 'a@b.co', password: 'x' }, true],
  ['login', 'remember_me as null', { ...login, remember_me: null }, true],
  ['login', 'remember_me as text', { ...login, remember_me: 'true' }, false],
  ['login', 'remember_me as number', { ...login, remember_me: 1 }, false],
  ['login', 'an object for the password', { ...login, password: { $gt: '' } }, false],
  ['login', 'the longest password, of emoji', { ...login, password: '🙂'.repeat(256) }, true],
  ['login', 'a password that no account can have', { ...login, password: 'x'.repeat(257) }, false],
  ['login', 'an empty password', { ...login, password: '' }, false],
  ['login', 'no e-mail address', { ...login, email: 'nobody' }, false],
  ['login', 'a line break in the address', { ...login, email: 'a@b.co\r\nBcc:c@d.co' }, false],
  ['loginWithCode', 'six digits', { code: '000123', nonce: 'n' }, true],
  ['loginWithCode', 'six digits parted by a dash', { code: '123\u2013456', nonce: 'n' }, true],
  ['loginWithCode', 'six digits between signs nobody sees', { code: '\u202a123\u00a0456', nonce: 'n' }, true],
  ['loginWithCode', 'six digits and a slash', { code: '123/456', nonce: 'n' }, false],
  ['loginWithCode', 'five digits', { code: '00012', nonce: 'n' }, false],
  ['loginWithCode', 'letters', { code: '00012a', nonce: 'n' }, false],
  ['resetPassword', 'eight characters', { password: 'eightcha', token: 't' }, true],
  ['resetPassword', 'seven characters', { password: 'sevench', token: 't' }, false],
  ['resetPassword', '257 characters', { password: 'x'.repeat(257), token: 't' }, false],
  ['createRegistration', 'step 1 with a plan', { ...create, package_type: 'P', nb_users: 1, nb_cx_bundles: 0 }, true],
  ['createRegistration', 'what may be left out as null', { ...create, consent_version: null, nb_users: null }, true],
  ['createRegistration', 'a blank first name', { ...create, first_name: '  ' }, false],
  ['updateRegistration', 'a code', { step: '2', verification_code: '123456' }, true],
  ['updateRegistration', 'no step', { verification_code: '123456' }, false],
  ['updateRegistration', 'a step that is none', { step: '5' }, false],
  ['updateRegistration', 'no users', { step: '3', nb_users: 0 }, false],
  ['updateRegistration', 'half a user', { step: '3', nb_users: 1.5 }, false],
  ['updateRegistration', 'users as text', { step: '3', nb_users: '1' }, false],
  ['updateRegistration', 'fewer than no add-ons', { step: '3', nb_cx_bundles: -1 }, false],
  ['createRegistration', 'no address', { ...create, email: undefined }, false],
  ['updateRegistration', 'an empty password, which changes nothing', { step: '1', password: '' }, true],
  ['updateRegistration', 'a password of seven characters', { step: '1', password: 'sevench' }, false],
  ['updateRegistration', 'a new password', { step: '1', password: 'eightcha' }, true],
  ['resendConfirmation', 'no address', {}, false],
  ['requestReset', 'no address', {}, false],
  ['inviteTeammate', 'no address', {}, false],
  ['changeUsers', 'no number of users', {}, false],
  ['changeUsers', 'the most users', { users: 10_000 }, true],
  ['changeUsers', 'one more', { users: 10_001 }, false],
  ['acceptInvitation', 'names and a password', { first_name: 'A', last_name: 'B', password: 'longenough' }, true],
  ['acceptInvitation', 'a password alone', { password: 'longenough' }, false],
  ['acceptInvitation', 'names alone', { first_name: 'A', last_name: 'B' }, false],
  ['changeNumber', 'a number and its place', { number: '+491', number_id: 1 }, true],
  ['changeNumber', 'a number without its place', { number: '+491' }, false],
  ['changeNumber', 'a place without its number', { number_id: 1 }, false],
  ['switchSecondFactor', 'the switch and the password', { enabled: true, password: 'x' }, true],
  ['switchSecondFactor', 'no password', { enabled: false }, false],
  ['switchSecondFactor', 'the password alone', { password: 'x' }, false],
  ['changePassword', 'the old password and a new one', { current_password: 'x', password: 'longenough' }, true],
  ['changePassword', 'no old password', { password: 'longenough' }, false],
  ['changePassword', 'no new password', { current_password: 'x' }, false],
  ...['login', 'registration.card_3', 'x'.repeat(100)].map((family): (typeof bodies)[number] => [
    'recordEvent',
    `the family ${family}`,
    { ...reached, family },
    true,
  ]),
  ...['', 'a b', 'ann@acme.example', 'log/in', ' login', 'login ', 'x'.repeat(101)].map(
    (family): (typeof bodies)[number] => ['recordEvent', `the family “${family}”`, { ...reached, family }, false],
  ),
  ['recordEvent', 'nothing', {}, false],
  ...instants.map(([at, isOne]): (typeof bodies)[number] => ['recordEvent', `at ${at}`, { ...reached, at }, isOne]),
  ['updateRegistration', 'a currency of §3', { step: '4', card_currency: 'GBP' }, true],
  ['updateRegistration', 'another currency', { step: '4', card_currency: 'CHF' }, false],
];

describe('what a call sends', () => {
  test.each(bodies)('%s: %s', (name, _, body, good) => {
    expect(v.is((calls[name] as Call).body ?? v.never(), body)).toBe(good);
  });

  test('a password stays exactly as typed, an e-mail address is trimmed', () => {
    const body = v.parse(calls.login.body, { ...login, email: ' a@b.co ', password: ' x ' });
    expect([body.email, body.password]).toEqual(['a@b.co', ' x ']);
  });

  test('what is left out is no: to be remembered, to end other sessions', () => {
    expect(v.parse(calls.login.body, { email: 'a@b.co', password: 'x' }).remember_me).toBe(false);
    const body = { enabled: true, password: 'x' };
    expect(v.parse(calls.switchSecondFactor.body, body).end_other_sessions).toBe(false);
  });

  test('an offset of whole hours is read as JavaScript writes it', () => {
    const at = (text: string) => v.parse(calls.recordEvent.body, { ...reached, at: text }).at;
    expect(at('2026-01-01T00:00:00+01')).toBe('2026-01-01T00:00:00+01:00');
    expect(at('2026-01-01T00:00:00-08:30')).toBe('2026-01-01T00:00:00-08:30');
    expect(at('2026-01-01T00:00:00Z')).toBe('2026-01-01T00:00:00Z');
  });

  test.each([
    [{ page: '2', limit: '5000' }, true],
    [{ page: 2, limit: 5000 }, true],
    [{ page: '999999' }, true],
    [{ page: '1000000' }, false],
    [{ page: '0' }, false],
    [{ page: '1x' }, false],
    [{ page: 'x1' }, false],
    [{ page: '1.5' }, false],
    [{ page: 1.5 }, false],
    [{ group_by: 'country_code' }, true],
    [{ group_by: 'ddi_type' }, true],
    [{ group_by: 'city' }, false],
    [{ group_by: '' }, false],
  ])('§7 a list of places is asked for with %o: %s', (query, isGood) => {
    expect(v.is(calls.listCoverages.query, query)).toBe(isGood);
  });

  test.each([1741176000000, '1741176000000', undefined])('§7 dictionaries carry the timestamp %s', (timestamp) => {
    expect(v.parse(calls.readDictionaries.query, { timestamp })).toEqual({ timestamp });
  });

  test('a filter is a list of equalities on three fields, as JSON', () => {
    const read = (filter: string) => v.is(calls.listCoverages.query, { filter });
    expect(read('[{"field":"country_code","value":"DE"}]')).toBe(true);
    expect(read('[{"field":"ddi_type","value":"G"},{"field":"state_code","value":"NY"}]')).toBe(true);
    expect(read('[]')).toBe(true);
    expect(read('[{"field":"password","value":"DE"}]')).toBe(false);
    expect(read('[{"field":"","value":"DE"}]')).toBe(false);
    expect(read('[{"field":"country_code","value":"123456789"}]')).toBe(false);
    expect(read(`[${' '.repeat(998)}]`)).toBe(true);
    expect(read(`[${' '.repeat(999)}]`)).toBe(false);
    expect(read('[{"field":"country_code","value":{"$ne":1}}]')).toBe(false);
    expect(read("' OR 1=1 --")).toBe(false);
  });
});

describe('an address', () => {
  const isOne = (email: string) => v.is(calls.requestReset.body, { email });
  test.each([
    ['a@b.co', true],
    ['a@b.c', false],
    ['a@b.co.', false],
    ['a@b', false],
    ['a@b.co.x', false],
    [`${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(59)}.co`, true],
    [`${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(60)}.co`, false],
  ])('%s is one: %s', (email, isGood) => {
    expect(isOne(email)).toBe(isGood);
  });

  test('is as long as mail servers write it, with its domain in punycode', () => {
    const long = (host: string) => `a@${`${host}.`.repeat(20)}example`;
    expect(isOne(long('xn--mller-k'))).toBe(true);
    expect(isOne(long('müllermü'))).toBe(false);
  });
});

const answers: [call: CallName, status: number, body: unknown, good: boolean][] = [
  ['login', 200, session, true],
  ['login', 200, { user_id: 7 }, false],
  ['login', 202, { nonce: 'n', message: 'm' }, true],
  ['login', 202, { message: 'm' }, false],
  ['login', 202, { nonce: '', message: 'm' }, false],
  ['login', 200, { user_id: 7, user_token: '' }, false],
  ['confirmCustomer', 200, { data: { billing_email: 'a@b.co' } }, true],
  ['confirmCustomer', 200, { billing_email: 'a@b.co' }, false],
  ['redeemDiscount', 201, { data: { message: 'm' } }, true],
  ['redeemDiscount', 201, { data: { data: { message: 'm' } } }, false],
  ['readRegistration', 200, { data: { data: {}, step: '2-sso', completed_at: null, number_id: 1 } }, true],
  ['readRegistration', 200, { data: { data: {}, step: '9', completed_at: null } }, false],
  ['createRegistration', 200, { token: 't', step: '2' }, true],
  ['createRegistration', 202, { url: 'https://bank.example' }, true],
  [
    'listNumbers',
    200,
    { data: { numbers: [{ e164: '+491' }], is_package: false, prices: { USD: { nrc: 5, mrc: 3 } } } },
    true,
  ],
  ['listPackages', 200, { data: [{ type: 'P', prices: { USD: 15 }, cx_prices: { USD: 9 } }] }, true],
  ['listPackages', 200, { data: { type: 'P' } }, false],
  ['openRegistrationSession', 201, session, true],
  ...['1', '1.50', '-1', 2.5].map((price): (typeof answers)[number] => [
    'listPackages',
    200,
    { data: [{ type: 'P', prices: { USD: price } }] },
    true,
  ]),
];

test.each(answers)('%s answers %d with the shape of the wire table: %o', (name, status, body, good) => {
  const schema = (calls[name] as Call).answers[status];
  expect(schema && v.is(schema, body)).toBe(good);
});

describe('what an answer leaves out', () => {
  const read = (name: CallName, body: unknown, status = 200) =>
    v.parse(answerOf(name, status), body) as { data: object };
  const answerOf = (name: CallName, status: number) => (calls[name] as Call).answers[status] ?? v.never();
  const account = additiveRows.find(({ call }) => call === 'readAccount')?.body as { data: object };

  test('of an account: codes on new devices, a team of one, a trial that runs', () => {
    const nulls = { second_factor_policy: null, team_size: null, trial_over: null, paid_until: null, ended: null };
    expect(read('readAccount', { data: { ...account.data, ...nulls } }).data).toMatchObject({
      second_factor_policy: 'new-device',
      team_size: 1,
      trial_over: false,
      paid_until: null,
      ended: false,
    });
  });

  test('of an invoice: no part of it, whatever its kind', () => {
    const parts = ['prorated', 'fullMonth', 'setupFee', 'monthly', 'discount'].map((kind) => ({ kind, amount: 1 }));
    const invoices = [{ due_on: '2025-04-05', amount: 5, parts }];
    expect(read('readAccount', { data: { ...account.data, invoices } }).data).toMatchObject({ invoices });
  });

  test('of a price: one that is no number counts as absent', () => {
    const prices = { USD: 'x1', EUR: '1x', GBP: '1.', PLN: '-1.50' };
    const { data } = read('listPackages', { data: [{ type: 'P', prices }] });
    expect(JSON.parse(JSON.stringify(data))).toEqual([{ type: 'P', prices: { PLN: -1.5 }, cx_prices: {} }]);
  });

  test('of a team that has invited: nothing', () => {
    const state = { token: 't', step: '3', invitations: [{ id: 1, company: '', invited_by: 'Ann Lee' }] };
    expect(read('createRegistration', state)).toMatchObject(state);
    expect(v.is(answerOf('createRegistration', 200), { ...state, invitations: [{}] })).toBe(false);
  });

  test('a flag may be 0 or 1', () => {
    const is = (is_package: unknown) =>
      read('listNumbers', { data: { numbers: [], is_package, prices: {} } }).data as { is_package?: boolean };
    expect([0, 1, false, true, null].map((flag) => is(flag).is_package)).toEqual([false, true, false, true, undefined]);
  });

  test('an error may leave out everything but its body', () => {
    const error = (body: unknown) => v.parse(ErrorBody, body);
    expect(error({})).toEqual({ message: '', errors: [] });
    expect(error({ message: 'No.', errors: [{}] })).toEqual({
      message: 'No.',
      errors: [{ code: '', field: '', message: '' }],
    });
    expect(error({ message: 'No.', errors: 'none' })).toEqual({ message: 'No.', errors: [] });
    expect(v.is(ErrorBody, 'No.')).toBe(false);
  });
});
