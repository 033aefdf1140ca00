import { describe, expect, test } from 'vitest';
import { createApi } from '#adapters/api.ts';
import type { CallName } from '#contract/calls.ts';
import { calls } from '#contract/calls.ts';
import { failureOf } from '../support/failures.ts';
import { additiveRows } from './additiveRows.ts';
import { wireRows } from './wireRows.ts';

/** What the page reads of an answer: its status and body as some server sends them. */
function readAnswer(call: CallName, status: number, text: string, question: object = {}) {
  const fetch = async () => new Response(text, { status });
  const api = createApi({ baseUrl: 'https://api.example/v1', headers: () => ({}), sessionToken: () => null, fetch });
  return (api[call] as (question: object) => Promise<{ status: number; data: unknown }>)(question);
}
const json = (body: unknown) => JSON.stringify(body);
const rowOf = (row: string) => wireRows.find((one) => one.row === row) ?? expect.fail(row);

/** What a server may add that this product has never heard of. */
function withMore(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withMore);
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).map(([key, value]) => [key, withMore(value)] as const);
  return { ...Object.fromEntries(entries), more_of_it: { id: 1, list: [null, 'x'] }, links: null };
}

describe('§7: every row as the specification describes it', () => {
  test('there is a fixture for every call of §7 and beyond', () => {
    const named = [...wireRows, ...additiveRows].map(({ call }) => call);
    expect([...new Set(named)].sort()).toEqual(Object.keys(calls).sort());
  });

  test.each(wireRows)('$row', async ({ call, question, status, body, reads = body }) => {
    expect(await readAnswer(call, status, json(body), question)).toEqual({ status, data: reads });
  });

  // Names of countries are free: nothing can be added there.
  test.each(wireRows.filter(({ row }) => !row.includes('ictionaries')))('$row, with additional fields', async (row) => {
    const { call, question, status, body, reads = body } = row;
    expect(await readAnswer(call, status, json(withMore(body)), question)).toMatchObject({ data: reads as object });
  });
});

describe('every call beyond §7', () => {
  test.each(additiveRows)('$row: request', async ({ call, question = {}, status, body, sends }) => {
    const sent: object[] = [];
    const api = createApi({
      baseUrl: 'https://api.example/v1',
      headers: () => ({}),
      sessionToken: () => 'u-1',
      async fetch(input, init) {
        const request = new Request(input as Request, init);
        const text = await request.text();
        const token = request.headers.get('Authorization');
        sent.push({
          method: request.method,
          path: new URL(request.url).pathname.replace('/v1', ''),
          ...(text !== '' && { body: JSON.parse(text) }),
          ...(token && { session: token === 'Bearer u-1' }),
        });
        return new Response(json(body), { status });
      },
    });
    await (api[call] as (question: object) => Promise<unknown>)(question);
    expect(sent).toEqual([sends]);
  });

  test.each(additiveRows)('$row: response, also with additional fields', async ({ call, question, status, body }) => {
    expect(await readAnswer(call, status, json(body), question)).toEqual({ status, data: body });
    expect(await readAnswer(call, status, json(withMore(body)), question)).toMatchObject({ data: body as object });
  });
});

