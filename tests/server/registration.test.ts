import { describe, expect, it } from 'vitest';
import { UpdateRegistration } from '#contract/registration.ts';
import { codesOf, failureOf, fieldOf } from '#tests/support/failures.ts';
import { addOwner, codeFor, mailsTo } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';
import {
  AREA,
  account,
  begin,
  beginVerified,
  beginWithNumber,
  billing,
  chooseNumber,
  EMAIL,
  numbersFor,
  read,
  signUp,
  submit,
} from '#tests/support/signUp.ts';

describe('step 1 (§2)', () => {
  it('creates a registration at step 2 and mails six digits', async () => {
    const server = await startServer();
    const answer = await server.api.createRegistration({ body: account });
    expect(answer).toMatchObject({
      status: 200,
      data: { token: expect.stringMatching(/^[\w-]{43}$/), step: '2', completed_at: null, resend_at: null },
    });
    expect(await codeFor(server, EMAIL)).toMatch(/^\d{6}$/);
  });

  it('stores neither password, code nor token in clear', async () => {
    const server = await startServer();
    const token = await begin(server);
    const code = await codeFor(server, EMAIL);
    const row = JSON.stringify(await server.context.db.selectFrom('registrations').selectAll().execute());
    for (const secret of [account.password, code, token]) expect(row).not.toContain(secret);
  });

  it('also accepts number and plan (§7)', async () => {
    const server = await startServer();
    const [number = ''] = await numbersFor(server, await begin(server));
    const order = { number, number_id: AREA, package_type: 'A', nb_users: 3, nb_cx_bundles: 2 } as const;
    const token = await begin(server, { ...order, email: 'other@example.com' });
    expect((await read(server.api, token)).data).toMatchObject({ number, nb_users: 3, package_type: 'A' });
    expect(await fieldOf(begin(server, { ...order, email: 'third@example.com' }))).toEqual([409, 'number', 'RG1003']);
  });

  it.each([undefined, null, ''])('has no number where it is sent as %j', async (number) => {
    const server = await startServer();
    const token = await begin(server, { number });
    expect((await read(server.api, token)).data.number).toBeNull();
  });

  it('reports every missing field in the visitor’s language', async () => {
    const { request } = await startServer();
    const answer = await request('/v1/phone/registrations', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ first_name: '', email: 'nina' }),
    });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { field: string; message: string }[] };
    expect(Object.fromEntries(errors.map(({ field, message }) => [field, message]))).toMatchObject({
      first_name: 'This value should not be blank.',
      last_name: 'This value should not be blank.',
      email: 'Enter an email address like name@example.com.',
      password: 'This value should not be blank.',
    });
  });

  it.each([
    ['is too short', 'seven77', 'password'],
    ['is one of the most common', 'password', 'password'],
    ['is the product’s name', 'Ringwell1', 'password'],
    ['is the address', EMAIL, 'password'],
  ])('refuses a password that %s', async (_, password, field) => {
    const { api } = await startServer();
    expect(await fieldOf(api.createRegistration({ body: { ...account, password } }))).toEqual([400, field, 'VA1001']);
  });

  it('states the minimum length of a password in the visitor’s language', async () => {
    const { client } = await startServer();
    const { errors } = await failureOf(
      client({ headers: { 'X-Language': 'de' } }).createRegistration({ body: { ...account, password: 'seven77' } }),
    );
    expect(errors).toMatchObject([{ field: 'password', message: 'Verwenden Sie mindestens 8 Zeichen.' }]);
  });

  it.each(['first_name', 'last_name', 'password', 'consent_version'])(
    'rejects an unpaired surrogate in %s, which would be stored as another character',
    async (field) => {
      const { api } = await startServer();
      const body = { ...account, [field]: 'seven tall \ud83d giraffes' };
      expect(await fieldOf(api.createRegistration({ body }))).toEqual([400, field, 'VA1001']);
    },
  );

  it.each([
    { nb_users: 0 },
    { nb_users: -1 },
    { nb_users: 1.5 },
    { nb_users: 1e99 },
    { nb_users: 10_001 },
    { nb_users: '1' as unknown as number },
    { nb_cx_bundles: -1 },
    { nb_cx_bundles: 2 },
    { nb_users: 2, nb_cx_bundles: 3 },
  ])('refuses %o', async (order) => {
    const { api } = await startServer();
    expect((await codesOf(api.createRegistration({ body: { ...account, ...order } })))[0]).toBe(400);
  });

  it.each([
    ['a number without an area', { number: '+441135220540' }, 'number_id', 'This value should not be blank.'],
    ['an area without a number', { number_id: AREA }, 'number', 'Choose a number.'],
    ['a number of another area', { number: '+441135220540', number_id: 1 }, 'number', "This value isn't valid."],
    ['an unknown area', { number: '+441135220540', number_id: 7_000_000 }, 'number_id', "This value isn't valid."],
  ])('refuses %s', async (_what, order, field, message) => {
    const server = await startServer();
    const refusal = await failureOf(server.api.createRegistration({ body: { ...account, ...order } }));
    expect([refusal.status, refusal.errors]).toEqual([400, [{ code: 'VA1001', field, message }]]);
    expect(await server.context.db.selectFrom('registrations').select('id').execute()).toEqual([]);
  });

  it('responds the same for an address that has an account, and mails its owner', async () => {
    const server = await startServer();
    await addOwner(server, 'owner@example.com');
    const known = await server.api.createRegistration({ body: { ...account, email: 'Owner@example.com' } });
    const unknown = await server.api.createRegistration({ body: account });
    expect(known.status).toBe(unknown.status);
    expect(Object.keys(known.data).sort()).toEqual(Object.keys(unknown.data).sort());
    const [mail] = await mailsTo(server, 'owner@example.com');
    expect(mail?.subject).toBe('You already have a Ringwell account');
    expect(mail?.text).not.toMatch(/\b\d{6}\b/);
  });

  it('is limited to 20 an hour per network', async () => {
    const server = await startServer();
    const api = server.client({ address: '203.0.113.7' });
    const create = (number: number) =>
      api.createRegistration({ body: { ...account, email: `n${number}@example.com` } });
    for (let number = 0; number < 20; number += 1) expect((await create(number)).status).toBe(200);
    const refusal = await failureOf(create(20));
    expect([refusal.status, refusal.retryAfter]).toEqual([429, 3600]);
    server.clock.forward(3600);
    expect((await create(21)).status).toBe(200);
  });

  it('sent again before verification keeps an empty password unchanged, and mails a new address a new code', async () => {
    const server = await startServer();
    const token = await begin(server);
    const old = await codeFor(server, EMAIL);
    const changed = { step: '1', first_name: 'Nana', email: 'nana@example.com', password: '' } as const;
    expect((await submit(server.api, token, changed)).data).toMatchObject({ token, step: '2' });
    expect((await read(server.api, token)).data).toMatchObject({ first_name: 'Nana', email: 'nana@example.com' });
    const verify = (verification_code: string) => submit(server.api, token, { step: '2', verification_code });
    const fresh = await codeFor(server, 'nana@example.com');
    if (fresh !== old) expect(await codesOf(verify(old))).toEqual([400, 'AU1003']);
    await verify(fresh);
    const { password_hash } = await server.context.db
      .selectFrom('users')
      .select('password_hash')
      .executeTakeFirstOrThrow();
    expect(await server.context.passwords.verify(account.password, password_hash)).toBe(true);
  });

  it('sent again keeps what is not sent, and the version of the terms that was accepted', async () => {
    const server = await startServer();
    const token = await begin(server, { consent_version: '2026-01' });
    const row = () =>
      server.context.db
        .selectFrom('registrations')
        .select(['first_name', 'last_name', 'email', 'consent_version', 'password_hash'])
        .executeTakeFirstOrThrow();
    const before = await row();
    await submit(server.api, token, { step: '1' });
    expect(await row()).toEqual(before);
    await submit(server.api, token, { step: '1', first_name: 'Nana', last_name: 'Newton', consent_version: '2026-02' });
    expect(await row()).toEqual({
      ...before,
      first_name: 'Nana',
      last_name: 'Newton',
      consent_version: '2026-02',
    });
    await submit(server.api, token, { step: '1', password: 'eight slow elephants' });
    const { password_hash } = await row();
    expect(await server.context.passwords.verify('eight slow elephants', password_hash)).toBe(true);
    expect(await fieldOf(submit(server.api, token, { step: '1', password: 'password' }))).toEqual([
      400,
      'password',
      'VA1001',
    ]);
  });

  it('moved to an address that has an account, it cannot be completed; moved on, it can', async () => {
    const server = await startServer();
    await addOwner(server, 'owner@example.com');
    const token = await begin(server);
    const resend = () => server.api.resendRegistrationCode({ params: { registration_token: token } });
    await resend();
    await submit(server.api, token, { step: '1', email: 'owner@example.com' });
    const subjects = async () => (await mailsTo(server, 'owner@example.com')).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['You already have a Ringwell account']);
    // The wait belongs to the code of the other address.
    expect((await read(server.api, token)).resend_at).toBeNull();
    await resend();
    expect(await subjects()).toEqual(Array(2).fill('You already have a Ringwell account'));
    await submit(server.api, token, { step: '1', email: 'other@example.com' });
    const verification_code = await codeFor(server, 'other@example.com');
    expect((await submit(server.api, token, { step: '2', verification_code })).data).toMatchObject({ step: '3' });
  });

  it('sent again with the same address mails no other code', async () => {
    const server = await startServer();
    const token = await begin(server);
    const code = await codeFor(server, EMAIL);
    await submit(server.api, token, { step: '1', last_name: 'Newton', email: 'NINA@example.com' });
    expect(await mailsTo(server, EMAIL)).toHaveLength(1);
    expect((await submit(server.api, token, { step: '2', verification_code: code })).status).toBe(200);
  });
});

