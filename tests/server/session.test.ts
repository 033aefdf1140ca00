import { describe, expect, it, vi } from 'vitest';
import { codesOf, failureOf } from '../support/failures.ts';
import { addOwner, codeFor, mailsTo, otherThan, PASSWORD } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const EMAIL = 'ann@example.com';
const credentials = { email: EMAIL, password: PASSWORD, remember_me: false };

/** Logs in up to the second factor. */
async function challenge({ api }: TestServer, body: typeof credentials = credentials): Promise<string> {
  const answer = await api.login({ body });
  if (answer.status !== 202) throw new Error(`Login answered ${answer.status}.`);
  return answer.data.nonce;
}

describe('login (§4, §7)', () => {
  it('answers 200 with user_id and user_token where no second factor is asked for', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { userId } = await addOwner(server, EMAIL);
    const { status, data } = await server.api.login({ body: { ...credentials, email: ' ANN@example.com ' } });
    expect(status).toBe(200);
    expect(data).toMatchObject({ user_id: userId, user_token: expect.stringMatching(/^[\w-]{43}$/) });
  });

  it('answers 202 with nonce and message on a device that is not remembered, and mails six digits', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const { status, data } = await server.api.login({ body: credentials });
    expect(status).toBe(202);
    expect(data).toMatchObject({ message: 'Authentication code has been sent to your email address.' });
    expect(data).not.toHaveProperty('user_token');
    expect(await codeFor(server, EMAIL)).toMatch(/^\d{6}$/);
  });

  it('says the same to an unknown address, a wrong password and a disabled account', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await addOwner(server, 'gone@example.com', { user: { disabled_at: 1 } });
    await addOwner(server, 'new@example.com', { user: { confirmed_at: null } });
    const answers = await Promise.all(
      [
        { ...credentials, email: 'nobody@example.com' },
        { ...credentials, password: 'wrong password' },
        { ...credentials, email: 'gone@example.com' },
        { ...credentials, email: 'new@example.com', password: 'wrong password' },
      ].map((body) => failureOf(server.api.login({ body }))),
    );
    for (const { status, errors } of answers) {
      expect(status).toBe(401);
      expect(errors).toEqual([{ code: 'AU1001', field: '', message: 'Wrong email address or password.' }]);
    }
  });

  it('works as hard for nobody as for somebody: one look at a password on every path', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await addOwner(server, 'new@example.com', { user: { confirmed_at: null } });
    await addOwner(server, 'sso@example.com', { user: { password_hash: null } });
    const verify = vi.spyOn(server.context.passwords, 'verify');
    const paths = [EMAIL, 'new@example.com', 'sso@example.com', 'nobody@example.com'];
    for (const [index, email] of paths.entries()) {
      await failureOf(server.api.login({ body: { ...credentials, email, password: 'wrong password' } }));
      expect(verify).toHaveBeenCalledTimes(index + 1);
    }
  });

  it('says AU1002 for an account that is not confirmed, after the right password only', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL, { user: { confirmed_at: null } });
    expect(await codesOf(server.api.login({ body: credentials }))).toEqual([403, 'AU1002']);
  });

  it('takes a password exactly as typed, in either form of its accents', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL, {
      user: { password_hash: await server.context.passwords.hash('caf\u00e9 au lait') },
    });
    const composed = { ...credentials, password: 'cafe\u0301 au lait' };
    expect((await server.api.login({ body: composed })).status).toBe(200);
    expect(await codesOf(server.api.login({ body: { ...composed, password: 'caf\u00e9 au lait ' } }))).toEqual([
      401,
      'AU1001',
    ]);
  });

  it('makes the eleventh try within a quarter of an hour wait, however the address is written', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const wrong = { ...credentials, password: 'wrong password' };
    for (let tries = 0; tries < 10; tries += 1) {
      expect(
        await codesOf(server.api.login({ body: { ...wrong, email: tries % 2 ? EMAIL : 'ANN@Example.com' } })),
      ).toEqual([401, 'AU1001']);
    }
    const eleventh = await failureOf(server.api.login({ body: credentials }));
    expect(eleventh.status).toBe(429);
    expect(eleventh.retryAfter).toBe(900);
    // The page puts Retry-After in words: the message itself counts no seconds.
    expect(eleventh.errors).toMatchObject([{ code: 'AU1004', message: 'Too many tries.' }]);
    server.clock.forward(16 * 60);
    expect((await server.api.login({ body: credentials })).status).toBe(200);
  });

  it('counts whatever way of writing the path leads to the login (A13)', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const paths = [
      '/v1/phone/login',
      '/v1/phone/%6cogin',
      '/v1/phone/a/../login',
      '/v1/phone//login',
      '/v1/phone/LOGIN',
    ];
    const answers = new Map<number, number>();
    for (let tries = 0; tries < 30; tries += 1) {
      const { status } = await server.ask(paths[tries % paths.length] ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...credentials, password: 'wrong password' }),
      });
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    // Three of the five are the login: ten tries are looked at, eight must wait; the rest is nothing at all.
    expect(Object.fromEntries(answers)).toEqual({ 401: 10, 429: 8, 404: 12 });
  });

  it('lets the owner in from a remembered device while somebody else guesses', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const { data } = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    for (let tries = 0; tries < 11; tries += 1) {
      await failureOf(server.api.login({ body: { ...credentials, password: 'wrong password' } }));
    }
    const owner = server.client({ headers: { 'X-Device': data.device_fingerprint ?? '' } });
    expect((await owner.login({ body: credentials })).status).toBe(200);
  });

  it('counts tries of one IPv6 /64 together where networks are limited', async () => {
    const server = await startServer({ TWO_FACTOR: 'off', LIMITS_NETWORK: 'on' });
    let last = 0;
    for (let tries = 0; tries <= 100; tries += 1) {
      const api = server.client({ address: `2001:db8::${tries}` });
      last = (await failureOf(api.resetPassword({ body: { token: 'guess', password: 'a good long one' } }))).status;
    }
    expect(last).toBe(429);
  });
});

