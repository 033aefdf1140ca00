import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import { deliver } from '#server/mail/delivery.ts';
import { takeDue } from '#server/mail/due.ts';
import { purge } from '#server/platform/maintenance.ts';
import { Handle } from '#server/store/sqlite/handle.ts';
import { WAIT_TIMEOUT_MS } from '#server/store/sqlite/writer.ts';
import { EMAIL, sessionToken } from '#tests/support/account.ts';
import { queue } from '#tests/support/mailing.ts';
import { addOwner } from '#tests/support/people.ts';
import { refusedKey, signUp } from '#tests/support/refusedSignUp.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { begin } from '#tests/support/signUp.ts';
import { sqliteError } from '#tests/support/sqliteError.ts';

/** Faults of the database file; those of PostgreSQL are in postgresFaults.test.ts. */
const onSqlite = { DATABASE_URL: '' };

/** Lines of the log that the server has written meanwhile. */
function readLog() {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  return () => lines.join('');
}
afterEach(() => vi.restoreAllMocks());

describe('a full disk', () => {
  /** No page more than there are: SQLite answers as on a full disk. */
  const fill = async ({ context: { db } }: TestServer) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db);
  };
  const free = ({ context: { db } }: TestServer) => sql.raw('pragma max_page_count = 1000000').execute(db);

  it('answers 503 with Retry-After, reports the reason in readiness and log, and recovers by itself', async () => {
    const server = await startServer(onSqlite);
    const log = readLog();
    await fill(server);
    const key = await refusedKey(server);
    expect(log()).toContain('"reason":"the disk is full"');
    const ready = await server.request('/readyz');
    expect([ready.status, await ready.text()]).toEqual([503, 'the database takes no changes: the disk is full']);
    expect((await server.request('/healthz')).status).toBe(200);
    expect((await server.request(`${API_PATH}/dictionaries`)).status).toBe(200);

    await free(server);
    expect((await server.request('/readyz')).status).toBe(200);
    expect((await signUp(server, { 'Idempotency-Key': key })).status).toBe(200);
  });

  it('rolls back the whole transaction and reports the fault to the caller', async () => {
    const server = await startServer(onSqlite);
    const { db } = server.context;
    await fill(server);
    const change = db.transaction().execute(async (tx) => {
      await tx.updateTable('facts').set({ value: 'changed' }).where('name', '=', 'coverages').execute();
      await tx
        .insertInto('facts')
        .values({ name: 'large', value: 'x'.repeat(100_000) })
        .execute();
    });
    await expect(change).rejects.toMatchObject({ reason: 'the disk is full' });
    await free(server);
    const { value } = await db
      .selectFrom('facts')
      .select('value')
      .where('name', '=', 'coverages')
      .executeTakeFirstOrThrow();
    expect(value).not.toBe('changed');
  });

  it('runs no later statement outside a transaction that a fault has ended', async () => {
    const server = await startServer(onSqlite);
    const { db } = server.context;
    const change = db.transaction().execute(async (tx) => {
      await sql`rollback`.execute(tx);
      await tx.insertInto('facts').values({ name: 'stray', value: '' }).execute();
    });
    await expect(change).rejects.toMatchObject({ reason: 'a fault has ended the transaction' });
    expect(await db.selectFrom('facts').select('name').where('name', '=', 'stray').execute()).toEqual([]);
  });
});

describe('a disk that reports errors', () => {
  /** From now on SQLite fails at these statements with this result code, until the answer is called. */
  function fail(errcode: number, statements: RegExp): () => void {
    const run = Handle.prototype.run;
    const spy = vi.spyOn(Handle.prototype, 'run').mockImplementation(function (this: Handle, query) {
      if (!statements.test(query.sql)) return run.call(this, query) as never;
      throw sqliteError(errcode);
    });
    return () => spy.mockRestore();
  }

  it.each([
    ['I/O error at a write', 10 | (3 << 8), /^(insert|update)/, 'the disk reports an error'],
    ['I/O error at the commit', 10 | (4 << 8), /^commit|^insert into "facts"/, 'the disk reports an error'],
    ['I/O error at a write and at the rollback', 10, /^(insert|update|rollback)/, 'the disk reports an error'],
    ['I/O error at a read', 10 | (1 << 8), /^select/, 'the disk reports an error'],
    ['disk that is mounted read-only', 8 | (1 << 8), /^(insert|update|begin)/, 'it is read-only'],
    ['disk that is mounted read-only, also at the rollback', 8, /^(insert|update|rollback)/, 'it is read-only'],
    ['full disk, also at the rollback', 13, /^(insert|update|commit|rollback)/, 'the disk is full'],
    ['file that cannot be opened', 14, /^(insert|update|select)/, 'its files cannot be opened'],
    ['damaged page', 11, /^(insert|update)/, 'it is damaged'],
    ['lock that another process keeps in disorder', 15, /^(insert|update|begin)/, 'another process holds its lock'],
  ])(
    '%s: 503 with Retry-After, named in readiness and log, and over by itself',
    async (_, code, statements, reason) => {
      const server = await startServer(onSqlite);
      const log = readLog();
      const recover = fail(code, statements);
      const refused = await signUp(server);
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(log()).toContain(`"reason":"${reason}"`);
      const ready = await server.request('/readyz');
      expect([ready.status, await ready.text()]).toEqual([503, `the database takes no changes: ${reason}`]);
      expect((await server.request('/healthz')).status).toBe(200);

      recover();
      expect((await server.request('/readyz')).status).toBe(200);
      expect((await signUp(server)).status).toBe(200);
      expect(await server.context.db.selectFrom('registrations').select('email').execute()).toHaveLength(1);
    },
  );
});