describe('step 3, plan and number', () => {
  it('moves to step 4 and stores the order', async () => {
    const server = await startServer();
    const token = await beginVerified(server);
    const [number = ''] = await numbersFor(server, token);
    const order = { number, number_id: AREA, package_type: 'A', nb_users: 4, nb_cx_bundles: 4 } as const;
    expect((await submit(server.api, token, { step: '3', ...order })).data).toMatchObject({ token, step: '4' });
    expect(await read(server.api, token)).toMatchObject({
      step: '4',
      number_id: AREA,
      data: { number, package_type: 'A', nb_users: 4, nb_cx_bundles: 4, country_code: 'UK', ddi_type: 'G' },
    });
  });

  it('asks for a number', async () => {
    const server = await startServer();
    const token = await beginVerified(server);
    const { status, errors } = await failureOf(submit(server.api, token, { step: '3', nb_users: 1 }));
    expect(status).toBe(400);
    expect(errors.map(({ field, code }) => [field, code])).toEqual([
      ['number', 'VA1001'],
      ['number_id', 'VA1001'],
    ]);
  });

  it('rejects more add-ons than users; fewer users lower the add-ons (§4, §5)', async () => {
    const server = await startServer();
    const token = await beginVerified(server);
    expect(await fieldOf(chooseNumber(server, token, { nb_users: 2, nb_cx_bundles: 3 }))).toEqual([
      400,
      'nb_cx_bundles',
      'VA1001',
    ]);
    await chooseNumber(server, token, { nb_users: 5, nb_cx_bundles: 5 });
    await submit(server.api, token, { step: '3', nb_users: 2 });
    expect((await read(server.api, token)).data).toMatchObject({ nb_users: 2, nb_cx_bundles: 2 });
  });
});

