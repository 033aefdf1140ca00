import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';

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

const bodies: [call: CallName, what: string, body: unknown, good: boolean][] = [
  ['login', 'the three fields of §3', login, true],
  ['login', 'remember_me left out', { email: 'a@b.co', password: 'x' }, true],
  ['login', 'remember_me as null', { ...login, remember_me: null }, true],
  ['login', 'remember_me as text', { ...login, remember_me: 'true' }, false],
  ['login', 'remember_me as number', { ...login, remember_me: 1 }, false],
  ['login', 'an object for the password', { ...login, password: { $gt: '' } }, false],
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

  test('a filter is a list of equalities on three fields, as JSON', () => {
    const read = (filter: string) => v.is(calls.listCoverages.query, { filter });
    expect(read('[{"field":"country_code","value":"DE"}]')).toBe(true);
    expect(read('[{"field":"password","value":"DE"}]')).toBe(false);
    expect(read('[{"field":"country_code","value":{"$ne":1}}]')).toBe(false);
    expect(read("' OR 1=1 --")).toBe(false);
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
];

test.each(answers)('%s answers %d with the shape of the wire table: %o', (name, status, body, good) => {
  const schema = (calls[name] as Call).answers[status];
  expect(schema && v.is(schema, body)).toBe(good);
});
