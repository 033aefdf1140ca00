import { describe, expect, it } from 'vitest';
import { isCurrentCode } from '#server/registration/code.ts';
import { codesOf, failureOf, fieldOf } from '#tests/support/failures.ts';
import { addOwner, codeFor, mailsTo, otherThan, tokenFor } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { account, begin, beginVerified, beginWithNumber, billing, EMAIL, read, submit } from '#tests/support/signUp.ts';

const subjects = async (server: TestServer, to = EMAIL) => (await mailsTo(server, to)).map(({ subject }) => subject);

describe('step 2, verify e-mail (§2)', () => {
  it('moves to step 3 with the mailed code, and creates the account', async () => {
    const server = await startServer();
    const token = await begin(server);
    const verification_code = await codeFor(server, EMAIL);
    expect((await submit(server.api, token, { step: '2', verification_code })).data).toMatchObject({ step: '3' });
    const users = await server.context.db.selectFrom('users').selectAll().execute();
    expect(users).toMatchObject([{ email: EMAIL, role: 'owner', confirmed_at: server.clock.now(), customer_id: null }]);
  });

  it('rejects a wrong code at its field', async () => {
    const server = await startServer();
    const token = await begin(server);
    const verification_code = otherThan(await codeFor(server, EMAIL));
    expect(await fieldOf(submit(server.api, token, { step: '2', verification_code }))).toEqual([
      400,
      'verification_code',
      'AU1003',
    ]);
    expect(await fieldOf(submit(server.api, token, { step: '2' }))).toEqual([400, 'verification_code', 'VA1001']);
  });

  it('accepts five attempts; rejects the right code as the sixth', async () => {
    const server = await startServer();
    const token = await begin(server);
    const code = await codeFor(server, EMAIL);
    const verify = (verification_code: string) => submit(server.api, token, { step: '2', verification_code });
    for (let attempts = 0; attempts < 5; attempts += 1)
      expect(await codesOf(verify(otherThan(code)))).toEqual([400, 'AU1003']);
    const refusal = await failureOf(verify(code));
    expect([refusal.status, refusal.errors[0]?.code, refusal.retryAfter]).toEqual([429, 'AU1004', 900]);
  });

  it('a resend allows no further attempts', async () => {
    const server = await startServer();
    const token = await begin(server);
    const code = await codeFor(server, EMAIL);
    for (let attempts = 0; attempts < 5; attempts += 1) {
      await failureOf(submit(server.api, token, { step: '2', verification_code: otherThan(code) }));
    }
    await server.api.resendRegistrationCode({ params: { registration_token: token } });
    const fresh = await codeFor(server, EMAIL);
    expect(await codesOf(submit(server.api, token, { step: '2', verification_code: fresh }))).toEqual([429, 'AU1004']);
  });

  it('counts attempts before it compares: of 30 concurrent ones at most five are checked', async () => {
    const server = await startServer();
    const token = await begin(server);
    const code = await codeFor(server, EMAIL);
    const wrong = Array.from({ length: 30 }, (_, index) =>
      String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'),
    );
    const codes = await Promise.all(
      wrong.map((verification_code) => codesOf(submit(server.api, token, { step: '2', verification_code }))),
    );
    expect(codes.filter(([status]) => status === 400)).toHaveLength(5);
    expect(codes.filter(([status]) => status === 429)).toHaveLength(25);
  });

  it('accepts twenty attempts a day, also when the address is changed in between', async () => {
    const server = await startServer();
    const token = await begin(server);
    const attempt = async () => {
      const { data } = await read(server.api, token);
      const verification_code = otherThan(await codeFor(server, data.email ?? ''));
      return failureOf(submit(server.api, token, { step: '2', verification_code }));
    };
    for (const email of [EMAIL, 'nora@example.com', 'nick@example.com', 'nell@example.com']) {
      await submit(server.api, token, { step: '1', email });
      for (let attempts = 0; attempts < 5; attempts += 1) expect((await attempt()).status).toBe(400);
      expect(await attempt()).toMatchObject({ status: 429, retryAfter: 900 });
      server.clock.forward(900);
    }
    expect(await attempt()).toMatchObject({ status: 429, retryAfter: 86_400 - 4 * 900 });
  });

  it('rejects a code after ten minutes', async () => {
    const server = await startServer();
    const token = await begin(server);
    const verification_code = await codeFor(server, EMAIL);
    server.clock.forward(600);
    expect(await codesOf(submit(server.api, token, { step: '2', verification_code }))).toEqual([400, 'AU1003']);
  });

  it('no code is accepted for an address with an account', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const token = await begin(server);
    expect(await codesOf(submit(server.api, token, { step: '2', verification_code: '123456' }))).toEqual([
      400,
      'AU1003',
    ]);
    await mailsTo(server, EMAIL);
    expect(await server.context.db.selectFrom('users').selectAll().execute()).toHaveLength(1);
  });

  it('of two registrations of one address the first to verify gets the account', async () => {
    const server = await startServer();
    const a = await begin(server, { password: 'the password of a' });
    const codeA = await codeFor(server, EMAIL);
    const b = await begin(server, { password: 'the password of b' });
    await submit(server.api, b, { step: '2', verification_code: await codeFor(server, EMAIL) });
    expect(await codesOf(submit(server.api, a, { step: '2', verification_code: codeA }))).toEqual([409, 'RG1004']);
    const { password_hash } = await server.context.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(await server.context.passwords.verify('the password of b', password_hash)).toBe(true);
    // A right code that leads nowhere is an attempt like any other.
    for (let attempts = 1; attempts < 5; attempts += 1) {
      expect((await codesOf(submit(server.api, a, { step: '2', verification_code: codeA })))[0]).toBe(409);
    }
    expect((await codesOf(submit(server.api, a, { step: '2', verification_code: codeA })))[0]).toBe(429);
  });

  it('a user who never completed a sign-up can sign up again', async () => {
    const server = await startServer();
    const abandoned = await beginVerified(server);
    const login = { email: EMAIL, password: account.password, remember_me: false };
    const { data } = await server.api.login({ body: login });
    const nonce = 'nonce' in data ? data.nonce : '';
    const opened = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    await server.api.requestReset({ body: { email: EMAIL } });
    const reset = { token: await tokenFor(server, EMAIL), password: 'a password of the first' };
    server.clock.forward(60);
    const second = await beginVerified(server, { password: 'another good password' });
    // The first one may have been started by another person.
    const first = server.client({ userToken: opened.data.user_token });
    expect(await codesOf(first.listSessions({}))).toEqual([401, 'AU1005']);
    expect(await codesOf(server.api.resetPassword({ body: reset }))).toEqual([404, 'AU1006']);
    for (const table of ['sessions', 'tokens'] as const) {
      expect(await server.context.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await codesOf(server.api.login({ body: login }))).toEqual([401, 'AU1001']);
    expect((await read(server.api, second)).step).toBe('3');
    expect(await codesOf(read(server.api, abandoned))).toEqual([404, 'RG1001']);
    server.clock.forward(60);
    expect((await read(server.api, await beginVerified(server))).step).toBe('3');
  });

  it('the account of a sign-up that was completed meanwhile is not taken over', async () => {
    const server = await startServer();
    const first = await beginWithNumber(server);
    server.clock.forward(60);
    const second = await begin(server);
    const verification_code = await codeFor(server, EMAIL);
    await submit(server.api, first, billing);
    expect(await fieldOf(submit(server.api, second, { step: '2', verification_code }))).toEqual([
      409,
      'email',
      'RG1004',
    ]);
    const users = await server.context.db.selectFrom('users').select(['email', 'disabled_at']).execute();
    expect(users).toEqual([{ email: EMAIL, disabled_at: null }]);
  });

  it('the address of a user who was disabled meanwhile is not taken over', async () => {
    const server = await startServer();
    await beginVerified(server);
    server.clock.forward(60);
    const second = await begin(server);
    const verification_code = await codeFor(server, EMAIL);
    await server.context.db.updateTable('users').set({ disabled_at: server.clock.now() }).execute();
    expect(await fieldOf(submit(server.api, second, { step: '2', verification_code }))).toEqual([
      409,
      'email',
      'RG1004',
    ]);
  });

  it('resend mails a new code, invalidates the old one and starts a cool-down', async () => {
    const server = await startServer();
    const token = await begin(server);
    const old = await codeFor(server, EMAIL);
    const resend = () => server.api.resendRegistrationCode({ params: { registration_token: token } });
    const { status, data } = await resend();
    expect([status, data.message]).toEqual([200, 'Resend code successfully']);
    expect(data.resend_at).toBe(new Date(server.clock.now() + 30_000).toISOString());
    expect((await read(server.api, token)).resend_at).toBe(data.resend_at);
    const fresh = await codeFor(server, EMAIL);
    if (fresh !== old) {
      expect(await codesOf(submit(server.api, token, { step: '2', verification_code: old }))).toEqual([400, 'AU1003']);
    }
    server.clock.forward(10);
    const refusal = await failureOf(resend());
    expect([refusal.status, refusal.retryAfter]).toEqual([429, 20]);
    server.clock.forward(20);
    expect((await resend()).status).toBe(200);
  });

  it('resend mails a code where the address has no account any more, and none where it has one by now', async () => {
    const server = await startServer();
    const { userId } = await addOwner(server, EMAIL);
    const resend = (registration_token: string) =>
      server.api.resendRegistrationCode({ params: { registration_token } });
    const token = await begin(server);
    expect(await subjects(server)).toEqual(['You already have a Ringwell account']);
    await server.context.db.deleteFrom('users').where('id', '=', userId).execute();
    await resend(token);
    const verification_code = await codeFor(server, EMAIL);
    expect((await submit(server.api, token, { step: '2', verification_code })).data).toMatchObject({ step: '3' });

    const email = 'other@example.com';
    const late = await begin(server, { email });
    await codeFor(server, email);
    await addOwner(server, email);
    await resend(late);
    expect(await subjects(server, email)).toEqual([
      'You already have a Ringwell account',
      'Your Ringwell verification code',
    ]);
  });

  it('of two codes on their way only the newer one is sent', async () => {
    const server = await startServer();
    const { db } = server.context;
    const email = 'mail-late@example.com';
    const token = await begin(server, { email });
    await mailsTo(server, email);
    const [first] = await db.selectFrom('outbox').select('id').execute();
    await server.api.resendRegistrationCode({ params: { registration_token: token } });
    const left = await db.selectFrom('outbox').select('id').execute();
    expect(left).toEqual([{ id: expect.any(Number) }]);
    expect(left).not.toEqual([first]);
  });

  it.each<[string, (server: TestServer, token: string) => unknown]>([
    ['its ten minutes are over', ({ clock }) => clock.forward(600)],
    [
      'a newer one is on its way',
      ({ api }, token) => api.resendRegistrationCode({ params: { registration_token: token } }),
    ],
    ['the address has changed', ({ api }, token) => submit(api, token, { step: '1', email: 'nora@example.com' })],
    [
      'it was used',
      async (server, token) =>
        submit(server.api, token, { step: '2', verification_code: await codeFor(server, EMAIL) }),
    ],
  ])('a code is waited for until %s', async (_what, end) => {
    const server = await startServer();
    const token = await begin(server);
    const code = await codeFor(server, EMAIL);
    const { id } = await server.context.db.selectFrom('registrations').select('id').executeTakeFirstOrThrow();
    const waits = (code: string, of = id) => isCurrentCode(server.context, of, code);
    expect([await waits(code), await waits(otherThan(code)), await waits(code, id + 1)]).toEqual([true, false, false]);
    await end(server, token);
    expect(await waits(code)).toBe(false);
  });

  it('resend at another step is rejected', async () => {
    const server = await startServer();
    const token = await beginVerified(server);
    const params = { registration_token: token };
    expect(await codesOf(server.api.resendRegistrationCode({ params }))).toEqual([409, 'RG1002']);
  });

  it('returns the state of the registration when it is repeated after a lost response', async () => {
    const server = await startServer();
    const token = await begin(server);
    const verification_code = await codeFor(server, EMAIL);
    for (const _ of [1, 2]) {
      expect((await submit(server.api, token, { step: '2', verification_code })).data).toMatchObject({ step: '3' });
    }
    expect(await server.context.db.selectFrom('users').selectAll().execute()).toHaveLength(1);
  });
});