describe('the server decides the step', () => {
  const at = {
    '2': begin,
    '3': beginVerified,
    '4': beginWithNumber,
    done: signUp,
  } as const;

  it.each([
    ['2', '2-sso'],
    ['2', '3'],
    ['2', '4'],
    ['3', '1'],
    ['3', '2-sso'],
    ['3', '4'],
    ['4', '1'],
    ['4', '2-sso'],
    ['done', '1'],
    ['done', '2'],
    ['done', '3'],
    ['done', '4'],
  ] as const)('at %s, step %s is rejected', async (place, step) => {
    const server = await startServer();
    const token = await at[place](server);
    const before = await server.context.db.selectFrom('registrations').selectAll().execute();
    expect(await fieldOf(submit(server.api, token, { ...billing, step }))).toEqual([409, 'step', 'RG1002']);
    expect(await server.context.db.selectFrom('registrations').selectAll().execute()).toEqual(before);
  });

  it('after Back from billing the order can be changed again', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    expect((await submit(server.api, token, { step: '3', nb_users: 7 })).data).toMatchObject({ step: '4' });
    expect((await read(server.api, token)).data.nb_users).toBe(7);
  });

  it('unknown fields of the body are ignored', async () => {
    const server = await startServer();
    const token = await beginVerified(server);
    const extra = { completed_at: '2020-01-01', user_id: 1, is_package: true, prices: {}, __proto__: { decoy: 1 } };
    await chooseNumber(server, token, extra as object);
    expect(await read(server.api, token)).toMatchObject({ completed_at: null, data: { is_package: false } });
  });
});

