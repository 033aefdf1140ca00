import { describe, expect, it, vi } from 'vitest';
import type { RequestContext } from '#server/http/requestContext.ts';
import { awaitsLoginCode, challengeToResend, endChallenge, resendCode, tryCode } from '#server/login/challenge.ts';
import { rememberDevice } from '#server/login/device.ts';
import { needsCodeWithoutPassword, needsLoginCode } from '#server/login/secondFactor.ts';
import { challenge, credentials, EMAIL } from '../support/account.ts';
import { codesOf, failureOf, fieldOf } from '../support/failures.ts';
import { addOwner, codeFor, mailsTo, otherThan, PASSWORD } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { beforeTransaction } from '../support/transactions.ts';

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

  it('accepts a fingerprint only for the user it was created for', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await addOwner(server, 'bob@example.com');
    const nonce = await challenge(server);
    const { data } = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    const bob = server.client({ headers: { 'X-Device': data.device_fingerprint ?? '' } });
    expect((await bob.login({ body: { ...credentials, email: 'bob@example.com' } })).status).toBe(202);
  });

  it('remembers a hundred devices of each user, and forgets the oldest beyond them', async () => {
    const server = await startServer();
    const { userId } = await addOwner(server, EMAIL);
    const { userId: bob } = await addOwner(server, 'bob@example.com');
    const { context } = server;
    const times = { created_at: 0, expires_at: server.clock.now() + 1000 };
    const device = (user_id: number, name: string) => ({ ...times, user_id, fingerprint_hash: name });
    await context.db
      .insertInto('devices')
      .values([
        device(bob, 'of bob'),
        ...Array.from({ length: 100 }, (_, index) => device(userId, `${index}`)),
        device(bob, 'later of bob'),
      ])
      .execute();
    await context.db.transaction().execute((tx) => rememberDevice(context, tx, userId));
    const left = await context.db.selectFrom('devices').select(['user_id', 'fingerprint_hash']).execute();
    expect(left.filter(({ user_id }) => user_id === userId)).toHaveLength(100);
    expect(left.map(({ fingerprint_hash }) => fingerprint_hash)).not.toContain('0');
    expect(left.map(({ fingerprint_hash }) => fingerprint_hash)).toEqual(expect.arrayContaining(['1', 'of bob']));
  });

  it('finds its device cookie among others with the same name, in any order', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const { data } = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    const ours = `device=${encodeURIComponent(JSON.stringify({ fingerprint: data.device_fingerprint }))}`;
    const another = `device=${encodeURIComponent('{"fingerprint":"another"}')}`;
    const others = ['device=7', another];
    const many = Array.from({ length: 10 }, () => another);
    for (const [list, status] of [
      [[...others, ours], 200],
      [[ours, ...others], 200],
      // Of very many only the last ten are looked up.
      [[...many, ours], 200],
      [[ours, ...many], 202],
    ] as const) {
      const client = server.client({ headers: { Cookie: list.join('; ') } });
      expect((await client.login({ body: credentials })).status).toBe(status);
    }
  });

  it.each(['{', 'null', '[]', '7', '{"fingerprint":7}'])('reads the device cookie %s as none', async (value) => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const client = server.client({ headers: { Cookie: `device=${encodeURIComponent(value)}` } });
    expect((await client.login({ body: credentials })).status).toBe(202);
  });

  it('requires a code at every login by the policy always, and by a user’s own setting', async () => {
    const server = await startServer({ TWO_FACTOR: 'always' });
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const { data } = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    expect(data).not.toHaveProperty('device_fingerprint');

    const relaxed = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(relaxed, EMAIL, { user: { second_factor: 1 } });
    expect((await relaxed.api.login({ body: credentials })).status).toBe(202);
  });

  it.each([
    [true, 200],
    [false, 401],
  ])('opens a session that lasts as the login asked before the code: remember_me %s', async (remember_me, status) => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server, { ...credentials, remember_me });
    const { data } = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    server.clock.forward(29 * 86_400);
    const answer = await server
      .client({ userToken: data.user_token })
      .readAccount({})
      .catch((failure) => failure);
    expect(answer.status).toBe(status);
  });

  // On a device that is not known, and on one that is.
  it.each([
    ['always', 0, [true, true], [true, true]],
    ['always', 1, [true, true], [true, true]],
    ['new-device', 0, [true, false], [false, false]],
    ['new-device', 1, [true, false], [true, false]],
    ['off', 0, [false, false], [false, false]],
    ['off', 1, [true, false], [true, false]],
  ] as const)('is needed by the policy %s and the user’s setting %i', (policy, second_factor, byPassword, without) => {
    const needs = [needsLoginCode, needsCodeWithoutPassword].map((needsCode) =>
      [false, true].map((isKnownDevice) => needsCode(policy, { second_factor }, isKnownDevice)),
    );
    expect(needs).toEqual([byPassword, without]);
    // Right after the sign-up no device is known.
    expect(needsCodeWithoutPassword(policy, { second_factor })).toBe(without[0]);
  });

  it('rejects a sixth attempt, also with the right code', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    for (let attempts = 0; attempts < 5; attempts += 1) {
      const wrong = server.api.loginWithCode({ body: { nonce, code: otherThan(code) } });
      expect(await fieldOf(wrong)).toEqual([400, 'code', 'AU1003']);
    }
    const sixth = await failureOf(server.api.loginWithCode({ body: { nonce, code } }));
    expect([sixth.status, sixth.errors[0]?.code]).toEqual([429, 'AU1004']);
    expect(sixth.message).toBe('Too many wrong codes. Log in again to get a new one.');
    expect(sixth.retryAfter, 'waiting does not help').toBeNull();
    expect(await codesOf(server.api.resendLoginCode({ params: { nonce } }))).toEqual([404, 'AU1006']);
    // The answer to an unknown login does not depend on another’s attempts.
    const unknown = server.api.loginWithCode({ body: { nonce: 'unknown', code } });
    expect(await fieldOf(unknown)).toEqual([400, 'code', 'AU1003']);
  });

  it.each<[string, (server: TestServer) => Promise<unknown>]>([
    ['is over', async ({ clock }) => clock.forward(3600)],
    ['has logged in', ({ context }) => context.db.updateTable('login_challenges').set({ ended_at: 1 }).execute()],
  ])('counts no codes for a login that %s', async (_what, end) => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = otherThan(await codeFor(server, EMAIL));
    await end(server);
    expect(await codesOf(server.api.loginWithCode({ body: { nonce, code } }))).toEqual([400, 'AU1003']);
    const { db } = server.context;
    expect(await db.selectFrom('login_challenges').select('attempts').execute()).toEqual([{ attempts: 0 }]);
    const counters = await db.selectFrom('throttles').select('bucket').execute();
    expect(counters.filter(({ bucket }) => bucket.startsWith('codes:'))).toEqual([]);
  });

  it('counts mails of logins and of resends together, eight an hour from one network', async () => {
    const server = await startServer({ COOL_DOWN_S: '0' });
    await addOwner(server, EMAIL);
    const api = server.client({ address: '203.0.113.7' });
    const logIn = () => api.login({ body: credentials });
    const resend = (nonce: string) => api.resendLoginCode({ params: { nonce } });
    let nonce = '';
    for (let mails = 0; mails < 8; mails += 1) {
      const { data } = mails % 2 ? await resend(nonce) : await logIn();
      nonce = 'nonce' in data ? data.nonce : '';
    }
    expect(await failureOf(logIn())).toMatchObject({ status: 429, retryAfter: 3600 });
    expect(await failureOf(resend(nonce))).toMatchObject({ status: 429, retryAfter: 3600 });
  });

  it('of several logins replaces no code that is on its way but its own', async () => {
    const server = await startServer({ COOL_DOWN_S: '0' });
    await addOwner(server, EMAIL);
    const wake = vi.spyOn(server.context, 'wakeMail').mockReturnValue();
    const [first] = [await challenge(server), await challenge(server)];
    await server.api.resendLoginCode({ params: { nonce: first } });
    expect(wake).toHaveBeenCalledTimes(3);
    const waiting = await server.context.db.selectFrom('outbox').select('id').orderBy('id').execute();
    expect(waiting.map(({ id }) => id)).toEqual([2, 3]);
  });

  it('counts before it compares: of fifty concurrent attempts five are checked', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    // Each from a client of its own: one client repeats its Idempotency-Key, and gets the first response again.
    const wrong = Array.from({ length: 50 }, () =>
      codesOf(server.client({}).loginWithCode({ body: { nonce, code: otherThan(code) } })),
    );
    const compared = (await Promise.all(wrong)).filter(([status]) => status === 400);
    expect(compared).toHaveLength(5);
  });

  it('logs in once for twenty concurrent right codes', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => server.client({}).loginWithCode({ body: { nonce, code } })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('accepts a code once, within ten minutes', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    server.clock.forward(600);
    expect(await codesOf(server.api.loginWithCode({ body: { nonce, code } }))).toEqual([400, 'AU1003']);

    const next = await challenge(server);
    const nextCode = await codeFor(server, EMAIL);
    server.clock.forward(599);
    expect((await server.api.loginWithCode({ body: { nonce: next, code: nextCode } })).status).toBe(200);
    expect(await codesOf(server.api.loginWithCode({ body: { nonce: next, code: nextCode } }))).toEqual([400, 'AU1003']);
  });

  it('accepts a code only for its own login', async () => {
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

  it('stores neither code nor nonce nor token in clear', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    const { data } = await server.api.loginWithCode({ body: { nonce, code } });
    const tables = ['login_challenges', 'outbox', 'sessions', 'devices', 'throttles'] as const;
    const rows = await Promise.all(tables.map((table) => server.context.db.selectFrom(table).selectAll().execute()));
    const stored = JSON.stringify(rows);
    expect(stored).toContain('login');
    for (const secret of [`"${code}"`, nonce, data.user_token, data.device_fingerprint, PASSWORD]) {
      expect(stored).not.toContain(secret);
    }
  });
});

