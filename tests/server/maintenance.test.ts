import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import { limits } from '#server/login/limits.ts';
import { purge, purgeHourly, recover } from '#server/platform/maintenance.ts';
import type { Store } from '#server/store/schema.ts';
import { credentials } from '#tests/support/account.ts';
import { useUp } from '#tests/support/counters.ts';
import { failureOf } from '#tests/support/failures.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { addOwner, codeFor } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { begin, beginWithNumber, signUp } from '#tests/support/signUp.ts';

describe('maintenance deletes expired data', () => {
  it('an open registration after seven days, with its number, but no customer', async () => {
    const server = await startServer();
    await signUp(server);
    await beginWithNumber(server, { email: 'other@example.com' });
    const { db } = server.context;
    const left = async () => ({
      registrations: (await db.selectFrom('registrations').selectAll().execute()).length,
      reservations: (await db.selectFrom('reservations').selectAll().execute()).length,
      customers: (await db.selectFrom('customers').selectAll().execute()).length,
    });
    server.clock.forward(6 * 86_400);
    await begin(server, { email: 'third@example.com' });
    await purge(db, server.clock.now());
    expect(await left()).toEqual({ registrations: 2, reservations: 1, customers: 1 });
    server.clock.forward(86_400);
    await purge(db, server.clock.now());
    expect(await left()).toEqual({ registrations: 1, reservations: 1, customers: 1 });
  });
});

const DAY = 86_400_000;

describe('of two rows the one that is over is deleted, the other one is kept', () => {
  /** In days: how long after its end a row is kept. */
  const kinds = {
    sessions: [0, { token_hash: 'x', user_id: 1, remember_me: 0, device: '', created_at: 0, last_seen_at: 0 }],
    devices: [0, { user_id: 1, fingerprint_hash: 'x', created_at: 0 }],
    login_challenges: [
      0,
      { user_id: 1, nonce_hash: 'x', code_hash: '', code_expires_at: 0, remember_me: 0, created_at: 0 },
    ],
    tokens: [0, { purpose: 'reset', token_hash: 'x', user_id: 1, created_at: 0 }],
    sso_flows: [
      1,
      { state_hash: 'x', provider: 'google', purpose: 'login', language: 'en', sealed: '', created_at: 0 },
    ],
    test_bank: [1, { attempt: 'x', behaviour: 'approve', masked_card: '', language: 'en', created_at: 0 }],
  } as const;

  it.each(Object.entries(kinds))('%s', async (table, [daysKept, row]) => {
    const server = await startServer();
    const { db, now } = server.context;
    const { userId } = await addOwner(server, 'ann@example.com');
    const rows = [0, 1].map((later) => ({
      ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === 'x' ? `${later}` : value])),
      ...('user_id' in row && { user_id: userId }),
      expires_at: now() - daysKept * DAY + later,
    }));
    await db
      .insertInto(table as 'sessions')
      .values(rows as never)
      .execute();
    expect(await purge(db, now())).toEqual({ [table]: 1 });
    const left = await db
      .selectFrom(table as 'sessions')
      .select('expires_at')
      .execute();
    expect(left).toEqual([{ expires_at: rows[1]?.expires_at }]);
  });

  it('throttles', async () => {
    const { context } = await startServer();
    const { db, now } = context;
    const ends = [now(), now() + 1];
    const rows = ends.map((window_ends_at) => ({ bucket: `${window_ends_at}`, count: 1, window_ends_at }));
    await db.insertInto('throttles').values(rows).execute();
    expect(await purge(db, now())).toEqual({ throttles: 1 });
    expect(await db.selectFrom('throttles').select('window_ends_at').execute()).toEqual([{ window_ends_at: ends[1] }]);
  });
});