describe('a hosted page at any step', () => {
  it('after step 1 comes with the token, and the submission is stored', async () => {
    const server = await startServer();
    const email = 'hosted-step-1@example.com';
    const { status, data } = await server.api.createRegistration({ body: { ...account, email } });
    expect(status).toBe(202);
    expect(data).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\//),
      token: expect.any(String),
    });
    expect(await read(server.api, data.token ?? '')).toMatchObject({ step: '2', data: { email } });
  });

  it('after step 3 stores the submission as well', async () => {
    const server = await startServer();
    const token = await beginVerified(server, { email: 'hosted-step-3@example.com' });
    expect((await chooseNumber(server, token)).status).toBe(202);
    expect((await read(server.api, token)).step).toBe('4');
    expect((await submit(server.api, token, billing)).data).toMatchObject({ completed_at: expect.any(String) });
  });
});

describe('reading a registration (§4)', () => {
  it('returns every field of every step as it was sent, but what is secret or only recorded', async () => {
    const unread = ['step', 'password', 'verification_code', 'consent_version', 'number_id', 'trial_time_zone'];
    const card = ['card_type', 'card_number', 'card_end_month', 'card_end_year', 'card_cvv'];
    const server = await startServer();
    const token = await beginVerified(server);
    const [number = ''] = await numbersFor(server, token);
    const order = { number, package_type: 'A', nb_users: 3, nb_cx_bundles: 2 } as const;
    await submit(server.api, token, { step: '3', number_id: AREA, ...order });
    const holder = {
      card_name: 'Nina N.',
      card_country: 'UK',
      card_postcode: 'LS1 1AA',
      card_currency: 'EUR',
    } as const;
    const company = {
      customer_name: 'Acme Ltd',
      customer_country: 'DE',
      customer_postcode: '80331',
      customer_address: 'Marienplatz 8',
      customer_city: 'München',
      customer_vat: 'DE123456789',
    };
    const declined = { ...billing, ...holder, ...company, card_number: '4000000000000002' };
    expect(await codesOf(submit(server.api, token, declined))).toEqual([400, 'PY1001']);
    const { first_name, last_name, email } = account;
    const sent = { first_name, last_name, email, ...order, ...holder, ...company };
    expect((await read(server.api, token)).data).toMatchObject(sent);
    expect([...Object.keys(sent), ...unread, ...card].sort()).toEqual(Object.keys(UpdateRegistration.entries).sort());
  });

  it('never returns a secret', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const text = JSON.stringify(await read(server.api, token));
    for (const key of ['password', 'verification_code', 'card_number', 'card_cvv', 'hash']) {
      expect(text).not.toContain(`"${key}`);
    }
  });

  it('an unknown, malformed or expired token gets the same 404', async () => {
    const server = await startServer();
    const token = await begin(server);
    server.clock.forward(7 * 86_400 + 1);
    const answers = await Promise.all(
      [token, 'unknown', 'A'.repeat(43), '%00'].map(async (each) => {
        const answer = await server.request(`/v1/phone/registrations/${each}`);
        return [answer.status, await answer.text()];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
  });

  it('continues at the same step after a restart on the same data', async () => {
    const first = await startServer();
    const token = await beginWithNumber(first);
    const before = await read(first.api, token);
    await first.close();
    const second = await startServer({}, { dataDir: first.dataDir });
    expect(await read(second.api, token)).toEqual(before);
    expect((await submit(second.api, token, billing)).data).toMatchObject({ completed_at: expect.any(String) });
  });
});