describe('resend of a login code (§4)', () => {
  it('answers 202 with a new nonce and invalidates the old nonce and code', async () => {
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

  it('is sent once for two concurrent requests with the same nonce', async () => {
    const server = await startServer({ COOL_DOWN_S: '0' });
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const { context } = server;
    // A mail whose code is replaced before it is sent is not sent.
    expect(await mailsTo(server, EMAIL)).toHaveLength(1);
    // Both have found the challenge before either of them changes it.
    const found = [await challengeToResend(context, nonce), await challengeToResend(context, nonce)];
    const requestContext = { language: 'en' } as RequestContext;
    const sent = await Promise.allSettled(
      found.map((one) => context.db.transaction().execute((tx) => resendCode(context, tx, one, requestContext))),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 404 } });
    expect(await mailsTo(server, EMAIL)).toHaveLength(2);
  });

  it('a code that two requests have checked before either login logs in once', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    const { context } = server;
    const verified = [await tryCode(context, nonce, code), await tryCode(context, nonce, code)];
    const ended = await Promise.allSettled(
      verified.map((one) => context.db.transaction().execute((tx) => endChallenge(context, tx, one))),
    );
    const problems = [{ name: 'codeWrong', field: 'code' }];
    // Either of the two may be the first.
    expect(ended.toSorted((one, other) => one.status.localeCompare(other.status))).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { status: 400, problems } },
    ]);
  });

  it('a resend between the check of a right code and the login ends that login: only the newest code counts', async () => {
    const server = await startServer({ COOL_DOWN_S: '0' });
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const verified = await tryCode(server.context, nonce, await codeFor(server, EMAIL));
    await server.api.resendLoginCode({ params: { nonce } });
    const end = server.context.db.transaction().execute((tx) => endChallenge(server.context, tx, verified));
    await expect(end).rejects.toMatchObject({ status: 400 });
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

  it('keeps counting attempts, and rejects the sixth resend', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    let nonce = await challenge(server);
    for (let attempts = 0; attempts < 4; attempts += 1) {
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
    const sixth = await failureOf(server.api.resendLoginCode({ params: { nonce: other } }));
    expect(sixth).toMatchObject({ status: 429, retryAfter: null, errors: [{ code: 'AU1004' }] });
    expect(sixth.message).toBe('No more codes can be sent for this login. Log in again to get a new one.');
  });

  it('pauses codes for an hour after twenty wrong ones and notifies the owner; a remembered device still works', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL, { user: { language: 'es' } });
    const opening = await challenge(server);
    const opened = await server.api.loginWithCode({ body: { nonce: opening, code: await codeFor(server, EMAIL) } });
    for (let chains = 0; chains < 4; chains += 1) {
      const nonce = await challenge(server);
      const code = otherThan(await codeFor(server, EMAIL));
      for (let attempts = 0; attempts < 5; attempts += 1)
        await failureOf(server.api.loginWithCode({ body: { nonce, code } }));
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

  /** Enters wrong codes, in as many logins as they need. */
  async function enterWrong(server: TestServer, count: number, body = credentials): Promise<void> {
    let nonce = '';
    let code = '';
    for (let entered = 0; entered < count; entered += 1) {
      if (entered % 5 === 0) {
        nonce = await challenge(server, body);
        code = otherThan(await codeFor(server, body.email));
      }
      await failureOf(server.api.loginWithCode({ body: { nonce, code } }));
    }
  }

  it('pauses once for two wrong codes at the same time, and notifies the owner once', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await enterWrong(server, 19);
    const nonce = await challenge(server);
    const code = otherThan(await codeFor(server, EMAIL));
    const guess = () => codesOf(server.client({}).loginWithCode({ body: { nonce, code } }));
    const others: unknown[] = [];
    beforeTransaction(server, async () => others.push(await guess()));
    expect([await guess(), ...others]).toEqual([
      [400, 'AU1003'],
      [400, 'AU1003'],
    ]);
    const notices = (await mailsTo(server, EMAIL)).filter(({ text }) => !/^\d{6}$/m.test(text));
    expect(notices).toHaveLength(1);
    server.clock.forward(3600);
    await enterWrong(server, 19);
    expect((await server.api.login({ body: credentials })).status).toBe(202);
  });

  it('after the pause counts anew: nineteen wrong codes are free again, the twentieth pauses', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await enterWrong(server, 20);
    server.clock.forward(3600);
    await enterWrong(server, 19);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    await failureOf(server.api.loginWithCode({ body: { nonce, code: otherThan(code) } }));
    const paused = await failureOf(server.api.loginWithCode({ body: { nonce, code } }));
    expect([paused.status, paused.retryAfter]).toEqual([429, 3600]);
  });

  it('counts wrong codes of a day, over all logins; right ones in between end nothing', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await enterWrong(server, 19);
    server.clock.forward(86_399);
    const nonce = await challenge(server);
    const opened = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    expect(opened.status).toBe(200);
    await enterWrong(server, 1);
    expect((await failureOf(server.api.login({ body: credentials }))).status).toBe(429);
  });

  it('forgets wrong codes after a day', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await enterWrong(server, 19);
    server.clock.forward(86_400);
    await enterWrong(server, 19);
    expect((await server.api.login({ body: credentials })).status).toBe(202);
  });

  it('comes to an end an hour after the login has begun, however late the last code was sent', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const begun = await challenge(server);
    server.clock.forward(3599);
    const { nonce } = (await server.api.resendLoginCode({ params: { nonce: begun } })).data;
    const code = await codeFor(server, EMAIL);
    server.clock.forward(1);
    expect(await codesOf(server.api.loginWithCode({ body: { nonce, code } }))).toEqual([400, 'AU1003']);
    const late = await failureOf(server.api.resendLoginCode({ params: { nonce } }));
    expect([late.status, late.message]).toEqual([404, 'Your login timed out. Log in again.']);
  });

  it('says how long a code is valid that was sent shortly before the end of its login', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    server.clock.forward(57 * 60);
    await server.api.resendLoginCode({ params: { nonce } });
    const [latest] = await mailsTo(server, EMAIL);
    expect(latest?.text).toContain('The code expires in 3 minutes.');
  });

  it('takes the first code for as long as its mail says, where codes are valid for longer than an hour', async () => {
    const server = await startServer({ CODE_LIFE_S: '7200' });
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    server.clock.forward(7199);
    expect((await server.api.loginWithCode({ body: { nonce, code } })).status).toBe(200);
  });

  it('of two logins of one user stay apart: each has its own code and its own five attempts', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const [first, firstCode] = [await challenge(server), await codeFor(server, EMAIL)];
    const [second, secondCode] = [await challenge(server), await codeFor(server, EMAIL)];
    for (let attempts = 0; attempts < 5; attempts += 1) {
      await failureOf(server.api.loginWithCode({ body: { nonce: first, code: otherThan(firstCode) } }));
    }
    const resent = (await server.api.resendLoginCode({ params: { nonce: second } })).data;
    const code = await codeFor(server, EMAIL);
    if (code !== secondCode) {
      const old = server.api.loginWithCode({ body: { nonce: resent.nonce, code: secondCode } });
      expect(await codesOf(old)).toEqual([400, 'AU1003']);
    }
    expect((await server.api.loginWithCode({ body: { nonce: resent.nonce, code } })).status).toBe(200);
  });

  it('pauses every login that is open, also with the right code or another one, and no other user', async () => {
    const server = await startServer({ COOL_DOWN_S: '0' });
    await addOwner(server, EMAIL);
    await addOwner(server, 'bob@example.com');
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    const bob = { ...credentials, email: 'bob@example.com' };
    await enterWrong(server, 20);
    expect((await failureOf(server.api.loginWithCode({ body: { nonce, code } }))).retryAfter).toBe(3600);
    expect((await failureOf(server.api.resendLoginCode({ params: { nonce } }))).retryAfter).toBe(3600);
    const bobs = await challenge(server, bob);
    const opened = await server.api.loginWithCode({ body: { nonce: bobs, code: await codeFor(server, bob.email) } });
    expect(opened.status).toBe(200);
    server.clock.forward(3600 - 600);
    expect((await failureOf(server.api.login({ body: credentials }))).retryAfter).toBe(600);
  });

  it('the right code does not log in a user who has been disabled since', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const nonce = await challenge(server);
    const code = await codeFor(server, EMAIL);
    await server.context.db.updateTable('users').set({ disabled_at: server.clock.now() }).execute();
    expect(await fieldOf(server.api.loginWithCode({ body: { nonce, code } }))).toEqual([400, 'code', 'AU1003']);
    expect(await server.context.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });
});

