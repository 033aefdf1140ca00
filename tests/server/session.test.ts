import { describe, expect, it, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import type { RequestContext } from '#server/http/requestContext.ts';
import { endWaits } from '#server/login/codePause.ts';
import { rememberDevice } from '#server/login/device.ts';
import { createPasswords, PasswordQueueFull } from '#server/login/passwords.ts';
import { openSession, readCookieSession } from '#server/login/sessions.ts';
import { anyUserByEmail, rejectChangedUser, strengthenHash, userByEmail, userById } from '#server/login/user.ts';
import { tokenHash } from '#server/platform/secrets.ts';
import { as, challenge, credentials, EMAIL, ownerOf, sessionToken } from '../support/account.ts';
import { codesOf, failureOf } from '../support/failures.ts';
import { linesOf } from '../support/logLines.ts';
import { addOwner, codeFor, PASSWORD } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('login (§4, §7)', () => {
  it('answers 200 with user_id and user_token if no second factor is required', async () => {
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

  it('gives the same error for an unknown address, a wrong password and a disabled account', async () => {
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

  it('checks exactly one password with and without an account', async () => {
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

  it('answers AU1002 for an unconfirmed account, only after the right password', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL, { user: { confirmed_at: null } });
    expect(await codesOf(server.api.login({ body: credentials }))).toEqual([403, 'AU1002']);
  });

  it('does not find a user whom the operator has disabled; the operator does', async () => {
    const server = await startServer();
    const { userId } = await addOwner(server, EMAIL);
    const gone = await addOwner(server, 'gone@example.com', { user: { disabled_at: 1 } });
    const found = async (by: typeof userByEmail) =>
      Promise.all(
        [EMAIL, ' GONE@example.com', 'nobody@example.com'].map(
          async (email) => (await by(server.context.db, email))?.id,
        ),
      );
    expect(await found(userByEmail)).toEqual([userId, undefined, undefined]);
    expect(await found(anyUserByEmail)).toEqual([userId, gone.userId, undefined]);
  });

  it('compares a password exactly as typed, in either form of its accents', async () => {
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

  it('rejects the eleventh attempt within a quarter of an hour, however the address is written', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const wrong = { ...credentials, password: 'wrong password' };
    for (let attempts = 0; attempts < 10; attempts += 1) {
      expect(
        await codesOf(server.api.login({ body: { ...wrong, email: attempts % 2 ? EMAIL : 'ANN@Example.com' } })),
      ).toEqual([401, 'AU1001']);
    }
    const eleventh = await failureOf(server.api.login({ body: credentials }));
    expect(eleventh.status).toBe(429);
    expect(eleventh.retryAfter).toBe(900);
    // The page puts Retry-After in words: the message itself counts no seconds.
    expect(eleventh.errors).toMatchObject([{ code: 'AU1004', message: 'Too many attempts.' }]);
    await addOwner(server, 'bob@example.com');
    const bobs = await server.api.login({ body: { ...credentials, email: 'bob@example.com' } });
    expect(bobs.status, 'another address').toBe(200);
    server.clock.forward(16 * 60);
    expect((await server.api.login({ body: credentials })).status).toBe(200);
  });

  it('counts logins under every spelling of the path', async () => {
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
    for (let attempts = 0; attempts < 30; attempts += 1) {
      const { status } = await server.request(paths[attempts % paths.length] ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...credentials, password: 'wrong password' }),
      });
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    // Three of the five are the login: ten tries are looked at, eight must wait; the rest is nothing at all.
    expect(Object.fromEntries(answers)).toEqual({ 401: 10, 429: 8, 404: 12 });
  });

  it('counts anew after the right password, from a login and from within a session', async () => {
    const { server, me } = await ownerOf();
    const wrong = { ...credentials, password: 'wrong password' };
    const body = { enabled: false, password: 'wrong password' };
    for (let round = 0; round < 2; round += 1) {
      for (let attempts = 0; attempts < 9; attempts += 1) {
        await failureOf(server.api.login({ body: wrong }));
        await failureOf(me.switchSecondFactor({ body }));
      }
      expect((await server.api.login({ body: credentials })).status).toBe(200);
      expect((await me.switchSecondFactor({ body: { ...body, password: PASSWORD } })).status).toBe(200);
    }
  });

  it('keeps no count of right passwords, however many a network enters', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    await server.client({ address: '203.0.113.9' }).login({ body: credentials });
    const counts = await server.context.db.selectFrom('throttles').select('bucket').execute();
    expect(counts.filter(({ bucket }) => !bucket.startsWith('network-keys:'))).toEqual([]);
  });

  it.each([
    ['changed', { password_hash: 'another' }],
    ['the user disabled', { disabled_at: 1 }],
  ])('opens no session if the password is %s while it is verified', async (_what, change) => {
    for (const env of [{ TWO_FACTOR: 'off' }, {}]) {
      const server = await startServer(env);
      await addOwner(server, EMAIL);
      const { db, passwords } = server.context;
      const verify = passwords.verify;
      vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...given) => {
        const isRight = await verify(...given);
        await db.updateTable('users').set(change).execute();
        return isRight;
      });
      expect(await codesOf(server.api.login({ body: credentials }))).toEqual([401, 'AU1001']);
      expect(await db.selectFrom('sessions').select('id').execute()).toEqual([]);
      expect(await db.selectFrom('login_challenges').select('id').execute()).toEqual([]);
    }
  });

  describe('with a password whose hash is weaker than today’s', () => {
    const weak = { memoryCost: 32, timeCost: 1, parallelism: 1 };

    async function withWeakHash(env = { TWO_FACTOR: 'off' }) {
      const server = await startServer(env);
      const old = await createPasswords(weak).hash(PASSWORD);
      await addOwner(server, EMAIL, { user: { password_hash: old } });
      const user = () => server.context.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
      return { server, old, user, stored: async () => (await user()).password_hash };
    }

    it.each(['off', 'always'])('replaces the hash after the right password only (TWO_FACTOR=%s)', async (policy) => {
      const { server, old, stored } = await withWeakHash({ TWO_FACTOR: policy });
      const strengthen = vi.spyOn(server.context.passwords, 'strengthen');
      await failureOf(server.api.login({ body: { ...credentials, password: 'wrong password' } }));
      expect(strengthen).not.toHaveBeenCalled();
      await server.api.login({ body: credentials });
      await vi.waitFor(async () => expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=64,/));
      expect(await stored()).not.toBe(old);
      expect((await server.api.login({ body: credentials })).status).toBeLessThan(300);
    });

    it('does not wait for the new hash', async () => {
      const { server, old, stored } = await withWeakHash();
      vi.spyOn(server.context.passwords, 'strengthen').mockReturnValue(new Promise(() => {}));
      expect((await server.api.login({ body: credentials })).status).toBe(200);
      expect(await stored()).toBe(old);
    });

    it('a login or a password change that has read the old hash succeeds while the hash is replaced', async () => {
      const { server, old, user, stored } = await withWeakHash();
      const { passwords } = server.context;
      const before = await user();
      const { verify } = passwords;
      const replacing = (...given: Parameters<typeof verify>) =>
        strengthenHash(server.context, before, PASSWORD).then(() => verify(...given));
      const verifying = vi.spyOn(passwords, 'verify').mockImplementationOnce(replacing);
      const me = await as(server);
      expect(await stored()).not.toBe(old);

      await server.context.db.updateTable('users').set({ password_hash: old }).execute();
      verifying.mockImplementationOnce(replacing);
      const body = { current_password: PASSWORD, password: 'seven tall giraffes' };
      expect((await me.changePassword({ body })).status).toBe(200);
      expect(await passwords.verify('seven tall giraffes', await stored())).toBe(true);
    });

    it.each<[string, Error | null, number]>([
      ['is done', null, 0],
      ['finds no room', new PasswordQueueFull(), 0],
      ['fails', new Error('the disk is full'), 1],
    ])('tells the operator of a new hash that %s only where there is something to do', async (_what, fault, lines) => {
      const { server, user } = await withWeakHash();
      if (fault) vi.spyOn(server.context.passwords, 'strengthen').mockRejectedValueOnce(fault);
      const [given] = [await user()];
      const log = await linesOf(() => strengthenHash(server.context, given, PASSWORD));
      expect(log).toMatchObject(
        Array(lines).fill({ event: 'a password could not be hashed anew', user: String(given.id) }),
      );
    });

    it('replaces the hash of no other user, and does nothing for a user without a password', async () => {
      const { server, old, user } = await withWeakHash();
      const bob = await addOwner(server, 'bob@example.com', { user: { password_hash: old } });
      const sso = await addOwner(server, 'sso@example.com', { user: { password_hash: null } });
      const { context } = server;
      await strengthenHash(context, await user(), PASSWORD);
      const without = await userById(context.db, sso.userId);
      expect(await linesOf(() => strengthenHash(context, without, PASSWORD))).toEqual([]);
      expect((await userById(context.db, bob.userId)).password_hash).toBe(old);
      const entered = context.db.transaction().execute((tx) => rejectChangedUser(tx, without));
      await expect(entered).rejects.toMatchObject({ status: 401 });
    });

    it('never brings back a password that is changed while it is hashed anew', async () => {
      const { server, user, stored } = await withWeakHash();
      const { passwords, db } = server.context;
      const changed = await passwords.hash('seven tall giraffes');
      const { strengthen } = passwords;
      vi.spyOn(passwords, 'strengthen').mockImplementationOnce(async (...given) => {
        const stronger = await strengthen(...given);
        await db.updateTable('users').set({ password_hash: changed }).execute();
        return stronger;
      });
      await strengthenHash(server.context, await user(), PASSWORD);
      expect(await stored()).toBe(changed);
    });
  });

  it('lets the owner in from a remembered device while another person guesses', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const { data } = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    for (let attempts = 0; attempts < 11; attempts += 1) {
      await failureOf(server.api.login({ body: { ...credentials, password: 'wrong password' } }));
    }
    const owner = server.client({ headers: { 'X-Device': data.device_fingerprint ?? '' } });
    expect((await owner.login({ body: credentials })).status).toBe(200);
  });

  it('lets the owner in again once the operator has ended the waits, on every remembered device', async () => {
    const server = await startServer();
    const { context } = server;
    const people = [];
    for (const email of [EMAIL, 'bob@example.com']) {
      const { userId } = await addOwner(server, email);
      const device = await context.db.transaction().execute((tx) => rememberDevice(context, tx, userId));
      const api = server.client({ headers: { 'X-Device': device } });
      const logIn = (password: string) => api.login({ body: { ...credentials, email, password } });
      for (let attempts = 0; attempts < 10; attempts += 1) await failureOf(logIn('wrong password'));
      people.push({ user: await userById(context.db, userId), logIn });
    }
    const [ann, bob] = people;
    if (!ann || !bob) throw new Error('Two people were added.');
    await endWaits(context.db, ann.user);
    expect((await ann.logIn(PASSWORD)).status).toBe(200);
    expect(await codesOf(bob.logIn(PASSWORD))).toEqual([429, 'AU1004']);
  });

  it('counts guesses on one remembered device for that device only', async () => {
    const server = await startServer();
    const { userId } = await addOwner(server, EMAIL);
    const { context } = server;
    const remember = () => context.db.transaction().execute((tx) => rememberDevice(context, tx, userId));
    const [lost, own] = [await remember(), await remember()].map((device) =>
      server.client({ headers: { 'X-Device': device } }),
    );
    const guess = () => lost?.login({ body: { ...credentials, password: 'wrong password' } });
    for (let attempts = 0; attempts < 10; attempts += 1) await failureOf(Promise.resolve(guess()));
    expect(await codesOf(Promise.resolve(guess()))).toEqual([429, 'AU1004']);
    expect((await own?.login({ body: credentials }))?.status).toBe(200);
    expect((await server.api.login({ body: credentials })).status).toBe(202);
  });

  it('counts attempts of one IPv6 /64 together where networks are limited', async () => {
    const server = await startServer({ TWO_FACTOR: 'off', LIMITS_NETWORK: 'on' });
    let last = 0;
    for (let attempts = 0; attempts <= 100; attempts += 1) {
      const api = server.client({ address: `2001:db8::${attempts}` });
      last = (await failureOf(api.resetPassword({ body: { token: 'guess', password: 'a good long one' } }))).status;
    }
    expect(last).toBe(429);
  });
});

