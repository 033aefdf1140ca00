import { describe, expect, it, vi } from 'vitest';
import { deviceName } from '#server/account/deviceName.ts';
import { as, credentials, EMAIL, ownerOf, sessionToken } from '../support/account.ts';
import { codesOf, failureOf, fieldOf } from '../support/failures.ts';
import { addOwner, codeFor, mailsTo, PASSWORD } from '../support/people.ts';
import { startServer } from '../support/server.ts';

describe('second factor and password of a user', () => {
  it('is switched only with the password, and the change is confirmed by mail', async () => {
    const { server, me } = await ownerOf();
    const wrong = me.switchSecondFactor({ body: { enabled: true, password: 'wrong password' } });
    expect(await fieldOf(wrong)).toEqual([401, 'password', 'AU1001']);
    expect((await me.switchSecondFactor({ body: { enabled: true, password: PASSWORD } })).data.data.second_factor).toBe(
      true,
    );
    const login = { body: credentials };
    expect((await server.api.login(login)).status).toBe(202);
    // The code is on its way before the switch makes it useless.
    await codeFor(server, EMAIL);
    await me.switchSecondFactor({ body: { enabled: false, password: PASSWORD } });
    expect((await server.api.login(login)).status).toBe(200);
    const subjects = (await mailsTo(server, EMAIL)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Login codes are now off', 'Your Ringwell login code', 'Login codes are now on']);
  });

  it.each([
    ['new-device', 202],
    ['always', 202],
    ['off', 200],
  ])('the account reports the policy %s, and a login with the switch off follows it', async (rule, status) => {
    const server = await startServer({ TWO_FACTOR: rule });
    await addOwner(server, EMAIL);
    const login = { body: credentials };
    const answer = await server.api.login(login);
    expect(answer.status).toBe(status);
    const session =
      answer.status === 200
        ? answer.data
        : (await server.api.loginWithCode({ body: { nonce: answer.data.nonce, code: await codeFor(server, EMAIL) } }))
            .data;
    const me = server.client({ userToken: session.user_token });
    const { data } = await me.readAccount({});
    expect([data.data.second_factor, data.data.second_factor_policy]).toEqual([false, rule]);
  });

  it('switched on, applies to devices that were remembered before', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const login = { body: credentials };
    const { nonce } = (await server.api.login(login)).data as { nonce: string };
    const { data } = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
    const device = { headers: { 'X-Device': data.device_fingerprint ?? '' } };
    expect((await server.client(device).login(login)).status).toBe(200);
    const me = server.client({ ...device, userToken: data.user_token });
    const { userId: other } = await addOwner(server, 'bob@example.com');
    const { db, now } = server.context;
    const bobs = { user_id: other, fingerprint_hash: 'bob', created_at: now(), expires_at: now() + 1000 };
    await db.insertInto('devices').values(bobs).execute();
    await me.switchSecondFactor({ body: { enabled: true, password: PASSWORD } });
    expect((await server.client(device).login(login)).status).toBe(202);
    expect(await db.selectFrom('devices').select('user_id').execute()).toEqual([{ user_id: other }]);
  });

  it('switched off, leaves remembered devices as they are', async () => {
    const { server, me, userId } = await ownerOf();
    const { db, now } = server.context;
    await db.updateTable('users').set({ second_factor: 1 }).execute();
    const device = { user_id: userId, fingerprint_hash: 'known', created_at: now(), expires_at: now() + 1000 };
    await db.insertInto('devices').values(device).execute();
    const { data } = await me.switchSecondFactor({ body: { enabled: false, password: PASSWORD } });
    expect(data.data.second_factor).toBe(false);
    expect(await db.selectFrom('devices').select('fingerprint_hash').execute()).toEqual([
      { fingerprint_hash: 'known' },
    ]);
  });

  it.each([true, false])('keeps its remember_me after a new password: %s', async (remember_me) => {
    const { server } = await ownerOf();
    const me = server.client({ userToken: await sessionToken(server, EMAIL, PASSWORD, remember_me) });
    const body = { current_password: PASSWORD, password: 'a brand new sentence' };
    expect((await me.changePassword({ body })).data.remember_me).toBe(remember_me);
  });

  it('changes the password only with the old one, ends other sessions and gives this one a new token', async () => {
    const { server, me } = await ownerOf();
    const other = await as(server);
    const wrong = me.changePassword({ body: { current_password: 'wrong password', password: 'a brand new sentence' } });
    expect(await fieldOf(wrong)).toEqual([401, 'current_password', 'AU1001']);
    const weak = me.changePassword({ body: { current_password: PASSWORD, password: 'password1' } });
    expect(await fieldOf(weak)).toEqual([400, 'password', 'VA1001']);
    const { data } = await me.changePassword({
      body: { current_password: PASSWORD, password: 'a brand new sentence' },
    });
    expect(await codesOf(other.readAccount({}))).toEqual([401, 'AU1005']);
    expect(await codesOf(me.readAccount({}))).toEqual([401, 'AU1005']);
    expect((await server.client({ userToken: data.user_token }).readAccount({})).status).toBe(200);
    expect((await mailsTo(server, EMAIL))[0]?.subject).toBe('Your Ringwell password was changed');
  });

  it('must not contain the name of the company, but may contain another company’s', async () => {
    const { server, me } = await ownerOf({ customer: { company: 'Nordwind Logistik' } });
    await addOwner(server, 'bob@example.com', { customer: { company: 'Südwind Handel' } });
    const change = (client: typeof me, password: string) =>
      client.changePassword({ body: { current_password: PASSWORD, password } });
    for (const [client, own, other] of [
      [me, 'Nordwind-Logistik1', 'Südwind-Handel1'],
      [await as(server, 'bob@example.com'), 'Südwind-Handel1', 'Nordwind-Logistik1'],
    ] as const) {
      expect(await fieldOf(change(client, own))).toEqual([400, 'password', 'VA1001']);
      expect((await change(client, other)).status).toBe(200);
    }
  });

  it.each([true, false])('stays as it is when it is switched to what it was: %s', async (enabled) => {
    const { server, me, userId } = await ownerOf();
    const { db, now } = server.context;
    await db
      .updateTable('users')
      .set({ second_factor: enabled ? 1 : 0 })
      .execute();
    const device = { user_id: userId, fingerprint_hash: 'known', created_at: now(), expires_at: now() + 1000 };
    await db.insertInto('devices').values(device).execute();
    const { data } = await me.switchSecondFactor({ body: { enabled, password: PASSWORD } });
    expect(data.data.second_factor).toBe(enabled);
    expect(await mailsTo(server, EMAIL)).toEqual([]);
    expect(await db.selectFrom('devices').select('fingerprint_hash').execute()).toHaveLength(1);
  });

  it('is not changed from a session that has ended meanwhile, and no session takes its place', async () => {
    const { server, me } = await ownerOf();
    const { db, passwords } = server.context;
    const { verify } = passwords;
    vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...given) => {
      const isRight = await verify(...given);
      await db.deleteFrom('sessions').execute();
      return isRight;
    });
    const before = await db.selectFrom('users').select('password_hash').execute();
    const body = { current_password: PASSWORD, password: 'a brand new sentence' };
    expect(await codesOf(me.changePassword({ body }))).toEqual([401, 'AU1005']);
    expect(await db.selectFrom('users').select('password_hash').execute()).toEqual(before);
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  it('limits password attempts in an open session, and those of no other user', async () => {
    const { server, me } = await ownerOf();
    await addOwner(server, 'bob@example.com');
    const bob = await as(server, 'bob@example.com');
    const guess = () => me.switchSecondFactor({ body: { enabled: true, password: 'wrong password' } });
    for (let attempts = 0; attempts < 10; attempts += 1) await failureOf(guess());
    expect((await failureOf(guess())).status).toBe(429);
    expect((await bob.switchSecondFactor({ body: { enabled: true, password: PASSWORD } })).status).toBe(200);
  });
});