describe('a mailed login code that is still on its way', () => {
  const HOUR = 3600;
  it.each<[string, boolean, (server: TestServer, nonce: string) => unknown]>([
    ['is awaited', true, () => {}],
    ['is awaited by nobody after ten minutes', false, ({ clock }) => clock.forward(HOUR / 6)],
    [
      'is awaited by nobody after the login',
      false,
      async (server, nonce) => server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } }),
    ],
    [
      'is awaited by nobody after five wrong codes',
      false,
      ({ context }) => context.db.updateTable('login_challenges').set({ attempts: 5 }).execute(),
    ],
  ])('%s', async (_what, isAwaited, act) => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await addOwner(server, 'bob@example.com');
    await challenge(server, { ...credentials, email: 'bob@example.com' });
    const nonce = await challenge(server);
    const { db } = server.context;
    const [bobs, own] = await db.selectFrom('login_challenges').select('id').orderBy('id').execute();
    await act(server, nonce);
    expect(await awaitsLoginCode(server.context, own?.id ?? 0)).toBe(isAwaited);
    await db
      .deleteFrom('login_challenges')
      .where('id', '=', own?.id ?? 0)
      .execute();
    expect(await awaitsLoginCode(server.context, own?.id ?? 0), 'that of another').toBe(false);
    expect(bobs?.id).not.toBe(own?.id);
  });
});
