import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import type { QueuedEmail } from '#server/mail/outbox.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import { EMAIL } from '#tests/support/account.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { eventually, outbox, queue, withMailServer } from '#tests/support/mailing.ts';

const notice: QueuedEmail = { to: EMAIL, kind: 'passwordChanged', language: 'en' };

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

  it('where connections are few, no mail is taken before there is one for it, and a code gets the next', async () => {
    const smtpUrl = (url: string) => `${url}?maxConnections=2`;
    const { server, mailServer } = await withMailServer({}, { smtpUrl });
    const { promise: until, resolve: letGo } = Promise.withResolvers<void>();
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? until : null);
    await queue(server, ...Array.from({ length: 5 }, (_, at) => ({ ...notice, to: `p${at}@example.com` })));
    await eventually(() => expect(mailServer.tried()).toBe(2));
    expect((await outbox(server)).filter(({ attempts }) => attempts > 0)).toHaveLength(2);
    await queue(server, { to: EMAIL, kind: 'loginCode', language: 'en', values: { code: '012345' } });
    letGo();
    await eventually(() => expect(mailServer.mails).toHaveLength(6));
    expect(mailServer.mails.findIndex(({ to }) => to[0] === EMAIL)).toBeLessThan(4);
    expect(mailServer.connections().all).toBe(2);
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
