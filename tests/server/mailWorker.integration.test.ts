import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { startMailWorker } from '#server/mail/mailWorker.ts';
import type { QueuedEmail } from '#server/mail/outbox.ts';
import type { Delivery } from '#server/mail/transport.ts';
import type { ServerContext } from '#server/platform/context.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { EMAIL } from '#tests/support/login.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { eventually, outbox, queue, withMailServer } from '#tests/support/mailing.ts';
import { startServer } from '#tests/support/server.ts';

const notice: QueuedEmail = { to: EMAIL, kind: 'passwordChanged', language: 'en' };

/** A server with a database of its own, so that its own worker takes none of the mails. */
async function contextApart(): Promise<ServerContext> {
  const { context } = await startServer({ DATABASE_URL: '' });
  const { db } = await openSqlite(emptyFolder(), 0);
  onTestFinished(() => db.destroy());
  return { ...context, db, wakeMail: () => {} };
}

describe('a mail that hangs', () => {
  it('delays no other mail, of the same round or later', async () => {
    const { server, mailServer } = await withMailServer();
    let letGo = () => {};
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    mailServer.answer = (_stage, address) => (address.startsWith('slow') ? until : null);
    const slow = Array.from({ length: 8 }, (_, count) => ({ ...notice, to: `slow${count}@example.com` }));
    await queue(server, ...slow, notice);
    await eventually(() => expect(mailServer.mails.map(({ to }) => to[0])).toEqual([EMAIL]));
    for (const to of ['bob@example.com', 'cleo@example.com']) {
      await queue(server, { ...notice, to });
      await eventually(() => expect(mailServer.mails.at(-1)?.to).toEqual([to]));
    }
    letGo();
    await eventually(() => expect(mailServer.mails).toHaveLength(11));
  });

  it('delays no code, even if thirty hang at once', async () => {
    const { server, mailServer } = await withMailServer();
    const { promise: until, resolve: letGo } = Promise.withResolvers<void>();
    mailServer.answer = (_stage, address) => (address.startsWith('slow') ? until : null);
    await queue(server, ...Array.from({ length: 30 }, (_, at) => ({ ...notice, to: `slow${at}@example.com` })));
    await eventually(() => expect(mailServer.tried()).toBe(30));
    const queuedAt = performance.now();
    await queue(server, { to: EMAIL, kind: 'loginCode', language: 'en', values: { code: '012345' } });
    await eventually(() => expect(mailServer.mails.map(({ to }) => to[0])).toEqual([EMAIL]));
    expect(performance.now() - queuedAt).toBeLessThan(5_000);
    letGo();
    await eventually(() => expect(mailServer.mails).toHaveLength(31));
  });

  it('holds a connection of thirty at most; further mails wait until one of them ends', async () => {
    const apart = await contextApart();
    const { db } = apart;
    await queue(
      { context: apart },
      ...Array.from({ length: 60 }, (_, at) => ({ ...notice, to: `p${at}@example.com` })),
    );
    const ends: (() => void)[] = [];
    const deliver = () => new Promise<Delivery>((resolve) => ends.push(() => resolve({ kind: 'sent' })));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const worker = startMailWorker(apart, { deliver, close: () => {} });
    for (let seconds = 0; seconds < 10; seconds += 1) await vi.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(40);
    ends[0]?.();
    for (let seconds = 0; seconds < 3; seconds += 1) await vi.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(41);
    for (let at = 1; at < 60; at += 1) {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(at));
      ends[at]?.();
    }
    await vi.waitFor(async () =>
      expect(await db.selectFrom('outbox').select('id').where('status', '=', 'sent').execute()).toHaveLength(60),
    );
    await worker.stop();
  });

  it('at most ten are sent at once', async () => {
    const { server, mailServer } = await withMailServer();
    let letGo = () => {};
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? until : null);
    await queue(server, ...Array.from({ length: 15 }, (_, count) => ({ ...notice, to: `p${count}@example.com` })));
    await eventually(() => expect(mailServer.tried()).toBe(10));
    expect((await outbox(server)).filter(({ attempts }) => attempts > 0)).toHaveLength(10);
    letGo();
    await eventually(() => expect(mailServer.mails).toHaveLength(15));
  });

  it('times out, even if data trickles in, and is retried', async () => {
    const { server, mailServer } = await withMailServer();
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? new Promise<void>(() => {}) : null);
    await queue(server, notice);
    await eventually(() => expect(mailServer.tried()).toBe(1));
    expect(timeout.mock.calls[0]?.[0]).toBeLessThan(30_000);
    limit.abort();
    await eventually(async () => {
      expect(await outbox(server)).toMatchObject([{ status: 'queued', last_error: 'EABORT' }]);
    });
    timeout.mockRestore();
    mailServer.answer = () => null;
    server.clock.forward(6);
    server.context.wakeMail();
    await eventually(() => expect(mailServer.mails).toHaveLength(1));
  });

  it('delays the shutdown of the server for seconds only', async () => {
    const { server, mailServer } = await withMailServer();
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? new Promise<void>(() => {}) : null);
    await queue(server, notice);
    await eventually(() => expect(mailServer.tried()).toBe(1));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stopped = server.mailWorker.stop();
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    await stopped;
  });
});

test('a server that stops ends its connections to the mail server, and leaves no timer that keeps it running', async () => {
  const apart = await contextApart();
  await queue({ context: apart }, notice, { ...notice, to: 'bob@example.com' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const close = vi.fn();
  const worker = startMailWorker(apart, { deliver: async () => ({ kind: 'sent' }), close });
  const sent = apart.db.selectFrom('outbox').select('id').where('status', '=', 'sent');
  await vi.waitFor(async () => expect(await sent.execute()).toHaveLength(2));
  expect(close).not.toHaveBeenCalled();
  await worker.stop();
  expect(close).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('a queue that cannot be read is logged once, and mails are sent when it can be again', async () => {
  const { server, mailServer } = await withMailServer();
  const outage = async () => {
    const failing = vi.spyOn(server.context.db, 'with').mockImplementation(() => {
      throw new StoreUnavailable('the disk is full');
    });
    const lines = await linesOf(async () => {
      await queue(server, notice);
      await eventually(() => expect(failing.mock.calls.length).toBeGreaterThan(2));
    });
    failing.mockRestore();
    return lines;
  };
  const logged = [expect.objectContaining({ event: 'outbox cannot be read', reason: 'the disk is full' })];
  expect(await outage()).toEqual(logged);
  await eventually(() => expect(mailServer.mails).toHaveLength(1));
  expect(await outage()).toEqual(logged);
  await eventually(() => expect(mailServer.mails).toHaveLength(2));
});
