import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Reply, runIdempotent, type SaveReply } from '#server/http/idempotency.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/* The claim of a key, its lease and its stored response, without a call around them. */

const DAY_MS = 86_400_000;
const done: Reply = { status: 200, body: { done: 1 }, cookies: ['a=b'], retryAfter: null };

const run = (
  { context }: TestServer,
  work: (saveReply: SaveReply) => Promise<Reply>,
  { key = 'key', body = 'body' } = {},
): Promise<Reply> => runIdempotent(context, { scope: 'post /x', key, body, ttlMs: DAY_MS }, work);

const rowOf = ({ context }: TestServer) => context.db.selectFrom('idempotency').selectAll().executeTakeFirst();

/** Work that waits until it is let go. */
function pending(reply = done) {
  const { promise: begun, resolve: begins } = Promise.withResolvers<void>();
  const { promise, resolve: finish } = Promise.withResolvers<Reply>();
  const work = () => {
    begins();
    return promise;
  };
  return { begun, work, finish: () => finish(reply) };
}

describe('a key of a request', () => {
  it('may have 255 characters', async () => {
    const server = await startServer();
    expect(await run(server, async () => done, { key: 'k'.repeat(255) })).toEqual(done);
    const longer = run(server, async () => done, { key: 'k'.repeat(256) });
    await expect(longer).rejects.toMatchObject({
      status: 400,
      problems: [{ name: 'validation', field: 'Idempotency-Key' }],
    });
  });

  it('belongs to one body', async () => {
    const server = await startServer();
    await run(server, async () => done);
    const other = run(server, async () => done, { body: 'another' });
    await expect(other).rejects.toMatchObject({
      status: 409,
      problems: [{ name: 'validation', field: 'Idempotency-Key' }],
    });
  });
});

describe('a claim', () => {
  it('is renewed for as long as its server works, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startServer();
    const timers = vi.getTimerCount();
    const first = pending();
    const running = run(server, first.work);
    await first.begun;
    expect((await rowOf(server))?.expires_at).toBe(server.clock.now() + 5_000);
    server.clock.forward(4);
    vi.advanceTimersByTime(1_500);
    await vi.waitFor(async () => expect((await rowOf(server))?.expires_at).toBe(server.clock.now() + 5_000));
    expect(vi.getTimerCount()).toBe(timers + 1);
    first.finish();
    expect(await running).toEqual(done);
    expect(vi.getTimerCount()).toBe(timers);
  });

  it('that is not renewed is taken over; its late work then stores nothing', async () => {
    const server = await startServer();
    const { db } = server.context;
    const late: Reply = { ...done, body: { done: 'late' } };
    const first = pending(late);
    const slow = run(server, async (saveReply) => {
      const reply = await first.work();
      await db.transaction().execute((tx) => saveReply(tx, reply));
      return reply;
    });
    await first.begun;
    server.clock.forward(5);
    expect(await run(server, async () => done)).toEqual(done);
    first.finish();
    await expect(slow).rejects.toThrow('a repetition of the request has taken over');
    expect(await run(server, async () => late)).toEqual(done);
  });

  it('that is taken over stays with the request that works on it, whatever the late one ends with', async () => {
    const server = await startServer();
    const first = pending();
    const slow = run(server, async (saveReply) => {
      const reply = await first.work();
      await server.context.db.transaction().execute((tx) => saveReply(tx, reply));
      return reply;
    });
    await first.begun;
    server.clock.forward(5);
    const second = pending();
    const other = run(server, second.work);
    await second.begun;
    const claimed = await rowOf(server);
    first.finish();
    await expect(slow).rejects.toThrow('a repetition of the request has taken over');
    expect(await rowOf(server)).toEqual(claimed);
    second.finish();
    expect(await other).toEqual(done);
  });

  it('stays as it is, also when not renewed, while other keys come, fail and are answered', async () => {
    const server = await startServer();
    const first = pending();
    const slow = run(server, first.work);
    await first.begun;
    const claimed = await rowOf(server);
    server.clock.forward(5);
    await run(server, async () => ({ ...done, body: 'other' }), { key: 'other' });
    await run(server, () => Promise.reject(new Error('broken')), { key: 'broken' }).catch(() => {});
    expect(await server.context.db.selectFrom('idempotency').selectAll().execute()).toContainEqual(claimed);
    first.finish();
    expect(await slow).toEqual(done);
    expect(await run(server, () => expect.fail('the work was done twice'))).toEqual(done);
  });

  it('is given up when its work fails, so that the next request works', async () => {
    const server = await startServer();
    const broken = run(server, () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(await rowOf(server)).toBeUndefined();
    expect(await run(server, async () => done)).toEqual(done);
  });

  it('lets a repetition wait for the response, for twenty seconds at most', async () => {
    const server = await startServer();
    const first = pending();
    const running = run(server, first.work);
    await first.begun;
    const queries = vi.spyOn(server.context.db, 'selectFrom');
    const waited = run(server, () => expect.fail('the work was done twice'));
    // It has looked in vain, and looks again.
    await vi.waitFor(() => expect(queries.mock.calls.length).toBeGreaterThanOrEqual(2));
    queries.mockRestore();
    first.finish();
    expect([await running, await waited]).toEqual([done, done]);

    const second = pending();
    const hanging = run(server, second.work, { key: 'other' });
    await second.begun;
    const start = Date.now();
    const clock = vi
      .spyOn(Date, 'now')
      .mockReturnValueOnce(start)
      .mockReturnValue(start + 20_001);
    onTestFinished(() => clock.mockRestore());
    const refused = run(server, () => expect.fail('the work was done twice'), { key: 'other' });
    await expect(refused).rejects.toMatchObject({ status: 503, retryAfter: 2, problems: [{ name: 'unavailable' }] });
    clock.mockRestore();
    second.finish();
    await hanging;
  });
});