describe('sessions of a user', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  it('are listed with their devices and ended one by one', async () => {
    const { server, me } = await ownerOf();
    server.clock.forward(120);
    const firefox = await as(server, EMAIL, PASSWORD, { 'User-Agent': FIREFOX });
    const sessions = (await me.listSessions({})).data.data;
    expect(sessions).toMatchObject([
      { device: 'Unknown device', current: true, created_at: '2025-03-05T12:00:00.000Z' },
      { device: 'Firefox on Linux', current: false, created_at: '2025-03-05T12:02:00.000Z' },
    ]);
    const left = await me.endSession({ params: { session_id: String(sessions[1]?.id) } });
    expect(left.data.data).toHaveLength(1);
    expect(await codesOf(firefox.readAccount({}))).toEqual([401, 'AU1005']);
  });

  it('are listed in the order of their last use, the current one first, and without those that are over', async () => {
    const { server, me } = await ownerOf();
    const { db, now } = server.context;
    const { user_id } = await db.selectFrom('sessions').select('user_id').executeTakeFirstOrThrow();
    const session = (device: string, last_seen_at: number, expires_at = now() + 86_400_000) => {
      const row = { user_id, device, last_seen_at, expires_at, companion_hash: null, created_at: 0 };
      return { ...row, token_hash: device };
    };
    await db
      .insertInto('sessions')
      .values([
        session('Firefox/1', now() + 3000),
        session('Chrome/1 Windows', now() + 1000),
        session('Edg/1', now() + 1000),
        session('Safari/1', now() + 2000),
        session('Android', now() + 4000, now()),
      ])
      .execute();
    const { data } = (await me.listSessions({})).data;
    expect(data.map(({ device }) => device)).toEqual([
      'Unknown device',
      'Firefox',
      'Safari',
      'Edge',
      'Chrome on Windows',
    ]);
    expect(data.map(({ current }) => current)).toEqual([true, false, false, false, false]);
  });

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on iOS'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Chrome/140.0 Safari/537.36 OPR/120.0', 'Opera on macOS'],
    ['curl/8 Linux', 'Linux'],
    ['Firefox/140.0', 'Firefox'],
    ['', 'Unknown device'],
  ])('of %j are called %s', (userAgent, name) => {
    expect(deviceName(userAgent, 'en')).toBe(name);
  });

  it('are ended all at once, except the one that asks', async () => {
    const { server, me } = await ownerOf();
    await addOwner(server, 'bob@example.com');
    const others = [await as(server), await as(server)];
    const bob = await as(server, 'bob@example.com');
    const { data } = await me.endOtherSessions({});
    expect(data.data).toMatchObject([{ current: true }]);
    for (const other of others) expect(await codesOf(other.readAccount({}))).toEqual([401, 'AU1005']);
    for (const kept of [me, bob]) expect((await kept.readAccount({})).status).toBe(200);
    expect((await me.endOtherSessions({})).data.data).toHaveLength(1);
  });

  it.each([
    [true, true, 401],
    [true, false, 200],
    [false, true, 401],
    [false, undefined, 200],
  ])('second factor on: %s, end the others: %s', async (enabled, end_other_sessions, status) => {
    const { server, me } = await ownerOf();
    const other = await as(server);
    await server.context.db
      .updateTable('users')
      .set({ second_factor: enabled ? 0 : 1 })
      .execute();
    await me.switchSecondFactor({ body: { enabled, password: PASSWORD, end_other_sessions } });
    const answer = await other.readAccount({}).catch((failure) => failure);
    expect(answer.status).toBe(status);
    expect((await me.readAccount({})).status).toBe(200);
  });

  it('are all kept when the password of the second factor is wrong', async () => {
    const { server, me } = await ownerOf();
    const other = await as(server);
    const body = { enabled: true, password: 'wrong password', end_other_sessions: true };
    expect(await codesOf(me.switchSecondFactor({ body }))).toEqual([401, 'AU1001']);
    expect((await other.readAccount({})).status).toBe(200);
  });

  it('of another user cannot be ended', async () => {
    const { server, me } = await ownerOf();
    await addOwner(server, 'bob@example.com');
    const bob = await as(server, 'bob@example.com');
    const [own] = (await bob.listSessions({})).data.data;
    const { status, errors } = await failureOf(me.endSession({ params: { session_id: String(own?.id) } }));
    expect([status, errors]).toEqual([404, [{ code: 'AU1006', field: '', message: "We couldn't find this." }]]);
    expect((await bob.readAccount({})).status).toBe(200);
  });
});
