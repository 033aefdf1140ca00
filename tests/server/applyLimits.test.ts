import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, reject } from '#server/http/errors.ts';
import { LOOPBACK, type RequestContext } from '#server/http/requestContext.ts';
import {
  byNetwork,
  byNetworkAnd,
  confirmedByMail,
  counted,
  countGuess,
  countWrong,
  signUpCounts,
  takeAll,
} from '#server/login/applyLimits.ts';
import { limits } from '#server/login/limits.ts';
import { countMail, mailCounts } from '#server/login/mailLimits.ts';
import { PasswordQueueFull } from '#server/login/passwords.ts';
import { HOUR_MS, MINUTE_MS } from '#server/platform/durations.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import { challenge, credentials, EMAIL } from '../support/account.ts';
import { useUp } from '../support/counters.ts';
import { failureOf } from '../support/failures.ts';
import { linesOf } from '../support/logLines.ts';
import { addOwner } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { account, begin, submit } from '../support/signUp.ts';
import { failCommits } from '../support/transactions.ts';

/* Which counters an attempt has, and what each of them does to the others. */

const ELSEWHERE = '203.0.113.7';
const from = (network: string) => ({ network }) as RequestContext;

const counters = async ({ context }: TestServer) => {
  const rows = await context.db.selectFrom('throttles').select(['bucket', 'count']).orderBy('bucket').execute();
  return Object.fromEntries(rows.map(({ bucket, count }) => [bucket.split(':')[0], count]));
};

describe('what is counted', () => {
  const { networkLogins, networkRegistrations, allRegistrations } = limits;
  it.each([
    ['of this machine', LOOPBACK, {}, []],
    ['of this machine, if it is set', LOOPBACK, { LIMITS_NETWORK: 'on' }, [LOOPBACK]],
    ['of another one', ELSEWHERE, {}, [ELSEWHERE]],
  ])('%s by network', async (_what, network, env, subjects) => {
    const { context } = await startServer(env);
    const count = (limit: object, subject: string) => ({ limit, subject });
    expect(byNetwork(context, networkLogins, from(network))).toEqual(
      subjects.map((subject) => count(networkLogins, subject)),
    );
    expect(byNetworkAnd(context, networkLogins, from(network), 'ann')).toEqual(
      subjects.map((subject) => count(networkLogins, `${subject} ann`)),
    );
    // A sign-up that does not count for its network does not count for all of them either.
    expect(signUpCounts(context, from(network))).toEqual(
      subjects.flatMap((subject) => [count(networkRegistrations, subject), count(allRegistrations, 'all')]),
    );
  });

  const ofNetwork = { name: 'network-reset-mails', max: 8, windowMs: HOUR_MS };
  const ofAll = { name: 'reset-mails', max: 20, windowMs: HOUR_MS };
  it.each([
    ['of this machine to its own inbox', LOOPBACK, {}, []],
    ['of this machine to a real mailbox', LOOPBACK, { SMTP_URL: 'smtp://127.0.0.1:9' }, [[ofAll, 'ann@example.com']]],
    [
      'of another one',
      ELSEWHERE,
      {},
      [
        [ofNetwork, `${ELSEWHERE} ann@example.com`],
        [ofAll, 'ann@example.com'],
      ],
    ],
  ] as const)('mails %s', async (_what, network, env, expected) => {
    const { context } = await startServer(env);
    const counts = mailCounts(context, 'reset', ' Ann@Example.com', from(network));
    expect(counts.map(({ limit, subject }) => [limit, subject])).toEqual(expected);
  });

  it('an IPv6 network by itself and with its /48, which has five times as much; an address only with its /48', async () => {
    const { context } = await startServer();
    const counts = byNetwork(context, networkLogins, from('2001:db8:1:2'));
    expect(counts.map(({ limit, subject }) => [limit.name, limit.max, limit.windowMs, subject])).toEqual([
      ['network-logins', 100, 15 * MINUTE_MS, '2001:db8:1:2'],
      ['network-logins-site', 500, 15 * MINUTE_MS, '2001:db8:1'],
    ]);
    expect(byNetworkAnd(context, networkLogins, from('2001:db8:1:2'), 'ann')).toEqual([
      { limit: networkLogins, subject: '2001:db8:1 ann' },
    ]);
  });

  it('one purpose of mails takes nothing from another, in one network', async () => {
    const { context } = await startServer();
    const count = (purpose: Parameters<typeof countMail>[1]['purpose']) =>
      countMail(context, { purpose, to: 'ann@example.com' }, from(ELSEWHERE), async () => {});
    for (const purpose of ['sign-up', 'login', 'reset', 'confirmation', 'invitation'] as const) {
      for (let mails = 0; mails < 8; mails += 1) await count(purpose);
      await expect(count(purpose), purpose).rejects.toMatchObject({ status: 429, retryAfter: 3600 });
    }
  });
});

