import { expect, onTestFinished, test, vi } from 'vitest';
import { startMailWorker } from '#server/mail/mailWorker.ts';
import type { Delivery, Transport } from '#server/mail/transport.ts';
import { readConfig } from '#server/platform/config.ts';
import type { ServerContext } from '#server/platform/context.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { queue } from '#tests/support/mailing.ts';

/** A queue without a server, whose worker delivers mails until the test ends each delivery; its timers stand still. */
async function prepared() {
  const { db, keyring } = await openSqlite(emptyFolder(), 0);
  onTestFinished(() => db.destroy());
  const used = { config: readConfig({}), db, keyring, now: () => Date.parse('2025-03-05T12:00:00Z') };
  const context = { ...used, wakeMail: () => {} } as unknown as ServerContext;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());

  const begun: { at: number; signal: AbortSignal; end: (outcome: Delivery) => void }[] = [];
  const deliver: Transport['deliver'] = (_mail, signal) =>
    new Promise((resolve) => begun.push({ at: Date.now(), signal, end: resolve }));
  const close = vi.fn();
  const read = db.with.bind(db) as (...parts: unknown[]) => never;
  return {
    begun,
    close,
    start: () => startMailWorker(context, { deliver, close }),
    /** Queues a mail to each of so many people, and calls `wakeMail` after the commit. */
    queueFor: (people: number, wakeMail = context.wakeMail) =>
      queue(
        { context: { ...context, wakeMail } },
        ...Array.from({ length: people }, (_, at) => ({
          to: `p${at}@example.com`,
          kind: 'passwordChanged' as const,
          language: 'en' as const,
        })),
      ),
    statuses: async () => {
      const rows = await db.selectFrom('outbox').select(['status', 'last_error']).orderBy('id').execute();
      return rows.map(({ status, last_error }) => [status, last_error]);
    },
    /** Each reading of the queue begins with this call. */
    reading: vi.spyOn(db, 'with'),
    read,
  };
}

/** A statement that returns no row, once the promise settles. */
function nothingAfter(end: Promise<unknown>) {
  const statement: object = new Proxy(
    {},
    { get: (_, part) => (part === 'execute' ? () => end.then(() => []) : () => statement) },
  );
  return statement as never;
}

const never = new Promise<void>(() => {});
/** Time passes; a change that is due then reaches the disk in a turn of the event loop. */
async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise((resolve) => setImmediate(resolve));
}
async function seconds(count: number) {
  for (let left = count; left > 0; left -= 1) await pass(Math.min(left, 1) * 1_000);
}
/** Until so many milliseconds after a moment. */
const until = (start: number, ms: number) => pass(start + ms - Date.now());
/** Sooner than the worker reads the queue by itself. */
const atOnce = { timeout: 500 };
const sent = { kind: 'sent' } as const;

test('an empty queue is read when the server starts, once a second after that, and never again after a stop', async () => {
  const { start, reading, read } = await prepared();
  // A worker that reads it without a pause would let nothing else run.
  reading.mockImplementation((...parts: unknown[]) =>
    reading.mock.calls.length > 20 ? nothingAfter(never) : read(...parts),
  );
  const worker = start();
  await pass(0);
  expect(reading).toHaveBeenCalledTimes(1);
  await seconds(0.999);
  expect(reading).toHaveBeenCalledTimes(1);
  await seconds(0.001);
  expect(reading).toHaveBeenCalledTimes(2);
  await seconds(2);
  expect(reading).toHaveBeenCalledTimes(4);
  await worker.stop();
  await seconds(5);
  expect(reading).toHaveBeenCalledTimes(4);
});

test('a mail is sent at once when it is queued here, and within a second when another process has queued it', async () => {
  const { start, begun, queueFor, statuses } = await prepared();
  const worker = start();
  await pass(0);
  await queueFor(1, worker.wake);
  await vi.waitFor(() => expect(begun).toHaveLength(1), atOnce);
  begun[0]?.end(sent);
  await vi.waitFor(async () => expect(await statuses()).toEqual([['sent', null]]), atOnce);
  await pass(0);
  await queueFor(1);
  expect(begun).toHaveLength(1);
  await seconds(1);
  expect(begun).toHaveLength(2);
  begun[1]?.end(sent);
  await worker.stop();
});

test('a mail that comes while the queue is read is sent at once', async () => {
  const { start, begun, queueFor, reading } = await prepared();
  const { promise, resolve: endReading } = Promise.withResolvers<void>();
  reading.mockReturnValueOnce(nothingAfter(promise));
  const worker = start();
  await queueFor(1, worker.wake);
  endReading();
  await vi.waitFor(() => expect(begun).toHaveLength(1), atOnce);
  begun[0]?.end(sent);
  await worker.stop();
});

