import { describe, expect, it } from 'vitest';
import { ApiError, reject } from '#server/http/errors.ts';
import { LOOPBACK, type RequestContext } from '#server/http/requestContext.ts';
import { byNetwork, byNetworkAnd, countWrong, limits, signUpCounts, takeAll } from '#server/login/limits.ts';
import { countMail, mailCounts } from '#server/login/mailLimits.ts';
import { HOUR_MS, MINUTE_MS } from '#server/platform/durations.ts';
import { useUp } from '../support/counters.ts';
import { failureOf } from '../support/failures.ts';
import { startServer, type TestServer } from '../support/server.ts';

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

  it('one purpose of mails takes nothing from another, in one network', async () => {
    const { context } = await startServer();
    const count = (purpose: Parameters<typeof countMail>[1]) =>
      countMail(context, purpose, 'ann@example.com', from(ELSEWHERE));
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