describe('an attempt with several counters', () => {
  const [one, two] = [
    { name: 'one', max: 2, windowMs: MINUTE_MS },
    { name: 'two', max: 2, windowMs: HOUR_MS },
  ];
  const counts = [one, two].map((limit) => ({ limit, subject: 'ann' }));

  it.each([
    ['the first', one, 60, { two: 1 }],
    ['the second', two, 3600, { one: 1 }],
  ])('rejected by %s counts for none', async (_which, spent, retryAfter, others) => {
    const server = await startServer();
    await takeAll(server.context, counts);
    const before = await counters(server);
    await takeAll(server.context, [{ limit: spent, subject: 'ann' }]);
    const refused = takeAll(server.context, counts);
    await expect(refused).rejects.toMatchObject({ status: 429, retryAfter, limit: spent.name });
    expect(await counters(server)).toEqual({ ...before, [spent.name]: 2, ...others });
  });

  it('counts for none if others have used up one of them meanwhile', async () => {
    const server = await startServer();
    const shared = [...counts, { limit: { name: 'three', max: 10, windowMs: HOUR_MS }, subject: 'all' }];
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => takeAll(server.context, shared)));
    const passed = attempts.filter(({ status }) => status === 'fulfilled').length;
    expect(passed).toBeLessThanOrEqual(2);
    const { one: first, two: second, three: third } = { one: 0, two: 0, three: 0, ...(await counters(server)) };
    expect([first, second, third]).toEqual([passed, passed, passed]);
  });

  it('that is rejected changes nothing in the database', async () => {
    const { context } = await startServer();
    await takeAll(context, counts);
    await takeAll(context, counts);
    const changes = [vi.spyOn(context.db, 'insertInto'), vi.spyOn(context.db, 'deleteFrom')];
    await expect(takeAll(context, counts)).rejects.toMatchObject({ status: 429 });
    for (const change of changes) expect(change).not.toHaveBeenCalled();
  });

  it('rejected by a limit that all share is no fault of the visitor', async () => {
    const { context } = await startServer();
    const shared = [{ limit: { ...one, max: 1, isShared: true as const }, subject: 'all' }];
    await takeAll(context, shared);
    await expect(takeAll(context, shared)).rejects.toMatchObject({ status: 503, retryAfter: 60, limit: 'one' });
  });

  const wrong = { name: 'wrongCredentials' } as const;
  it.each([
    ['a success', async () => 'done', {}],
    ['a wrong password', async () => reject('wrongCredentials'), { one: 1, two: 1 }],
    ['a wrong code', async () => reject('codeWrong'), { one: 1, two: 1 }],
    ['a wrong link', async () => reject('tokenInvalid'), { one: 1, two: 1 }],
    ['another refusal', async () => reject('notConfirmed'), {}],
    [
      'a guess that is wrong in several fields',
      () => Promise.reject(new ApiError([{ name: 'validation' }, wrong], 400)),
      { one: 1, two: 1 },
    ],
    ['a fault', () => Promise.reject(new Error('the database is away')), {}],
  ])('keeps them after %s', async (_what, attempt, kept) => {
    const server = await startServer();
    await countWrong(server.context, counts, async () => {
      // Before the check, so that two at once cannot share one count.
      expect(await counters(server)).toEqual({ one: 1, two: 1 });
      return attempt();
    }).catch(() => null);
    expect(await counters(server)).toEqual(kept);
  });

  it.each([
    ['succeeds', async () => 'done'],
    ['is refused', async () => reject('notConfirmed')],
  ])('keeps none after a right guess, also where what follows it %s', async (_what, act) => {
    const server = await startServer();
    const reset = { limit: { name: 'three', max: 3, windowMs: HOUR_MS, isReset: true as const }, subject: 'ann' };
    await takeAll(server.context, [reset]);
    await countGuess(server.context, [...counts, reset], async () => 'right', act).catch(() => null);
    expect(await counters(server)).toEqual({});
  });
});

it('a right guess is followed by its act although the database does not take the count back', async () => {
  const { context } = await startServer();
  const counts = [{ limit: { name: 'one', max: 2, windowMs: MINUTE_MS }, subject: 'ann' }];
  const away = vi.spyOn(context.db, 'deleteFrom').mockImplementation(() => {
    throw new StoreUnavailable('it is read-only');
  });
  const guessed = () =>
    countGuess(
      context,
      counts,
      async () => 'right',
      async (guess) => `${guess}, done`,
    );
  const lines = await linesOf(async () => expect(await guessed()).toBe('right, done'));
  away.mockRestore();
  expect(lines).toMatchObject([{ event: 'an attempt stays counted', reason: 'it is read-only' }]);
});

it('the changes of one user that are confirmed by mail are limited, those of another are not', async () => {
  const { context } = await startServer();
  const change = (userId: number) => confirmedByMail(context, { userId }, async () => 'done');
  for (let times = 0; times < 20; times += 1) await change(1);
  await expect(change(1)).rejects.toMatchObject({ status: 429, retryAfter: 3600, limit: 'confirmed-changes' });
  expect(await change(2)).toBe('done');
});