describe('two-factor login (§4, §7)', () => {
  it('answers user_id, user_token and device_fingerprint; the device is then remembered for thirty days', async () => {
    const server = await startServer();
    const { userId } = await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const { status, data } = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      user_id: userId,
      user_token: expect.any(String),
      device_fingerprint: expect.any(String),
    });

    const cookie = `device=${encodeURIComponent(JSON.stringify({ fingerprint: data.device_fingerprint }))}`;
    const remembered = server.client({ headers: { Cookie: cookie } });
    expect((await remembered.login({ body: credentials })).status).toBe(200);
    server.clock.forward(30 * 86_400);
    expect((await remembered.login({ body: credentials })).status).toBe(202);
  });

  it('takes a fingerprint for the user it was made for only', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await addOwner(server, 'bob@example.com');
    const nonce = await challenge(server);
    const { data } = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    const bob = server.client({ headers: { 'X-Device': data.device_fingerprint ?? '' } });
    expect((await bob.login({ body: { ...credentials, email: 'bob@example.com' } })).status).toBe(202);
  });

  it.each(['{', 'null', '[]', '7', '{"fingerprint":7}'])('reads the device cookie %s as none', async (value) => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const client = server.client({ headers: { Cookie: `device=${encodeURIComponent(value)}` } });
    expect((await client.login({ body: credentials })).status).toBe(202);
  });

  it('asks for a code at every login by the policy always, and by the switch of a user', async () => {
    const server = await startServer({ TWO_FACTOR: 'always' });
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const { data } = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    expect(data).not.toHaveProperty('device_fingerprint');

    const relaxed = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(relaxed, EMAIL, { user: { second_factor: 1 } });
    expect((await relaxed.api.login({ body: credentials })).status).toBe(202);
  });

  it('refuses a sixth try, also with the right code', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await codesOf(server.api.loginWithCode({ body: { nonce, code: otherThan(code) } }))).toEqual([
        400,
        'AU1003',
      ]);
    }
    const sixth = await failureOf(server.api.loginWithCode({ body: { nonce, code } }));
    expect([sixth.status, sixth.errors[0]?.code]).toEqual([429, 'AU1004']);
    expect(sixth.message).toBe('Too many wrong codes. Please log in again to get a new one.');
    expect(await codesOf(server.api.resendLoginCode({ params: { nonce } }))).toEqual([404, 'AU1006']);
  });

  it('counts before it compares: of fifty tries side by side five are looked at', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    const wrong = Array.from({ length: 50 }, () =>
      codesOf(server.api.loginWithCode({ body: { nonce, code: otherThan(code) } })),
    );
    const looked = (await Promise.all(wrong)).filter(([status]) => status === 400);
    expect(looked).toHaveLength(5);
  });

  it('logs in once, of twenty right codes side by side', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => server.api.loginWithCode({ body: { nonce, code } })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('lets a code live ten minutes, once', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    server.clock.forward(600);
    expect(await codesOf(server.api.loginWithCode({ body: { nonce, code } }))).toEqual([400, 'AU1003']);

    const next = await challenge(server);
    const nextCode = await codeFor(server, EMAIL);
    expect((await server.api.loginWithCode({ body: { nonce: next, code: nextCode } })).status).toBe(200);
    expect(await codesOf(server.api.loginWithCode({ body: { nonce: next, code: nextCode } }))).toEqual([400, 'AU1003']);
  });

  it('binds a code to its own login', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await addOwner(server, 'bob@example.com');
    const nonce = await challenge(server);
    await challenge(server, { ...credentials, email: 'bob@example.com' });
    const bobsCode = await codeFor(server, 'bob@example.com');
    const ownCode = await codeFor(server, EMAIL);
    if (bobsCode === ownCode) return;
    expect(await codesOf(server.api.loginWithCode({ body: { nonce, code: bobsCode } }))).toEqual([400, 'AU1003']);
  });

  it('keeps neither code nor nonce nor token in clear', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    const { data } = await server.api.loginWithCode({ body: { nonce, code } });
    const tables = ['login_chains', 'outbox', 'sessions', 'devices', 'throttles'] as const;
    const rows = await Promise.all(tables.map((table) => server.context.db.selectFrom(table).selectAll().execute()));
    const kept = JSON.stringify(rows);
    expect(kept).toContain('login');
    for (const secret of [`"${code}"`, nonce, data.user_token, data.device_fingerprint, PASSWORD]) {
      expect(kept).not.toContain(secret);
    }
  });
});

