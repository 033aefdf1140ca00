import { describe, expect, it } from 'vitest';
import { networkOf } from '#server/http/requestContext.ts';
import {
  type CountedAttempt,
  countAttempt,
  deleteAttempts,
  returnAttempt,
  returnAttemptLate,
  secondsToWait,
  takeAttempt,
} from '#server/http/throttle.ts';
import { limits } from '#server/login/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/durations.ts';
import type { Store } from '#server/store/schema.ts';
import { startServer } from '#tests/support/server.ts';

const limit = { name: 'attempts', max: 3, windowMs: 60_000 };

describe('limits', () => {
  it('accept the maximum per window, then return the time to wait', async () => {
    const { context, clock } = await startServer();
    const count = () => countAttempt(context.db, limit, 'ann', clock.now());
    expect([await count(), await count(), await count()]).toEqual([null, null, null]);
    clock.forward(15);
    expect(await count()).toBe(45);
    expect(await countAttempt(context.db, limit, 'bob', clock.now())).toBeNull();
    clock.forward(45);
    expect(await count()).toBeNull();
  });

  it('count before they compare: three of twenty concurrent attempts pass', async () => {
    const { context, clock } = await startServer();
    const waits = await Promise.all(
      Array.from({ length: 20 }, () => countAttempt(context.db, limit, 'ann', clock.now())),
    );
    expect(waits.filter((wait) => wait === null)).toHaveLength(3);
  });

  it('begin a new window with a new count, and no attempt prolongs one', async () => {
    const { context, clock } = await startServer();
    const count = () => countAttempt(context.db, limit, 'ann', clock.now());
    for (let window = 0; window < 3; window += 1) {
      expect(await count()).toBeNull();
      clock.forward(30);
      expect([await count(), await count(), await count()]).toEqual([null, null, 30]);
      clock.forward(30);
    }
  });

  it.each([
    ['half a window', -30, 90],
    ['a whole one', -60, 120],
    ['more', -61, null],
    ['an hour', -3_600, null],
  ])('keep nobody out for longer than twice their window where the clock is set back by %s', async (_, jump, wait) => {
    const { context, clock } = await startServer();
    const count = () => countAttempt(context.db, limit, 'ann', clock.now());
    for (let attempt = 0; attempt < limit.max; attempt += 1) await count();
    clock.forward(jump);
    expect(await secondsToWait(context.db, limit, 'ann', clock.now())).toBe(wait);
    expect(await count()).toBe(wait);
    for (let attempt = 1; attempt < limit.max; attempt += 1) await count();
    expect(await count()).toBe(wait ?? 60);
  });

  it('get an attempt back only in the window that has counted it', async () => {
    const { context, clock } = await startServer();
    const take = () => takeAttempt(context.db, limit, 'ann', clock.now());
    const early = await take();
    clock.forward(60);
    await take();
    await take();
    if (typeof early === 'object') await returnAttempt(context.db, early);
    const last = await take();
    expect([typeof last, await take()]).toEqual(['object', 60]);
    if (typeof last === 'object') await returnAttempt(context.db, last);
    expect([typeof (await take()), await take()]).toEqual(['object', 60]);
  });

  it('get an attempt back whose window is over: the new one keeps its only count', async () => {
    const { context, clock } = await startServer();
    const take = () => takeAttempt(context.db, limit, 'ann', clock.now());
    const early = await take();
    clock.forward(60);
    await take();
    if (typeof early === 'object') await returnAttempt(context.db, early);
    expect([typeof (await take()), typeof (await take()), await take()]).toEqual(['object', 'object', 60]);
  });

  it('get an attempt back late, in whichever window there is', async () => {
    const { context, clock } = await startServer();
    const count = () => countAttempt(context.db, limit, 'ann', clock.now());
    const giveBack = () => returnAttemptLate(context.db, limit, 'ann');
    expect([await count(), await count(), await count(), await count()]).toEqual([null, null, null, 60]);
    await giveBack();
    expect([await count(), await count()]).toEqual([null, 60]);
    for (let times = 0; times < 4; times += 1) await giveBack();
    expect(await context.db.selectFrom('throttles').select('bucket').execute()).toEqual([]);
  });

  it('have no wait below the maximum, nor once the window is over', async () => {
    const { context, clock } = await startServer();
    const wait = () => secondsToWait(context.db, limit, 'ann', clock.now());
    for (const _ of [1, 2]) await countAttempt(context.db, limit, 'ann', clock.now());
    expect(await wait()).toBeNull();
    await countAttempt(context.db, limit, 'ann', clock.now());
    clock.forward(59);
    expect(await wait()).toBe(1);
    clock.forward(1);
    expect(await wait()).toBeNull();
  });

  it('stay as they are when one attempt is returned three times at once', async () => {
    const { context, clock } = await startServer();
    const count = () => countAttempt(context.db, limit, 'ann', clock.now());
    for (const _ of [1, 2]) await count();
    await Promise.all([1, 2, 3].map(() => returnAttemptLate(context.db, limit, 'ann')));
    expect([await count(), await count(), await count(), await count()]).toEqual([null, null, null, 60]);
  });

  it.each<[string, number, (db: Store, last: CountedAttempt) => Promise<unknown>]>([
    ['counts on', 1, (db, { window_ends_at }) => takeAttempt(db, limit, 'ann', window_ends_at - 1)],
    ['gets the only attempt back', 1, returnAttempt],
    ['gets one of two back', 2, returnAttempt],
    ['gets the only attempt back late', 1, (db) => returnAttemptLate(db, limit, 'ann')],
    ['gets one of two back late', 2, (db) => returnAttemptLate(db, limit, 'ann')],
    ['is reset', 3, (db) => deleteAttempts(db, limit, 'ann')],
  ])('of others stay as they are when one %s', async (_what, attempts, act) => {
    const { context, clock } = await startServer();
    const { db } = context;
    const take = (subject: string) => takeAttempt(db, limit, subject, clock.now());
    for (const subject of ['bob', 'cy', 'cy', 'dan', 'dan', 'dan']) await take(subject);
    const before = await db.selectFrom('throttles').selectAll().execute();
    for (let left = attempts; left > 1; left -= 1) await take('ann');
    await act(db, (await take('ann')) as CountedAttempt);
    expect(await db.selectFrom('throttles').selectAll().execute()).toEqual(expect.arrayContaining(before));
    const waits = ['ann', 'bob', 'cy', 'dan'].map((subject) => secondsToWait(db, limit, subject, clock.now()));
    expect(await Promise.all(waits)).toEqual([null, null, null, 60]);
  });

  it('keep no row for a count of zero', async () => {
    const { context, clock } = await startServer();
    const taken = await takeAttempt(context.db, limit, 'ann', clock.now());
    if (typeof taken === 'object') await returnAttempt(context.db, taken);
    expect(await context.db.selectFrom('throttles').select('bucket').execute()).toEqual([]);
  });

  it('can be read and reset, and survive a restart', async () => {
    const first = await startServer();
    for (const _ of [1, 2, 3]) await countAttempt(first.context.db, limit, 'ann', first.clock.now());
    await first.close();
    const { context, clock } = await startServer({}, { dataDir: first.dataDir });
    expect(await secondsToWait(context.db, limit, 'ann', clock.now())).toBe(60);
    await deleteAttempts(context.db, limit, 'ann');
    expect(await secondsToWait(context.db, limit, 'ann', clock.now())).toBeNull();
  });

  // As docs/decisions/limits.md and the messages promise; a test of each counts from here.
  it.each([
    ['passwords', 10, 15 * MINUTE_MS],
    ['codes', 20, DAY_MS],
    ['codePause', 1, HOUR_MS],
    ['invitations', 50, DAY_MS],
    ['networkLogins', 100, 15 * MINUTE_MS],
    ['networkRegistrations', 20, HOUR_MS],
    ['allRegistrations', 500, 15 * MINUTE_MS],
    ['addressChanges', 5, HOUR_MS],
    ['networkSignUpCodes', 10, DAY_MS],
    ['signUpCodes', 20, DAY_MS],
    ['networkNumbers', 60, HOUR_MS],
    ['networkSso', 100, 15 * MINUTE_MS],
    ['networkLinks', 100, 15 * MINUTE_MS],
    ['networkMails', 100, 15 * MINUTE_MS],
    ['networkEvents', 1000, 15 * MINUTE_MS],
    ['networkKeys', 1000, 15 * MINUTE_MS],
  ] as const)('%s: %i in %i ms', (name, max, windowMs) => {
    expect(limits[name]).toMatchObject({ max, windowMs });
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['::1%lo', 'loopback'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['127.9.9.9', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['12.7.0.1', '12.7.0.1'],
    ['::9', '0:0:0:0'],
    ['2001:db8:1::', '2001:db8:1:0'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
    ['2001:db8:100:20::', '2001:db8:100:20'],
    ['2001:db8::ffff:1', '2001:db8:0:0'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