describe('sessions (§3, §9)', () => {
  const openFor = async (server: TestServer, remember_me: boolean) =>
    server.client({ userToken: await sessionToken(server, EMAIL, PASSWORD, remember_me) });

  it('end at log-out, on the server', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const me = await openFor(server, false);
    expect((await me.logOut({})).status).toBe(200);
    expect(await codesOf(me.logOut({}))).toEqual([401, 'AU1005']);
    expect(await codesOf(server.api.logOut({})), 'without any').toEqual([401, 'AU1005']);
  });

  it('end for a user who is disabled, and for no other user', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { userId } = await addOwner(server, EMAIL);
    await addOwner(server, 'bob@example.com');
    const me = await openFor(server, false);
    const bob = await as(server, 'bob@example.com');
    await server.context.db.updateTable('users').set({ disabled_at: 1 }).where('id', '=', userId).execute();
    expect(await codesOf(me.listSessions({}))).toEqual([401, 'AU1005']);
    expect((await bob.listSessions({})).status).toBe(200);
  });

  it('take their companion cookie with them at log-out', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const headers = { Authorization: `Bearer ${await sessionToken(server)}` };
    const { method, path } = calls.logOut;
    const answer = await server.request(API_PATH + path, { method: method.toUpperCase(), headers });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([
      200,
      ['__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'],
    ]);
  });

  it('last a day, or thirty days with remember_me', async () => {
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

  it('end after half a day without use, unless they are remembered', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const [idle, used, remembered] = [
      await openFor(server, false),
      await openFor(server, false),
      await openFor(server, true),
    ];
    for (let hours = 0; hours < 12; hours += 4) {
      server.clock.forward(4 * 3600);
      expect((await used.listSessions({})).status).toBe(200);
    }
    expect(await codesOf(idle.listSessions({}))).toEqual([401, 'AU1005']);
    expect((await remembered.listSessions({})).data.data).toHaveLength(2);
    server.clock.forward(11 * 3600);
    expect((await used.listSessions({})).status).toBe(200);
  });

  it.each([
    ['of a session', (token: string) => JSON.stringify({ user_id: 1, user_token: token }), true],
    ['of no session', () => JSON.stringify({ user_id: 1, user_token: 'unknown' }), false],
    ['that is no object', (token: string) => token, false],
    ['without a token', () => '{}', false],
    ['that is missing', () => undefined, false],
  ])('are found by the cookie %s, where a navigation has no header', async (_what, cookieOf, isFound) => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const value = cookieOf(await sessionToken(server));
    const requestContext = { cookie: (name: string) => (name === 'auth' ? value : undefined) } as RequestContext;
    expect((await readCookieSession(server.context, requestContext)) !== null).toBe(isFound);
  });

  it('are not remembered unless that is asked for', async () => {
    const { context, clock } = await startServer();
    const { userId } = await addOwner({ context } as TestServer, EMAIL);
    const lines: string[] = [];
    const requestContext = { device: '', setCookie: (line: string) => void lines.push(line) } as RequestContext;
    await context.db.transaction().execute((tx) => openSession(context, tx, requestContext, { userId }));
    const { remember_me, expires_at } = await context.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    expect([remember_me, expires_at - clock.now()]).toEqual([0, 86_400_000]);
    expect(lines.join()).not.toContain('Max-Age');
  });

  it('note their last use once a minute, by whatever client', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const token = await sessionToken(server);
    const me = server.client({ userToken: token });
    const { db } = server.context;
    const seen = async () => (await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()).last_seen_at;
    const opened = await seen();
    server.clock.forward(59);
    await me.listSessions({});
    expect(await seen()).toBe(opened);
    server.clock.forward(1);
    await me.listSessions({});
    expect(await seen()).toBe(opened + 60_000);
    await db
      .updateTable('sessions')
      .set({ bound: 1, companion_hash: tokenHash('companion') })
      .execute();
    const headers = { Authorization: `Bearer ${token}`, Cookie: '__Host-session=companion' };
    server.clock.forward(59);
    expect((await server.request('/v1/phone/account', { headers })).status).toBe(200);
    expect(await seen()).toBe(opened + 60_000);
  });

  it('are limited to a hundred per user, after which the oldest ends', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { userId } = await addOwner(server, EMAIL);
    const { userId: bob } = await addOwner(server, 'bob@example.com');
    const bobs = await server.api.login({ body: { ...credentials, email: 'bob@example.com' } });
    expect(bobs.status).toBe(200);
    const first = await openFor(server, false);
    const { db } = server.context;
    const { id, ...row } = await db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: 99 }, (_, index) => ({ ...row, token_hash: `${index}` }));
    await db.insertInto('sessions').values(others).execute();
    await server.api.login({ body: { ...credentials, email: 'bob@example.com' } });
    expect((await first.listSessions({})).data.data).toHaveLength(100);
    await openFor(server, false);
    expect(await codesOf(first.listSessions({}))).toEqual([401, 'AU1005']);
    const left = await db.selectFrom('sessions').select('user_id').execute();
    expect(left.filter(({ user_id }) => user_id === userId)).toHaveLength(100);
    expect(left.filter(({ user_id }) => user_id === bob)).toHaveLength(2);
  });

  it('require their companion cookie once they have presented it', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const answer = await server.request('/v1/phone/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    const { user_token } = (await answer.json()) as { user_token: string };
    const [companion = ''] = answer.headers.getSetCookie();
    expect(companion).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const bare = server.client({ userToken: user_token });
    expect((await bare.listSessions({})).status).toBe(200);
    const bound = server.client({ userToken: user_token, headers: { Cookie: companion.split(';')[0] ?? '' } });
    expect((await bound.listSessions({})).status).toBe(200);
    expect(await codesOf(bare.listSessions({}))).toEqual([401, 'AU1005']);
    const foreign = `__Host-session=${'x'.repeat(43)}`;
    const other = server.client({ userToken: user_token, headers: { Cookie: foreign } });
    expect(await codesOf(other.listSessions({}))).toEqual([401, 'AU1005']);
    expect((await bound.listSessions({})).status).toBe(200);
  });

  it('are not bound by the companion cookie of another session', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const userToken = await sessionToken(server);
    const foreign = server.client({ userToken, headers: { Cookie: `__Host-session=${'x'.repeat(43)}` } });
    server.clock.forward(60);
    expect((await foreign.listSessions({})).status).toBe(200);
    expect((await server.client({ userToken }).listSessions({})).status).toBe(200);
  });

  it.each(['Bearer', 'Basic', 'bearer TOKEN', 'Basic Bearer TOKEN', 'Bearer TOKEN more', 'Bearer  TOKEN', 'TOKEN'])(
    'are not found by the header %s',
    async (header) => {
      const server = await startServer({ TWO_FACTOR: 'off' });
      await addOwner(server, EMAIL);
      const token = await sessionToken(server);
      const read = (Authorization: string) => server.request('/v1/phone/account', { headers: { Authorization } });
      expect((await read(header.replace('TOKEN', token))).status).toBe(401);
      expect((await read(`Bearer ${token}`)).status).toBe(200);
    },
  );
});