describe('an act that is counted', () => {
  const one = { name: 'one', max: 2, windowMs: MINUTE_MS };

  it.each([
    ['is kept after a success', async () => 'done', { one: 1 }],
    ['is kept after a refusal', async () => reject('stepRejected'), { one: 1 }],
    ['is kept after a wrong field', async () => reject('validation'), { one: 1 }],
    ['is returned where another limit rejects it', async () => reject('tooManyAttempts', { retryAfter: 9 }), {}],
    ['is returned by an overloaded server', () => Promise.reject(new PasswordQueueFull()), {}],
    ['is returned where the database is away', () => Promise.reject(new StoreUnavailable('it is away')), {}],
    ['is returned after an error of the server', () => Promise.reject(new Error('a fault')), {}],
  ])('%s', async (_what, act, kept) => {
    const server = await startServer();
    await counted(server.context, [{ limit: one, subject: 'ann' }], async () => {
      expect(await counters(server)).toEqual({ one: 1 });
      return act();
    }).catch(() => null);
    expect(await counters(server)).toEqual(kept);
  });
});

describe('a mail that a fault has kept from being queued eight times', () => {
  const FAULTS = 8;
  afterEach(() => vi.restoreAllMocks());

  type Ask = (server: TestServer) => Promise<() => Promise<{ status: number }>>;
  const elsewhere = (server: TestServer, userToken?: string) =>
    server.client({ address: ELSEWHERE, ...(userToken && { userToken }) });
  const signUp: Ask = async (server) => () => elsewhere(server).createRegistration({ body: account });
  const overCommits = (server: TestServer) => failCommits(server, { times: FAULTS });

  it.each<[name: string, ask: Ask, fail: (server: TestServer) => void, env?: Record<string, string>]>([
    [
      'sign-up, too many passwords to hash',
      signUp,
      ({ context: { passwords } }) => {
        const hash = vi.spyOn(passwords, 'hash');
        for (let fault = 0; fault < FAULTS; fault += 1) hash.mockRejectedValueOnce(new PasswordQueueFull());
      },
    ],
    ['sign-up', signUp, overCommits],
    [
      'changed address',
      async (server) => {
        const token = await begin(server);
        return () => submit(elsewhere(server), token, { step: '1', email: 'other@example.com' });
      },
      overCommits,
    ],
    [
      'resent sign-up code',
      async (server) => {
        const params = { registration_token: await begin(server) };
        return () => elsewhere(server).resendRegistrationCode({ params });
      },
      overCommits,
    ],
    ['login code', async (server) => () => elsewhere(server).login({ body: credentials }), overCommits],
    [
      'resent login code',
      async (server) => {
        const params = { nonce: await challenge(server) };
        return () => elsewhere(server).resendLoginCode({ params });
      },
      overCommits,
    ],
    ['reset', async (server) => () => elsewhere(server).requestReset({ body: { email: EMAIL } }), overCommits],
    [
      'confirmation',
      async (server) => () => elsewhere(server).resendConfirmation({ body: { email: EMAIL } }),
      overCommits,
    ],
    [
      'invitation',
      async (server) => {
        const { data } = await server.api.login({ body: credentials });
        const userToken = 'user_token' in data ? data.user_token : '';
        return () => elsewhere(server, userToken).inviteTeammate({ body: { email: 'mia@example.com' } });
      },
      overCommits,
      { TWO_FACTOR: 'off' },
    ],
  ])('%s: is sent when the fault is over', async (_name, ask, fail, env = {}) => {
    const server = await startServer(env);
    await addOwner(server, EMAIL);
    const request = await ask(server);
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    fail(server);
    for (let fault = 0; fault < FAULTS; fault += 1) {
      expect(await failureOf(request())).toMatchObject({ status: 503, retryAfter: 5 });
    }
    expect((await request()).status).toBeLessThan(300);
  });
});

it('a call that a network makes too often waits, does nothing, and leaves other networks alone', async () => {
  const server = await startServer();
  await useUp(server, limits.networkEvents, ELSEWHERE, 1);
  const body = { family: 'login', state: 'form', at: '2025-03-05T12:00:00.000Z' };
  const send = (address: string) => server.client({ address }).recordEvent({ body });
  expect((await send(ELSEWHERE)).status).toBe(202);
  server.clock.forward(60);
  expect(await failureOf(send(ELSEWHERE))).toMatchObject({ status: 429, retryAfter: 14 * 60 });
  expect((await send('198.51.100.9')).status).toBe(202);
  expect(await server.context.db.selectFrom('events').select('id').execute()).toHaveLength(2);
  server.clock.forward(14 * 60);
  expect((await send(ELSEWHERE)).status).toBe(202);
});
