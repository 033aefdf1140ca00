import { describe, expect, it, vi } from 'vitest';
import { failureOf } from '#tests/support/failures.ts';
import { startMailServer } from '#tests/support/mailServer.ts';
import { addOwner, codeFor, mailsTo, PASSWORD, tokenFor } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { account, begin, read, signUp, submit } from '#tests/support/signUp.ts';

const TYPED = 'info@müller.example';
const PUNYCODE = 'info@xn--mller-kva.example';
/** The same mailbox, as other browsers, keyboards and clients write it. */
const twins = [
  TYPED,
  PUNYCODE,
  'INFO@MÜLLER.EXAMPLE',
  'Info@XN--MLLER-KVA.example',
  'info@mu\u0308ller.example',
  ' info@müller.example\u200b',
];

const login = (server: TestServer, email: string) =>
  server.api.login({ body: { email, password: account.password, remember_me: false } });

describe('an address in an international domain', () => {
  it('signs up and is shown as it was typed; mail goes to the punycode', async () => {
    const mailServer = await startMailServer();
    const server = await startServer({ SMTP_URL: mailServer.url });
    const token = await begin(server, { email: TYPED });
    expect((await read(server.api, token)).data.email).toBe(TYPED);
    await vi.waitFor(() => expect(mailServer.mails).toHaveLength(1), { timeout: 10_000 });
    // The test's mail server shows a decoded envelope; the address as sent is in the outbox and the header.
    expect(mailServer.mails[0]?.to).toEqual([TYPED]);
    const { recipient } = await server.context.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    expect(recipient).toBe(PUNYCODE);
    expect(mailServer.mails[0]?.raw.split('\r\n\r\n')[0]).toMatch(/^To: .*info@xn--mller-kva\.example/m);
  });

  it.each(twins)('logs in to the same account in every spelling: %j', async (email) => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await signUp(server, { email: TYPED });
    expect((await login(server, email)).status).toBe(200);
  });

  it.each(twins)('cannot sign up twice in another spelling: %j', async (email) => {
    const server = await startServer();
    await signUp(server, { email: PUNYCODE });
    // The mails of the sign-up are sent before the next one is requested.
    await mailsTo(server, TYPED);
    server.clock.forward(60);
    await begin(server, { email });
    const [mail] = await mailsTo(server, TYPED);
    expect(mail?.subject).toBe('You already have a Ringwell account');
  });

  it.each(twins)('of a registration is not new in another spelling: %j', async (email) => {
    const server = await startServer();
    const token = await begin(server, { email: TYPED });
    const verification_code = await codeFor(server, TYPED);
    server.clock.forward(60);
    await submit(server.api, token, { step: '1', email });
    expect(await mailsTo(server, TYPED)).toHaveLength(1);
    expect((await submit(server.api, token, { step: '2', verification_code })).data).toMatchObject({ step: '3' });
  });

  it.each(twins)('gets its reset link: %j', async (email) => {
    const server = await startServer();
    await addOwner(server, TYPED);
    await server.api.requestReset({ body: { email } });
    const token = await tokenFor(server, PUNYCODE);
    const { data } = await server.api.resetPassword({ body: { token, password: 'nine small elephants' } });
    expect(data.user_email).toBe(TYPED);
  });

  it('shares its limit of wrong passwords with its other spellings', async () => {
    const server = await startServer();
    await addOwner(server, TYPED);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const email = twins[attempt % twins.length] ?? TYPED;
      statuses.push((await failureOf(server.api.login({ body: { email, password: 'x', remember_me: false } }))).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('stays distinct from one that only looks alike', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, 'info@acme.example');
    await addOwner(server, 'info@straße.example');
    const logInAs = (email: string) => server.api.login({ body: { email, password: PASSWORD, remember_me: false } });
    expect((await logInAs('info@acme.example')).status).toBe(200);
    for (const email of ['info@аcme.example', 'info@strasse.example']) {
      expect((await failureOf(logInAs(email))).status).toBe(401);
    }
  });
});

describe('an address that cannot be used', () => {
  it.each([
    ['en', 'użytkownik@acme.example', '“ż”'],
    ['de', 'użytkownik@acme.example', '„ż“'],
    ['pl', 'użytkownik@acme.example', '„ż”'],
    ['es', 'почта@acme.example', '«п»'],
    ['mx', 'почта@acme.example', '“п”'],
    ['pt', 'café@acme.example', '«é»'],
    ['br', 'café@acme.example', '“é”'],
  ])('in %s, %s is rejected for an unsupported character', async (language, email, letter) => {
    const { client } = await startServer();
    const api = client({ headers: { 'X-Language': language } });
    for (const call of [
      () => api.createRegistration({ body: { ...account, email } }),
      () => api.requestReset({ body: { email } }),
      () => api.login({ body: { email, password: 'x', remember_me: false } }),
    ]) {
      const { status, errors } = await failureOf(call());
      expect(status).toBe(400);
      expect(errors).toMatchObject([{ code: 'VA1001', field: 'email' }]);
      expect(errors[0]?.message).toContain(letter);
    }
  });

  it.each(['\u200b', '\u202c', '\u2060', '\u200e', '\u00ad'])(
    'with %j inside is rejected with that reason',
    async (sign) => {
      const server = await startServer();
      const { errors } = await failureOf(begin(server, { email: `ni${sign}na@example.com` }));
      expect(errors[0]?.message).toContain('There is an invisible character in this address.');
      expect(errors).toHaveLength(1);
    },
  );
});

describe('input copied with invisible characters', () => {
  it('is the same address, the same name, the same code', async () => {
    const server = await startServer();
    const names = { first_name: '\u200bNina\u202c', last_name: ' \u2060Newman\u00ad' };
    const token = await begin(server, { ...names, email: '\u200e nina@example.com\u200b' });
    expect((await read(server.api, token)).data).toMatchObject({
      first_name: 'Nina',
      last_name: 'Newman',
      email: 'nina@example.com',
    });
    const code = await codeFor(server, 'nina@example.com');
    const verification_code = `\u202a${code.slice(0, 3)}\u200b ${code.slice(3)}\u202c`;
    expect((await submit(server.api, token, { step: '2', verification_code })).status).toBe(200);
  });

  it('is the same token in a path and in a body', async () => {
    const server = await startServer();
    const token = await begin(server);
    expect((await read(server.api, `\u200b${token}\u202c`)).data.email).toBe(account.email);
    await addOwner(server, 'ann@example.com');
    await server.api.requestReset({ body: { email: 'ann@example.com' } });
    const reset = await tokenFor(server, 'ann@example.com');
    const body = { token: `${reset.slice(0, 9)}\u200b${reset.slice(9)} `, password: 'nine small elephants' };
    expect((await server.api.resetPassword({ body })).status).toBe(200);
  });

  it('changes a password: passwords are never altered', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, 'ann@example.com');
    const logInWith = (password: string) =>
      server.api.login({ body: { email: 'ann@example.com', password, remember_me: false } });
    expect((await failureOf(logInWith(`${PASSWORD}\u200b`))).status).toBe(401);
    expect((await logInWith(PASSWORD)).status).toBe(200);
  });
});