test('ten mails are sent at a time; those that wait follow at once when one has been sent', async () => {
  const { start, begun, queueFor } = await prepared();
  await queueFor(12);
  const worker = start();
  await vi.waitFor(() => expect(begun).toHaveLength(10), atOnce);
  begun[3]?.end(sent);
  await vi.waitFor(() => expect(begun).toHaveLength(11), atOnce);
  begun[10]?.end(sent);
  await vi.waitFor(() => expect(begun).toHaveLength(12), atOnce);
  for (const { end } of begun) end(sent);
  await worker.stop();
});

test('a mail that hangs makes room for another after a second, and no longer than it lasts', async () => {
  const { start, begun, queueFor, statuses } = await prepared();
  await queueFor(11);
  const worker = start();
  await vi.waitFor(() => expect(begun).toHaveLength(10), atOnce);
  const at = begun[0]?.at ?? 0;
  await until(at, 900);
  worker.wake();
  await until(at, 999);
  expect(begun).toHaveLength(10);
  await until(at, 1_000);
  await vi.waitFor(() => expect(begun).toHaveLength(11), atOnce);
  for (const { end } of begun) end(sent);
  await vi.waitFor(async () => expect(await statuses()).toEqual(Array(11).fill(['sent', null])), atOnce);
  await queueFor(12, worker.wake);
  await vi.waitFor(() => expect(begun.length).toBeGreaterThan(11), atOnce);
  await pass(0);
  expect(begun).toHaveLength(21);
  const stopped = worker.stop();
  for (const { end } of begun) end(sent);
  await stopped;
});

test('mails that hang hold thirty connections at most; further mails wait until one of them ends', async () => {
  const { start, begun, queueFor, statuses } = await prepared();
  await queueFor(60);
  const worker = start();
  for (let second = 0; second < 10; second += 1) await seconds(1);
  expect(begun).toHaveLength(40);
  begun[0]?.end(sent);
  for (let second = 0; second < 3; second += 1) await seconds(1);
  expect(begun).toHaveLength(41);
  for (let at = 1; at < 60; at += 1) {
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(at));
    begun[at]?.end(sent);
  }
  await vi.waitFor(async () => expect(await statuses()).toEqual(Array(60).fill(['sent', null])));
  await worker.stop();
});

test('a server that stops begins no further mail, and lets those on their way arrive for five seconds', async () => {
  const { start, begun, close, queueFor, statuses } = await prepared();
  await queueFor(11);
  const worker = start();
  await vi.waitFor(() => expect(begun).toHaveLength(10), atOnce);
  const stopped = worker.stop();
  const stoppedAt = Date.now();
  begun[0]?.end(sent);
  await vi.waitFor(async () => expect((await statuses())[0]).toEqual(['sent', null]), atOnce);
  await until(stoppedAt, 4_999);
  expect(begun.map(({ signal }) => signal.aborted)).toEqual(begun.map(() => false));
  expect(close).not.toHaveBeenCalled();
  await until(stoppedAt, 5_000);
  expect(begun.map(({ signal }) => signal.aborted)).toEqual(begun.map(() => true));
  for (const { end } of begun) end({ kind: 'later', reason: 'EABORT' });
  await stopped;
  expect(close).toHaveBeenCalledOnce();
  expect(await statuses()).toEqual([['sent', null], ...Array(9).fill(['queued', 'EABORT']), ['queued', null]]);
});

test('a server that stops ends its connections to the mail server, and leaves no timer that keeps it running', async () => {
  const { start, begun, close, queueFor, statuses } = await prepared();
  await queueFor(2);
  const worker = start();
  await vi.waitFor(() => expect(begun).toHaveLength(2), atOnce);
  for (const { end } of begun) end(sent);
  await vi.waitFor(async () => expect(await statuses()).toEqual(Array(2).fill(['sent', null])), atOnce);
  expect(close).not.toHaveBeenCalled();
  await worker.stop();
  expect(close).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('a queue that cannot be read from the start on is logged once, however often it is tried', async () => {
  const { start, reading } = await prepared();
  reading.mockImplementation(() => {
    throw new StoreUnavailable('the disk is full');
  });
  const lines = await linesOf(async () => {
    const worker = start();
    await seconds(3);
    await worker.stop();
  });
  expect(reading.mock.calls.length).toBeGreaterThan(2);
  expect(lines).toMatchObject([{ event: 'outbox cannot be read', reason: 'the disk is full' }]);
});