describe('a write lock of another process', () => {
  /** Takes the lock as another process would, between two changes; it ends with what is answered here, or the test. */
  async function lock({ dataDir }: TestServer): Promise<() => void> {
    const other = new DatabaseSync(join(dataDir, 'store.sqlite'));
    await vi.waitFor(() => other.exec('begin immediate'));
    const release = () => {
      if (other.isOpen) other.close();
    };
    onTestFinished(release);
    return release;
  }

  /** How long the event loop stood still at most. */
  function watchLoop(): () => number {
    let last = performance.now();
    let longest = 0;
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    onTestFinished(() => clearInterval(timer));
    return () => longest;
  }

  it('blocks changes only (503 with Retry-After): reads and health checks answer at once', async () => {
    const server = await startServer({ ...onSqlite, TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const authorization = { Authorization: `Bearer ${await sessionToken(server)}` };
    const token = await begin(server);
    // The session was last seen a while ago, which a read would note.
    server.clock.forward(120);
    readLog();
    const release = await lock(server);
    const longest = watchLoop();
    let isRefused = false;
    const refused = signUp(server).finally(() => {
      isRefused = true;
    });
    await wait(20);
    const reads = await Promise.all([
      server.request('/healthz'),
      server.request(`${API_PATH}/dictionaries`),
      server.request(`${API_PATH}/ddipricelistcoverages?group_by=country_code`),
      server.request(`${API_PATH}/registrations/${token}`),
      server.request(`${API_PATH}/account`, { headers: authorization }),
    ]);
    await server.request('/readyz');
    expect(isRefused).toBe(false);
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const answer = await refused;
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    await vi.waitFor(async () => {
      const ready = await server.request('/readyz');
      expect([ready.status, await ready.text()]).toEqual([
        503,
        'the database takes no changes: another process holds its lock',
      ]);
    }, 10_000);
    expect(longest()).toBeLessThan(WAIT_TIMEOUT_MS);
    release();
    expect((await signUp(server)).status).toBe(200);
    expect((await server.request('/readyz')).status).toBe(200);
  });

  it('is reported by readiness from the first check until it is released', async () => {
    const server = await startServer(onSqlite);
    expect((await server.request('/readyz')).status).toBe(200);
    const release = await lock(server);
    const ready = await server.request('/readyz');
    expect([ready.status, await ready.text()]).toEqual([
      503,
      'the database takes no changes: another process holds its lock',
    ]);
    release();
    expect((await server.request('/readyz')).status).toBe(200);
  });

  it('that is short delays a change without failing it', async () => {
    const server = await startServer(onSqlite);
    const release = await lock(server);
    const answer = signUp(server);
    await wait(200);
    release();
    expect((await answer).status).toBe(200);
  });

  it('stops neither mails nor maintenance; a mail that was sent meanwhile is not sent again', async () => {
    const server = await startServer({ ...onSqlite, SMTP_URL: 'smtp://127.0.0.1:9' });
    const { context } = server;
    await server.mailWorker.stop();
    readLog();
    await queue(server, { to: EMAIL, kind: 'loginCode', language: 'en', values: { code: '012345' } });
    let release = () => {};
    let sent = 0;
    const transport = {
      deliver: async () => {
        sent += 1;
        release = await lock(server);
        return { kind: 'sent' as const };
      },
      close() {},
    };
    const round = async () => {
      const mails = await takeDue(context, 10);
      await Promise.all(mails.map((mail) => deliver(context, transport, mail, new AbortController().signal)));
    };
    const first = round();
    await vi.waitFor(() => expect(sent).toBe(1));
    await expect(purge(context.db, server.clock.now())).rejects.toMatchObject({
      reason: 'another process holds its lock',
    });
    release();
    await first;
    server.clock.forward(60);
    await round();
    expect(sent).toBe(1);
    expect(await context.db.selectFrom('outbox').select('status').execute()).toEqual([{ status: 'sent' }]);
  });
});

describe('concurrent changes', () => {
  it('are made one after another, and a read sees only complete ones', async () => {
    const server = await startServer(onSqlite);
    const { db } = server.context;
    await db
      .insertInto('facts')
      .values([
        { name: 'a', value: '0' },
        { name: 'b', value: '0' },
      ])
      .execute();
    const both = () => db.selectFrom('facts').select('value').where('name', 'in', ['a', 'b']).execute();
    const seen: string[][] = [];
    const raise = () =>
      db.transaction().execute(async (tx) => {
        const { value } = await tx
          .selectFrom('facts')
          .select('value')
          .where('name', '=', 'a')
          .executeTakeFirstOrThrow();
        for (const name of ['a', 'b']) {
          await tx
            .updateTable('facts')
            .set({ value: String(Number(value) + 1) })
            .where('name', '=', name)
            .execute();
          seen.push((await both()).map((row) => row.value));
        }
      });
    await Promise.all(Array.from({ length: 50 }, raise));
    expect((await both()).map(({ value }) => value)).toEqual(['50', '50']);
    expect(seen).toHaveLength(100);
    expect(seen.filter(([a, b]) => a !== b)).toEqual([]);
  });
});