describe('hourly', () => {
  it('a server that stops leaves the rest of what has expired for its next start', async () => {
    const { context } = await startServer();
    const { db, now } = context;
    const rows = Array.from({ length: 1_200 }, (_, at) => ({ bucket: `${at}`, count: 1, window_ends_at: now() }));
    await db.insertInto('throttles').values(rows).execute();
    const left = async () => (await db.selectFrom('throttles').selectAll().execute()).length;
    await purgeHourly(context)();
    expect(await left()).toBeGreaterThanOrEqual(700);
    await purge(db, now());
    expect(await left()).toBe(0);
  });

  it('what has expired is deleted at the start and every hour until the server stops; a failure is logged', async () => {
    const server = await startServer();
    const { db, now } = server.context;
    const add = () => db.insertInto('throttles').values({ bucket: 'x', count: 1, window_ends_at: now() }).execute();
    const isLeft = async () => (await db.selectFrom('throttles').selectAll().execute()).length === 1;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await add();
    const stop = purgeHourly(server.context);
    await vi.waitFor(async () => expect(await isLeft()).toBe(false));
    await add();
    vi.advanceTimersByTime(3_599_999);
    expect(await isLeft()).toBe(true);
    const failing = vi.spyOn(db, 'deleteFrom').mockImplementation(() => {
      throw new Error('the disk is full');
    });
    const lines = await linesOf(async () => {
      vi.advanceTimersByTime(1);
      await vi.waitFor(() => expect(failing).toHaveBeenCalled());
      await nextTurn();
    });
    expect(lines).toMatchObject([{ event: 'purge failed', error: 'Error' }]);
    failing.mockRestore();
    vi.advanceTimersByTime(3_600_000);
    await vi.waitFor(async () => expect(await isLeft()).toBe(false));
    await stop();
    await add();
    vi.advanceTimersByTime(7_200_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(await isLeft()).toBe(true);
  });
});

describe('after a server was killed', () => {
  it('its keys without an answer are free, its questions to the bank unknown, its mails due; all else stays', async () => {
    const server = await startServer();
    await server.mailWorker.stop();
    const { db, now } = server.context;
    const key = { body_hash: '', claim: null, created_at: 0, expires_at: now() + DAY };
    await db
      .insertInto('idempotency')
      .values([
        { ...key, key_hash: 'asked', sealed: null },
        { ...key, key_hash: 'answered', sealed: 'an answer' },
      ])
      .execute();
    await begin(server);
    const [registration] = await db.selectFrom('registrations').select('id').execute();
    const attempt = { registration_id: registration?.id ?? 0, created_at: 0 };
    const states = ['asked', 'challenge', 'approved', 'declined'] as const;
    await db
      .insertInto('bank_attempts')
      .values(states.map((status) => ({ ...attempt, status, attempt: status })))
      .execute();
    await db.deleteFrom('outbox').execute();
    const mail = { kind: 'passwordChanged', language: 'en', created_at: 0, expires_at: now() + DAY } as const;
    const lease = 30_000;
    await db
      .insertInto('outbox')
      .values([
        { ...mail, message_id: '1', recipient: 'on its way', status: 'queued', next_attempt_at: now() + lease },
        { ...mail, message_id: '2', recipient: 'retried later', status: 'queued', next_attempt_at: now() + lease + 1 },
        { ...mail, message_id: '3', recipient: 'given up', status: 'dead', next_attempt_at: now() + lease },
      ])
      .execute();
    await recover(db, now());
    expect((await keysOf(db)).map(({ key_hash }) => key_hash)).toContain('answered');
    expect((await keysOf(db)).map(({ key_hash }) => key_hash)).not.toContain('asked');
    const attempts = await db.selectFrom('bank_attempts').select('status').orderBy('id').execute();
    expect(attempts.map(({ status }) => status)).toEqual(['unknown', 'challenge', 'approved', 'declined']);
    const mails = await db.selectFrom('outbox').select('next_attempt_at').orderBy('id').execute();
    expect(mails.map(({ next_attempt_at }) => next_attempt_at - now())).toEqual([0, lease + 1, lease]);
  });
});

const NETWORK = '203.0.113.7';

const keysOf = (db: Store) => db.selectFrom('idempotency').select(['key_hash', 'expires_at']).execute();
const countersOf = (db: Store) => db.selectFrom('throttles').selectAll().execute();

/** A request without a change, under a key of its own. */
const ask = ({ request }: TestServer, key: string, body: unknown = {}) =>
  request(`${API_PATH}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
    address: NETWORK,
  });

describe('rows that visitors cause', () => {
  it('stored responses: a network that brings ever new keys is limited', async () => {
    const server = await startServer();
    await useUp(server, limits.networkKeys, NETWORK, 5);
    const statuses: number[] = [];
    for (let key = 0; key < 8; key += 1) statuses.push((await ask(server, `key ${key}`)).status);
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(3).fill(429)]);
    expect(await keysOf(server.context.db)).toHaveLength(5);
    expect((await ask(server, 'key 8')).headers.get('Retry-After')).toBe('900');
  });

  it('stored responses: a refusal is kept for a quarter of an hour, a success for a day', async () => {
    const server = await startServer();
    const { db } = server.context;
    await ask(server, 'refused');
    await begin(server);
    expect(await keysOf(db)).toHaveLength(2);
    server.clock.forward(900);
    await purge(db, server.clock.now());
    expect(await keysOf(db)).toHaveLength(1);
    server.clock.forward(86_400);
    await purge(db, server.clock.now());
    expect(await keysOf(db)).toEqual([]);
  });

  it('counters: attempts that a limit rejects leave none', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const api = server.client({ address: NETWORK });
    await useUp(server, limits.networkLogins, NETWORK, 2);
    await useUp(server, limits.networkMails, NETWORK, 2);
    for (let address = 0; address < 10; address += 1) {
      await failureOf(api.login({ body: { ...credentials, email: `n${address}@example.com` } }));
      await api.requestReset({ body: { email: `n${address}@example.com` } }).catch(() => {});
    }
    // The two that were tried, not the eight that were rejected.
    const counters = await countersOf(server.context.db);
    expect(counters.filter(({ bucket }) => bucket.startsWith('passwords:'))).toHaveLength(2);
    expect(counters.filter(({ bucket }) => bucket.startsWith('reset-mails:'))).toHaveLength(2);
    expect(counters.filter(({ count }) => count < 1)).toEqual([]);
  });

  it('counters: a right password leaves none', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, credentials.email);
    await server.client({ address: NETWORK }).login({ body: credentials });
    const counters = await countersOf(server.context.db);
    expect(counters.filter(({ bucket }) => !bucket.startsWith('network-keys:'))).toEqual([]);
  });

  it('remembered devices: a user has a hundred at most', async () => {
    const server = await startServer();
    const { userId } = await addOwner(server, credentials.email);
    const { db, now } = server.context;
    const earlier = Array.from({ length: 105 }, (_, index) => ({
      user_id: userId,
      fingerprint_hash: `device ${index}`,
      created_at: now(),
      expires_at: now() + 86_400_000,
    }));
    await db.insertInto('devices').values(earlier).execute();
    const bob = await addOwner(server, 'bob@example.com');
    await db
      .insertInto('devices')
      .values({ user_id: bob.userId, fingerprint_hash: 'bob', created_at: 0, expires_at: now() + 1000 })
      .execute();
    const { data } = await server.api.login({ body: credentials });
    const nonce = 'nonce' in data ? data.nonce : '';
    await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, credentials.email) } });
    const devices = await db
      .selectFrom('devices')
      .select('fingerprint_hash')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    expect(devices).toHaveLength(100);
    expect(await db.selectFrom('devices').select('id').where('user_id', '=', bob.userId).execute()).toHaveLength(1);
    expect(devices.map(({ fingerprint_hash }) => fingerprint_hash)).not.toContain('device 5');
  });

  it('mails without a recipient are deleted after a day, sent ones after a month', async () => {
    const server = await startServer();
    const { db } = server.context;
    await addOwner(server, 'ann@example.com');
    await server.api.requestReset({ body: { email: 'nobody@example.com' } });
    await server.api.requestReset({ body: { email: 'ann@example.com' } });
    const states = async () => (await db.selectFrom('outbox').select('status').execute()).map(({ status }) => status);
    await vi.waitFor(async () => expect((await states()).sort()).toEqual(['dropped', 'sent']));
    server.clock.forward(86_399);
    await purge(db, server.clock.now());
    expect(await states()).toHaveLength(2);
    server.clock.forward(1);
    await purge(db, server.clock.now());
    expect(await states()).toEqual(['sent']);
    server.clock.forward(29 * 86_400);
    await purge(db, server.clock.now());
    expect(await states()).toEqual([]);
  });

  it('events, invitations and identities without a user are deleted some time after their end', async () => {
    const server = await startServer();
    const { db, now } = server.context;
    const { customerId, userId } = await addOwner(server, 'ann@example.com');
    const old = now() - 401 * 86_400_000;
    const invitation = {
      customer_id: customerId,
      invited_by: userId,
      email: 'b@example.com',
      email_key: 'b@example.com',
    };
    const open = { accepted_at: null, revoked_at: null, created_at: old };
    const identity = { provider: 'google', issuer: 'x', email: '', created_at: old } as const;
    await db
      .insertInto('events')
      .values(
        [old, now()].map((created_at) => ({ family: 'login', state: 'form', reached_at: created_at, created_at })),
      )
      .execute();
    await db
      .insertInto('invitations')
      .values([
        { ...invitation, ...open, token_hash: 'old', expires_at: old },
        { ...invitation, ...open, token_hash: 'new', expires_at: now() - 1 },
      ])
      .execute();
    await db
      .insertInto('sso_identities')
      .values([
        { ...identity, subject: 'unused' },
        { ...identity, subject: 'of a user', user_id: userId },
        { ...identity, subject: 'new', created_at: now() - 29 * DAY },
        { ...identity, subject: 'of a sign-up' },
      ])
      .execute();
    await begin(server);
    const signUpOf = db.selectFrom('sso_identities').select('id').where('subject', '=', 'of a sign-up');
    await db.updateTable('registrations').set({ sso_identity_id: signUpOf }).execute();
    await purge(db, now());
    expect(await db.selectFrom('events').select('created_at').execute()).toEqual([{ created_at: now() }]);
    expect(await db.selectFrom('invitations').select('token_hash').execute()).toEqual([{ token_hash: 'new' }]);
    const identities = await db.selectFrom('sso_identities').select('subject').orderBy('id').execute();
    expect(identities.map(({ subject }) => subject)).toEqual(['of a user', 'new', 'of a sign-up']);
  });
});

it('people who have never finished signing up are deleted after 30 days, unless they are at it', async () => {
  const server = await startServer();
  const { db, now } = server.context;
  const old = now() - 30 * DAY;
  const add = async (name: string, user: object = {}) =>
    (await addOwner(server, `${name}@example.com`, { user: { customer_id: null, created_at: old, ...user } })).userId;
  await add('gone');
  await add('replaced', { disabled_at: old, email_key: 'gave way 1' });
  await add('new', { created_at: old + 1 });
  await add('disabled', { disabled_at: old });
  const { userId } = await addOwner(server, 'owner@example.com', { user: { created_at: old } });
  const back = await add('back');
  const begun = await add('begun');
  const session = { token_hash: '', remember_me: 0, device: '', created_at: 0, last_seen_at: 0, expires_at: now() + 1 };
  await db
    .insertInto('sessions')
    .values({ ...session, user_id: back })
    .execute();
  await begin(server);
  await db.updateTable('registrations').set({ user_id: begun }).execute();
  const identity = { provider: 'google', issuer: 'x', email: '', created_at: 0 } as const;
  await db
    .insertInto('sso_identities')
    .values([
      { ...identity, subject: 'of the owner', user_id: userId },
      { ...identity, subject: 'of no team', user_id: await add('linked') },
    ])
    .execute();

  expect(await purge(db, now())).toEqual({ users: 3 });
  const left = await db.selectFrom('users').select('email').orderBy('id').execute();
  expect(left.map(({ email }) => email.split('@')[0])).toEqual(['new', 'disabled', 'owner', 'back', 'begun']);
  expect(await db.selectFrom('sso_identities').select('subject').execute()).toEqual([{ subject: 'of the owner' }]);
});

describe('deleting many rows', () => {
  it('is done in small batches, and calls are answered in between', async () => {
    const server = await startServer();
    const { db, now } = server.context;
    const rows = Array.from({ length: 6_000 }, (_, index) => ({
      key_hash: `key ${index}`,
      body_hash: '',
      claim: null,
      sealed: '',
      created_at: 0,
      expires_at: now() - 1,
    }));
    for (let from = 0; from < rows.length; from += 1000) {
      await db
        .insertInto('idempotency')
        .values(rows.slice(from, from + 1000))
        .execute();
    }
    const left = async () =>
      Number(
        (
          await db
            .selectFrom('idempotency')
            .select((row) => row.fn.countAll().as('rows'))
            .executeTakeFirstOrThrow()
        ).rows,
      );
    let isDone = false;
    const purging = purge(db, now()).then(() => {
      isDone = true;
    });
    const seen: number[] = [];
    while (!isDone) {
      await nextTurn();
      seen.push(await left());
      expect((await server.request(`${API_PATH}/account`)).status).toBe(401);
    }
    await purging;
    expect(await left()).toBe(0);
    const steps = seen.slice(1).map((rowsLeft, index) => (seen[index] ?? 0) - rowsLeft);
    expect(new Set(seen).size).toBeGreaterThan(5);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  });

  it('stops between two batches when the server stops', async () => {
    const server = await startServer();
    const { db, now } = server.context;
    await begin(server);
    server.clock.forward(8 * 86_400);
    await purge(db, now(), AbortSignal.abort());
    expect(await db.selectFrom('registrations').select('id').execute()).toHaveLength(1);
  });
});