describe('where the specification is open', () => {
  test.each([
    ['POST /customers/{customer_token}/confirmation', 201],
    ['POST /confirmation', 202],
    ['POST /login2fa', 201],
    ['POST /reset', 201],
    ['POST /registrations', 201],
    ['PATCH /registrations/{registration_token}', 201],
  ])('%s has no fixed status: %d is a success', async (row, other) => {
    const { call, question, body, reads = body } = rowOf(row);
    expect(await readAnswer(call, other, json(body), question)).toEqual({ status: 200, data: reads });
  });

  test.each([
    ['POST /login, 200', 201],
    ['POST /discounts/customers/{customer_token}', 200],
    ['POST /code2fa/{nonce}', 200],
    ['POST /registrations/{registration_token}/token', 200],
    ['POST /password', 204],
  ])('%s has a fixed status: %d is rejected', async (row, other) => {
    const { call, question, body } = rowOf(row);
    const text = other === 204 ? null : json(body);
    const fetch = async () => new Response(text, { status: other });
    const api = createApi({ baseUrl: 'https://api.example', headers: () => ({}), sessionToken: () => null, fetch });
    const failure = await failureOf((api[call] as (question: object) => Promise<unknown>)(question ?? {}));
    expect(failure).toMatchObject({ kind: 'unreadable', status: other });
  });

  test.each(['', '{}', 'null', '[]', '"Resend code successfully"', '{"message":null,"resend_at":null}'])(
    'any body is accepted where only the status counts: ‹%s›',
    async (text) => {
      expect(await readAnswer('requestReset', 200, text)).toMatchObject({ status: 200 });
      expect(await readAnswer('resendRegistrationCode', 200, text, { params: { registration_token: 'r-1' } })).toEqual({
        status: 200,
        data: {},
      });
    },
  );

  test('but a gateway’s HTML page is rejected', async () => {
    for (const call of ['requestReset', 'resendRegistrationCode'] as const) {
      const failure = await failureOf(readAnswer(call, 200, '<html>Log in to the WiFi</html>', { params: {} }));
      expect(failure).toMatchObject({ kind: 'unreadable' });
    }
  });

  test('null is accepted for values that a server does not have', async () => {
    const nulls = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, null]));
    const session = { user_id: 42, user_token: 'u-1' };
    expect(await readAnswer('login', 200, json({ ...session, ...nulls(['nonce', 'message']) }))).toEqual({
      status: 200,
      data: session,
    });
    expect(await readAnswer('login', 202, json({ nonce: 'n', ...nulls(['message', 'resend_at', 'user_id']) }))).toEqual(
      {
        status: 202,
        data: { nonce: 'n' },
      },
    );
    expect(await readAnswer('loginWithCode', 200, json({ ...session, device_fingerprint: null }))).toEqual({
      status: 200,
      data: session,
    });
    const confirmed = { data: { billing_email: null, email: 'ann@acme.example' } };
    expect(await readAnswer('confirmCustomer', 200, json(confirmed), { params: { customer_token: 'c' } })).toEqual({
      status: 200,
      data: { data: { email: 'ann@acme.example' } },
    });
    const { body } = rowOf('GET /registrations/{registration_token}') as {
      body: { data: { data: Record<string, unknown> } };
    };
    const empty = {
      data: { data: nulls(Object.keys(body.data.data)), step: '3', completed_at: null, number_id: null },
    };
    expect(
      await readAnswer('readRegistration', 200, json(empty), { params: { registration_token: 'r' } }),
    ).toMatchObject({ data: { data: { step: '3', completed_at: null } } });
  });

  test('numbers may be strings, codes may be numbers, booleans may be 1 and 0', async () => {
    const of = { params: { registration_token: 'r', coverage_id: '11', number_id: '11' } };
    const list = { numbers: ['+49301234567'], is_package: 1, prices: { USD: { nrc: '5.00', mrc: '3' }, EUR: null } };
    expect(await readAnswer('listNumbers', 200, json({ data: list }), of)).toMatchObject({
      data: { data: { numbers: [{ e164: '+49301234567' }], is_package: true, prices: { USD: { nrc: 5, mrc: 3 } } } },
    });
    const place = { id: '11', country_code: 'DE', country_tel_code: 49, area_code: 30, state_code: null, browsable: 1 };
    expect(await readAnswer('readCoverage', 200, json({ data: place }), of)).toMatchObject({
      data: { data: { id: 11, country_tel_code: '49', area_code: '30', state_code: '', browsable: true } },
    });
    const plan = { type: 'P', prices: { USD: '15.50', GBP: null, CHF: 14 }, cx_prices: null };
    expect(await readAnswer('listPackages', 200, json({ data: [plan] }), of)).toEqual({
      status: 200,
      data: { data: [{ type: 'P', prices: { USD: 15.5 }, cx_prices: {} }] },
    });
  });

  test('§3: values of the registration with id and display name are read by id', async () => {
    const named = (id: string | number) => ({ id, name: 'A name' });
    const data = {
      number: named('+49301234567'),
      country_code: named('DE'),
      area_code: named(30),
      card_country: named('PL'),
    };
    const body = { data: { data: { ...data, nb_users: '2' }, step: 4, completed_at: '', number_id: '11' } };
    const answer = await readAnswer('readRegistration', 200, json(body), { params: { registration_token: 'r' } });
    expect(answer.data).toMatchObject({
      data: {
        data: { number: '+49301234567', country_code: 'DE', area_code: '30', card_country: 'PL', nb_users: 2 },
        step: '4',
        completed_at: null,
        number_id: 11,
      },
    });
  });

  test('one unreadable value does not make the registration unreadable', async () => {
    const data = { first_name: 'Ann', nb_users: 'many', card_currency: 'CHF', package_type: 'Z', customer_name: [] };
    const body = { data: { data, step: '3' } };
    const answer = await readAnswer('readRegistration', 200, json(body), { params: { registration_token: 'r' } });
    expect(answer.data).toMatchObject({ data: { data: { first_name: 'Ann', nb_users: undefined } } });
  });

  test('what the account does not have is null or absent', async () => {
    const { body } = additiveRows.find(({ call }) => call === 'readAccount') as { body: { data: object } };
    const values = ['number', 'number_id', 'cancelled_at', 'paid_until', 'user_monthly', 'cx_monthly'] as const;
    const nulls = Object.fromEntries(values.map((key) => [key, null]));
    const parts = [{ kind: 'prorated', amount: 48.72, days: null }];
    const invoices = [{ due_on: '2025-04-05', amount: 48.72, parts }];
    const absent = Object.fromEntries(Object.entries(body.data).filter(([key]) => !(key in nulls)));
    const reads = { data: { data: { ...nulls, invoices: [{ parts: [{ kind: 'prorated', amount: 48.72 }] }] } } };
    for (const data of [
      { ...body.data, ...nulls, invoices },
      { ...absent, invoices },
    ])
      expect(await readAnswer('readAccount', 200, json({ data }))).toMatchObject(reads);
  });

  const of = { params: { registration_token: 'r', coverage_id: '11', nonce: 'n', customer_token: 'c' } };
  const session = { user_id: 42, user_token: 'u-1' };
  const state = { token: 'r', step: '2', completed_at: null };
  const record = { data: {}, step: '2', completed_at: null };

  test.each<[CallName, number, object, object]>([
    ['login', 202, { nonce: 'n', message: ['Sent.'], resend_at: 12 }, { nonce: 'n' }],
    ['loginWithCode', 200, { ...session, device_fingerprint: false }, session],
    ['resendLoginCode', 202, { nonce: 'n', message: {} }, { nonce: 'n' }],
    ['resetPassword', 200, { message: 1, user_email: 'ann@acme.example' }, { user_email: 'ann@acme.example' }],
    ['createRegistration', 200, { ...state, url: false, resend_at: 12 }, state],
    ['updateRegistration', 202, { url: 'https://bank.example/1', token: [] }, { url: 'https://bank.example/1' }],
    [
      'readRegistration',
      200,
      { data: { ...record, number_id: '', url: [], resend_at: 1, sso: 'no' } },
      { data: record },
    ],
  ])('of an answer to %s, %d, what is optional and cannot be read is left out', async (call, status, body, reads) => {
    expect(await readAnswer(call, status, json(body), of)).toEqual({ status, data: reads });
  });

  test.each<[CallName, number, object, object]>([
    ['createRegistration', 200, { token: 17, step: 2 }, { token: '17', step: '2', completed_at: null }],
    ['createRegistration', 202, { url: 'https://a.example', token: 17 }, { url: 'https://a.example', token: '17' }],
    ['login', 202, { nonce: 17 }, { nonce: '17' }],
    [
      'readRegistration',
      200,
      { data: { ...record, number_id: { id: '11', name: 'Berlin' } } },
      { data: { ...record, number_id: 11 } },
    ],
    ['listNumbers', 200, { data: { is_package: '1' } }, { data: { numbers: [], is_package: true, prices: {} } }],
    ['listNumbers', 200, { data: { is_package: '0' } }, { data: { numbers: [], is_package: false, prices: {} } }],
  ])('an id may be a number, and a flag a text: %s, %d', async (call, status, body, reads) => {
    expect(await readAnswer(call, status, json(body), of)).toEqual({ status, data: reads });
  });

  test.each([
    [true, 'true'],
    [1_764_547_200, '1764547200'],
    ['2026-12-01', '2026-12-01'],
    [false, null],
    [0, null],
    ['', null],
    ['0', null],
    ['false', null],
    ['0000-00-00 00:00:00', null],
  ])('completed_at may only say whether: %j', async (completed_at, reads) => {
    const answer = await readAnswer('readRegistration', 200, json({ data: { ...record, completed_at } }), of);
    expect(answer.data).toEqual({ data: { ...record, completed_at: reads } });
  });

  test.each([null, '5', 'done', undefined])(
    'a completed registration may be at the step %j, an open one may not',
    async (step) => {
      const completed = { token: 'r', step, completed_at: '2026-12-01T12:00:00Z' };
      const { data } = await readAnswer('updateRegistration', 200, json(completed), of);
      expect(data).toEqual({ ...completed, step: '4' });
      expect(
        (await readAnswer('readRegistration', 200, json({ data: { ...completed, data: {} } }), of)).data,
      ).toMatchObject({
        data: { step: '4', completed_at: completed.completed_at },
      });
      for (const call of ['updateRegistration', 'readRegistration'] as const) {
        const open = { token: 'r', data: {}, step, completed_at: null };
        const body = call === 'readRegistration' ? { data: open } : open;
        expect(await failureOf(readAnswer(call, 200, json(body), of))).toMatchObject({ kind: 'unreadable' });
      }
    },
  );

  test('a code without a name, or with a number for one, leaves the other names of a dictionary readable', async () => {
    const body = { data: { country: { DE: 'Germany', XX: null, YY: {} }, ddi_type: { G: 7 }, us_state: [] } };
    expect((await readAnswer('readDictionaries', 200, json(body))).data).toEqual({
      data: { country: { DE: 'Germany' }, ddi_type: { G: '7' }, us_state: {} },
    });
  });

  test('of a list, what cannot be read is left out; a list of nothing else is unreadable', async () => {
    const country = { country_code: 'DE', browsable: 'perhaps', aliases: 'x' };
    expect((await readAnswer('listCoverages', 200, json({ data: [null, country, 'DE'] }))).data).toEqual({
      data: [expect.objectContaining({ country_code: 'DE', browsable: true })],
    });
    const numbers = { data: { numbers: [null, '+49301234567', {}] } };
    expect((await readAnswer('listNumbers', 200, json(numbers), of)).data).toMatchObject({
      data: { numbers: [{ e164: '+49301234567' }] },
    });
    for (const [call, body] of [
      ['listCoverages', { data: [null, 'DE'] }],
      ['listNumbers', { data: { numbers: [null] } }],
    ] as const)
      expect(await failureOf(readAnswer(call, 200, json(body), of))).toMatchObject({ kind: 'unreadable' });
  });

  test.each(['', '{}', 'null', '[]', '{"data":null}', '{"message":null}'])(
    'a mail is sent, and a session ended, whatever the body says: ‹%s›',
    async (text) => {
      expect(await readAnswer('resendConfirmation', 202, text)).toEqual({ status: 200, data: {} });
      expect(await readAnswer('logOut', 202, text)).toEqual({ status: 200, data: {} });
    },
  );

  test.each(['two words', 'naïve', 'line\nbreak', ''])(
    'a token that no request can carry logs nobody in: %j',
    async (user_token) => {
      const failure = await failureOf(readAnswer('login', 200, json({ user_id: 42, user_token })));
      expect(failure.kind).toBe('unreadable');
    },
  );

  test('a plan that this product does not sell is ignored', async () => {
    const plans = {
      data: [
        { type: 'Z', prices: { USD: 1 }, cx_prices: {} },
        { type: 'A', prices: { USD: 25 } },
      ],
    };
    const answer = await readAnswer('listPackages', 200, json(plans), { params: { registration_token: 'r' } });
    expect(answer.data).toEqual({ data: [{ type: 'A', prices: { USD: 25 }, cx_prices: {} }] });
  });

  test.each([
    [{ message: null, errors: null }, '', []],
    [{ message: 'No.' }, 'No.', []],
    [{ message: 'No.', errors: {} }, 'No.', []],
    [
      { message: 'No.', errors: [{ code: 17, field: null, message: null, path: 'x' }] },
      'No.',
      [{ code: '17', field: '', message: '' }],
    ],
    [
      { message: ['No.'], errors: [null, 'No.', { code: 'VA1001', field: 'email', message: 'Wrong.' }] },
      '',
      [{ code: 'VA1001', field: 'email', message: 'Wrong.' }],
    ],
    [
      { message: 'No.', errors: [{ code: {}, field: ['email'], message: 'Wrong.' }] },
      'No.',
      [{ code: '', field: '', message: 'Wrong.' }],
    ],
  ])('an error response may omit optional parts: %j', async (body, message, errors) => {
    const failure = await failureOf(readAnswer('login', 422, json(body)));
    expect({ kind: failure.kind, message: failure.message, errors: failure.errors }).toEqual({
      kind: 'rejected',
      message,
      errors,
    });
  });
});