describe('resend of a login code (§4, W6)', () => {
  it('answers 202 with a nonce that replaces the old one; old nonce and old code are dead', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const oldCode = await codeFor(server, EMAIL);
    const { status, data } = await server.api.resendLoginCode({ params: { nonce } });
    expect(status).toBe(202);
    expect(data.message).toBe('Authentication code has been sent to your email address.');
    expect(data.resend_at).toBe('2025-03-05T12:00:30.000Z');
    const code = await codeFor(server, EMAIL);
    expect(await codesOf(server.api.loginWithCode({ body: { nonce, code } }))).toEqual([400, 'AU1003']);
    if (oldCode !== code) {
      expect(await codesOf(server.api.loginWithCode({ body: { nonce: data.nonce, code: oldCode } }))).toEqual([
        400,
        'AU1003',
      ]);
    }
    expect((await server.api.loginWithCode({ body: { nonce: data.nonce, code } })).status).toBe(200);
  });

  it('cools down for thirty seconds after a resend, not after the first mail', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const first = await server.api.resendLoginCode({ params: { nonce: await challenge(server) } });
    server.clock.forward(10);
    const tooEarly = await failureOf(server.api.resendLoginCode({ params: { nonce: first.data.nonce } }));
    expect([tooEarly.status, tooEarly.retryAfter]).toEqual([429, 20]);
    server.clock.forward(20);
    expect((await server.api.resendLoginCode({ params: { nonce: first.data.nonce } })).status).toBe(202);
  });

  it('resets no counter: tries go on counting, and the sixth resend is refused', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    let nonce = await challenge(server);
    for (let tries = 0; tries < 4; tries += 1) {
      const code = otherThan(await codeFor(server, EMAIL));
      await failureOf(server.api.loginWithCode({ body: { nonce, code } }));
    }
    nonce = (await server.api.resendLoginCode({ params: { nonce } })).data.nonce;
    const code = await codeFor(server, EMAIL);
    await failureOf(server.api.loginWithCode({ body: { nonce, code: otherThan(code) } }));
    expect(await codesOf(server.api.loginWithCode({ body: { nonce, code } }))).toEqual([429, 'AU1004']);

    let other = await challenge(server);
    for (let resends = 0; resends < 5; resends += 1) {
      other = (await server.api.resendLoginCode({ params: { nonce: other } })).data.nonce;
      server.clock.forward(30);
    }
    expect(await codesOf(server.api.resendLoginCode({ params: { nonce: other } }))).toEqual([429, 'AU1004']);
  });

  it('pauses codes for an hour after twenty wrong ones and tells the owner; a remembered device goes on', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL, { user: { language: 'es' } });
    const opening = await challenge(server);
    const opened = await server.api.loginWithCode({ body: { nonce: opening, code: await codeFor(server, EMAIL) } });
    for (let chains = 0; chains < 4; chains += 1) {
      const nonce = await challenge(server);
      const code = otherThan(await codeFor(server, EMAIL));
      for (let tries = 0; tries < 5; tries += 1) await failureOf(server.api.loginWithCode({ body: { nonce, code } }));
    }
    const fifth = await failureOf(server.api.login({ body: credentials }));
    expect([fifth.status, fifth.retryAfter]).toEqual([429, 3600]);
    const [notice] = await mailsTo(server, EMAIL);
    expect(notice?.html).toContain('lang="es"');
    expect(notice?.text).toContain('http://localhost:3000/es/recuperar-contrasena/');
    const owner = server.client({ headers: { 'X-Device': opened.data.device_fingerprint ?? '' } });
    expect((await owner.login({ body: credentials })).status).toBe(200);
    server.clock.forward(3600);
    expect((await server.api.login({ body: credentials })).status).toBe(202);
  });
});