describe('a repetition that waits', () => {
  it('looks less and less often, but at least twice a second', async () => {
    const server = await startServer();
    const first = pending();
    const running = run(server, first.work);
    await first.begun;
    const pauses: number[] = [];
    const wait = vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => {
      pauses.push(Number(ms));
      if (pauses.length !== 20) return;
      first.finish();
      await running;
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      wait.mockRestore();
      syncBuiltinESMExports();
    });
    expect(await run(server, () => expect.fail('the work was done twice'))).toEqual(done);
    expect(pauses).toHaveLength(20);
    expect(pauses[0]).toBeLessThanOrEqual(50);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(pauses.at(-1)).toBe(500);
  });
});

describe('a response', () => {
  it('is stored within the change that it reports, or not at all', async () => {
    const server = await startServer();
    const { db } = server.context;
    const work = run(server, (saveReply) =>
      db.transaction().execute(async (tx) => {
        await saveReply(tx, done);
        const sealed = await tx.selectFrom('idempotency').select('sealed').executeTakeFirstOrThrow();
        expect(sealed.sealed).not.toBeNull();
        throw new Error('rolled back');
      }),
    );
    await expect(work).rejects.toThrow('rolled back');
    expect(await rowOf(server)).toBeUndefined();
  });

  it('that is stored with its change stays when what follows the change fails', async () => {
    const server = await startServer();
    const { db } = server.context;
    const work = run(server, async (saveReply) => {
      await db.transaction().execute((tx) => saveReply(tx, done));
      throw new Error('after the commit');
    });
    await expect(work).rejects.toThrow('after the commit');
    expect(await run(server, () => expect.fail('the work was done twice'))).toEqual(done);
  });

  it.each([
    ['a success', 200, DAY_MS, DAY_MS],
    ['a success of a call that is stored briefly', 201, 60_000, 60_000],
    ['a refusal', 400, DAY_MS, 900_000],
    ['a refusal of a call that is stored briefly', 404, 60_000, 60_000],
  ])('is kept for its time: %s (%i)', async (_what, status, ttlMs, kept) => {
    const server = await startServer();
    const { context, clock } = server;
    const submission = { scope: 'post /x', key: 'key', body: 'body', ttlMs };
    await runIdempotent(context, submission, async (saveReply) => {
      await context.db.transaction().execute((tx) => saveReply(tx, { ...done, status }));
      expect((await rowOf(server))?.expires_at).toBe(clock.now() + ttlMs);
      return { ...done, status };
    });
    const other = { ...submission, key: 'other' };
    await runIdempotent(context, other, async () => ({ ...done, status }));
    const rows = await context.db.selectFrom('idempotency').select('expires_at').orderBy('expires_at').execute();
    expect(rows.map(({ expires_at }) => expires_at - clock.now())).toEqual([kept, ttlMs].sort((a, b) => a - b));
  });

  it.each([
    ['asks to come back', { ...done, retryAfter: 5 }],
    ['is an error of the server', { ...done, status: 500 }],
  ])('that %s is not stored, also not within a change', async (_what, reply) => {
    const server = await startServer();
    const { db } = server.context;
    const answer = await run(server, async (saveReply) => {
      await db.transaction().execute((tx) => saveReply(tx, reply));
      expect((await rowOf(server))?.sealed).toBeNull();
      return reply;
    });
    expect(answer).toEqual(reply);
    expect(await rowOf(server)).toBeUndefined();
  });

  it('is sent though it could not be stored, and that is logged', async () => {
    const server = await startServer();
    const { keyring } = server.context;
    vi.spyOn(keyring, 'seal').mockImplementationOnce(() => {
      throw new Error('no key');
    });
    const lines = await linesOf(async () => {
      expect(await run(server, async () => done)).toEqual(done);
    });
    expect(lines).toMatchObject([{ event: 'a response could not be stored' }]);
  });

  it('that the key cannot open counts as missing: the repetition is asked to come back', async () => {
    const server = await startServer();
    await run(server, async () => done);
    await server.context.db.updateTable('idempotency').set({ sealed: 'damaged' }).execute();
    const start = Date.now();
    const clock = vi
      .spyOn(Date, 'now')
      .mockReturnValueOnce(start)
      .mockReturnValue(start + 20_001);
    onTestFinished(() => clock.mockRestore());
    const repeated = run(server, () => expect.fail('the work was done twice'));
    await expect(repeated).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  });
});