describe('sessions (§3, §9)', () => {
  const openFor = async (server: TestServer, remember_me: boolean) => {
    const { data } = await server.api.login({ body: { ...credentials, remember_me } });
    return server.client({ userToken: (data as { user_token: string }).user_token });
  };

  it('end at log-out, on the server', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const me = await openFor(server, false);
    expect((await me.logOut({})).status).toBe(200);
    expect(await codesOf(me.logOut({}))).toEqual([401, 'AU1005']);
  });

  it('last a day, or thirty days where the device is to remember', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const [brief, long] = [await openFor(server, false), await openFor(server, true)];
    server.clock.forward(12 * 3600 - 1);
    expect((await brief.listSessions({})).status).toBe(200);
    server.clock.forward(12 * 3600 + 1);
    expect(await codesOf(brief.listSessions({}))).toEqual([401, 'AU1005']);
    server.clock.forward(29 * 86_400 - 10);
    expect((await long.listSessions({})).status).toBe(200);
    server.clock.forward(10);
    expect(await codesOf(long.listSessions({}))).toEqual([401, 'AU1005']);
  });

  it('of one user are a hundred at most: the oldest gives way', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { userId } = await addOwner(server, EMAIL);
    const first = await openFor(server, false);
    const { db } = server.context;
    const row = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    const others = Array.from({ length: 99 }, (_, index) => ({
      ...row,
      id: row.id + 1 + index,
      token_hash: `${index}`,
    }));
    await db.insertInto('sessions').values(others).execute();
    expect((await first.listSessions({})).data.data).toHaveLength(100);
    await openFor(server, false);
    expect(await codesOf(first.listSessions({}))).toEqual([401, 'AU1005']);
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).toHaveLength(100);
  });

  it('need their companion cookie once they have presented it', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const answer = await server.ask('/v1/phone/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    const { user_token } = (await answer.json()) as { user_token: string };
    const [companion = ''] = answer.headers.getSetCookie();
    expect(companion).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
    const bare = server.client({ userToken: user_token });
    expect((await bare.listSessions({})).status).toBe(200);
    const bound = server.client({ userToken: user_token, headers: { Cookie: companion.split(';')[0] ?? '' } });
    expect((await bound.listSessions({})).status).toBe(200);
    expect(await codesOf(bare.listSessions({}))).toEqual([401, 'AU1005']);
  });
});
