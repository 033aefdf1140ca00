import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import { setRequestNetwork, withRequestId } from '#server/platform/requestId.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import type { Store } from '#server/store/schema.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { addOwner } from '#tests/support/people.ts';
import { binaries, cluster, preparedDatabase } from '#tests/support/postgres.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { account } from '#tests/support/signUp.ts';

/*
 * PostgreSQL goes away, breaks a connection, or does not answer. The server says so, stays alive, and goes on by itself.
 */

/** How long the database is away. */
const AWAY_MS = process.env['DEEP'] === '1' ? 30_000 : 0;

async function startOnPostgres(): Promise<TestServer & { url: string }> {
  const dataDir = emptyFolder();
  const url = await preparedDatabase(dataDir);
  return { ...(await startServer({ DATABASE_URL: url }, { dataDir })), url };
}

const signUp = ({ request }: Pick<TestServer, 'request'>, email: string) =>
  request(`${API_PATH}/registrations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...account, email }),
  });

const text = async (answer: Response) => [answer.status, await answer.text()];

/** Another program's connection to the same database. */
async function otherClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

const pidOf = async (db: Store) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0;

const values = async (db: Store) =>
  (await db.selectFrom('facts').select('value').where('name', 'like', 'x%').execute()).length;

afterEach(() => vi.restoreAllMocks());

describe.skipIf(!binaries)('PostgreSQL', { timeout: 60_000 }, () => {
  it('the connections are counted by state', async () => {
    const { db, metrics } = (await startOnPostgres()).context;
    const scrape = async () => metrics.registry.getSingleMetricAsString('entry_database_connections');
    await db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      // The server's own work may use another one for a moment.
      await vi.waitFor(async () => expect(await scrape()).toContain('{state="busy"} 1'));
    });
    await vi.waitFor(async () => expect(await scrape()).toContain('{state="busy"} 0'));
    expect(await scrape()).toContain('{state="waiting"} 0');
  });

  it('a network that waits with many calls for connections delays the call of another by one of them', async () => {
    const { db } = (await startOnPostgres()).context;
    const ends: string[] = [];
    const call = (network: string) =>
      withRequestId(async () => {
        setRequestNetwork(network);
        await sql`select pg_sleep(0.05)`.execute(db);
        ends.push(network);
      });
    const many = Array.from({ length: 60 }, () => call('192.0.2.1'));
    await call('192.0.2.2');
    // Those that had a connection before, and those that ended beside it.
    expect(ends.indexOf('192.0.2.2')).toBeLessThanOrEqual(20);
    await Promise.all(many);
  });

  it('down: 503 with Retry-After, failing readiness, passing health; recovers without a restart', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const server = await startOnPostgres();
    expect((await signUp(server, 'before@example.com')).status).toBe(200);
    await (await cluster()).down();
    const refused = await signUp(server, 'during@example.com');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    expect((await refused.json()) as object).toMatchObject({ errors: [{ field: '' }] });
    await vi.waitFor(async () =>
      expect(await text(await server.request('/readyz'))).toEqual([
        503,
        'the database takes no changes: it cannot be reached',
      ]),
    );
    // All the while, calls go on to be refused and health to pass.
    const downAt = Date.now();
    do {
      const startedAt = Date.now();
      expect((await server.request('/healthz')).status).toBe(200);
      expect(Date.now() - startedAt).toBeLessThan(500);
      expect((await signUp(server, 'during@example.com')).status).toBe(503);
    } while (Date.now() - downAt < AWAY_MS);

    await (await cluster()).up();
    await vi.waitFor(async () => expect((await server.request('/readyz')).status).toBe(200), { timeout: 5_000 });
    expect((await signUp(server, 'after@example.com')).status).toBe(200);
    const { db } = server.context;
    const emails = (await db.selectFrom('registrations').select('email').orderBy('id').execute()).map(
      (row) => row.email,
    );
    expect(emails).toEqual(['before@example.com', 'after@example.com']);
  });

  it('loses a connection during a transaction: the transaction runs again and takes effect once', async () => {
    const { context, url } = await startOnPostgres();
    const { db } = context;
    const other = await otherClient(url);
    let runs = 0;
    await db.transaction().execute(async (tx) => {
      runs += 1;
      await tx
        .insertInto('facts')
        .values({ name: `x${runs}`, value: 'kept' })
        .execute();
      if (runs === 1) await other.query(`select pg_terminate_backend(${await pidOf(tx)}, 5000)`);
      await tx
        .insertInto('facts')
        .values({ name: `x${runs} again`, value: 'kept' })
        .execute();
    });
    expect(runs).toBe(2);
    expect(await values(db)).toBe(2);
    await other.end();
  });

  it('many transactions that conflict at the same time: each takes effect once, after three attempts at most', async () => {
    const { db } = (await startOnPostgres()).context;
    await db.insertInto('facts').values({ name: 'x', value: '0' }).execute();
    const attempts = Array.from({ length: 12 }, () => 0);
    const counted = attempts.map((_, index) =>
      db.transaction().execute(async (tx) => {
        attempts[index] = (attempts[index] ?? 0) + 1;
        const { value } = await tx
          .selectFrom('facts')
          .select('value')
          .where('name', '=', 'x')
          .executeTakeFirstOrThrow();
        // Long enough that the others have read as well.
        await sql`select pg_sleep(0.03)`.execute(tx);
        await tx
          .updateTable('facts')
          .set({ value: String(Number(value) + 1) })
          .where('name', '=', 'x')
          .execute();
      }),
    );
    await Promise.all(counted);
    expect(await db.selectFrom('facts').select('value').where('name', '=', 'x').execute()).toEqual([{ value: '12' }]);
    expect(Math.max(...attempts)).toBeLessThanOrEqual(3);
  });

  /** Makes the first `times` transactions that begin a sign-up fail in the database; a sequence survives their rollback. */
  async function failFirst({ context: { db } }: TestServer, times: number, fault: string, when = ''): Promise<void> {
    await sql`create sequence tries`.execute(db);
    await sql
      .raw(`create function fail() returns trigger language plpgsql as $$
        begin if nextval('tries') <= ${times} then ${fault}; end if; return null; end $$`)
      .execute(db);
    const timing = when === 'commit' ? 'deferrable initially deferred' : '';
    await sql
      .raw(
        `create constraint trigger fail after insert on registrations ${timing} for each row execute function fail()`,
      )
      .execute(db);
  }

  const begun = async ({ context: { db } }: TestServer) => {
    const registrations = await db.selectFrom('registrations').select('id').execute();
    const mails = await db.selectFrom('outbox').select('id').execute();
    return [registrations.length, mails.length];
  };

  const raise = (code: string) => `raise exception 'forced' using errcode = '${code}'`;
  it.each([
    ['a serialisation conflict', raise('40001'), ''],
    ['a serialisation conflict at the commit', raise('40001'), 'commit'],
    ['a deadlock', raise('40P01'), ''],
    ['a connection that is reset in the middle', 'perform pg_terminate_backend(pg_backend_pid())', ''],
  ])('%s, three times: the call succeeds, and is done once', async (_what, fault, when) => {
    const server = await startOnPostgres();
    await failFirst(server, 3, fault, when);
    expect((await signUp(server, 'ann@example.com')).status).toBe(200);
    expect(await begun(server)).toEqual([1, 1]);
  });

  it('conflicts without end: 503 with Retry-After, nothing is kept, and the next call succeeds', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const server = await startOnPostgres();
    await failFirst(server, 20, raise('40001'));
    const refused = await signUp(server, 'ann@example.com');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await begun(server)).toEqual([0, 0]);
    expect((await signUp(server, 'ann@example.com')).status).toBe(200);
    expect(await begun(server)).toEqual([1, 1]);
  });

  it('gets a key that a concurrent transaction creates first: runs again, and finds it', async () => {
    const { context, url } = await startOnPostgres();
    const { db } = context;
    const other = await otherClient(url);
    const found = await db.transaction().execute(async (tx) => {
      const row = await tx.selectFrom('facts').select('value').where('name', '=', 'x').executeTakeFirst();
      if (row) return row;
      await other.query("insert into facts values ('x', 'first')");
      await tx.insertInto('facts').values({ name: 'x', value: 'second' }).execute();
      return null;
    });
    expect(found).toEqual({ value: 'first' });
    await other.end();
  });

  it('refers to a row that a concurrent transaction deletes: runs again, and does not find it', async () => {
    const server = await startOnPostgres();
    const { context, url } = server;
    const { db } = context;
    await addOwner(server, 'ann@example.com');
    const other = await otherClient(url);
    const found = await db.transaction().execute(async (tx) => {
      const row = await tx.selectFrom('customers').select('id').executeTakeFirst();
      if (!row) return 'none';
      await other.query('delete from customers');
      const discount = { customer_id: row.id, campaign: 'spring', percent: 5, redeemed_at: null, created_at: 0 };
      await tx.insertInto('discounts').values(discount).execute();
      return 'one';
    });
    expect(found).toBe('none');
    await other.end();
  });

  it('loses a connection during the commit: the outcome is unknown, so nothing is repeated', async () => {
    const { context } = await startOnPostgres();
    const { db } = context;
    await sql`create function cut() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(db);
    await sql`create constraint trigger cut after insert on facts deferrable initially deferred
      for each row when (new.value = 'cut') execute function cut()`.execute(db);
    let runs = 0;
    const work = db.transaction().execute(async (tx) => {
      runs += 1;
      await tx.insertInto('facts').values({ name: 'x', value: 'cut' }).execute();
    });
    await expect(work).rejects.toBeInstanceOf(StoreUnavailable);
    expect(runs).toBe(1);
  });

  it('does not answer: readiness fails, health does not wait', async () => {
    const server = await startOnPostgres();
    const other = await otherClient(server.url);
    await other.query('begin; lock table facts in access exclusive mode');
    await vi.waitFor(
      async () => {
        const startedAt = Date.now();
        const ready = await server.request('/readyz');
        expect(Date.now() - startedAt).toBeLessThan(1_000);
        expect(await text(ready)).toEqual([503, 'the database takes no changes: it takes too long to answer']);
      },
      { timeout: 5_000 },
    );
    expect((await server.request('/healthz')).status).toBe(200);
    await other.query('rollback');
    await other.end();
    await vi.waitFor(async () => expect((await server.request('/readyz')).status).toBe(200), { timeout: 5_000 });
  });

  it.each([
    ['53100', 'the disk is full'],
    ['58030', 'its disk reports an error'],
    ['53200', 'there is no memory left'],
    ['XX001', 'it is damaged'],
  ])('reports %s: 503 with Retry-After, readiness says that %s, and it recovers', async (code, reason) => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const server = await startOnPostgres();
    const { db } = server.context;
    await sql
      .raw(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'a fault' using errcode = '${code}'; end $$`)
      .execute(db);
    const tables = ['facts', 'registrations'];
    for (const table of tables) {
      await sql
        .raw(`create trigger fail before insert or update on ${table} for each row execute function fail()`)
        .execute(db);
    }
    const refused = await signUp(server, 'during@example.com');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    // A check that takes long is answered by what was known before.
    await vi.waitFor(async () =>
      expect(await text(await server.request('/readyz'))).toEqual([503, `the database takes no changes: ${reason}`]),
    );
    for (const table of tables) await sql.raw(`drop trigger fail on ${table}`).execute(db);
    await vi.waitFor(async () => expect((await server.request('/readyz')).status).toBe(200));
    expect((await signUp(server, 'after@example.com')).status).toBe(200);
  });

  it.each([
    ['a full disk', '53100', 'the disk is full', { runs: 1, isKept: true }],
    ['a former primary after a fail-over', '25006', 'it is read-only', { runs: 20, isKept: false }],
    ['a transaction left idle', '25P03', 'the connection to it was lost', { runs: 20, isKept: false }],
  ])('%s: only what another connection may do is tried again, on another one', async (_, code, reason, expected) => {
    const { db } = (await startOnPostgres()).context;
    await sql
      .raw(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'a fault' using errcode = '${code}'; end $$`)
      .execute(db);
    await sql`create trigger fail before insert on facts for each row execute function fail()`.execute(db);
    const insert = (store: Store) => store.insertInto('facts').values({ name: 'x', value: '' }).execute();
    const before = await pidOf(db);
    await expect(insert(db)).rejects.toMatchObject({ reason });
    expect((await pidOf(db)) === before).toBe(expected.isKept);
    let runs = 0;
    const work = db.transaction().execute((tx) => {
      runs += 1;
      return insert(tx);
    });
    await expect(work).rejects.toMatchObject({ reason });
    expect(runs).toBe(expected.runs);
  });

  it('loses the connection after a refusal: the caller gets the refusal, not the failed rollback', async () => {
    const { context, url } = await startOnPostgres();
    const { db } = context;
    const other = await otherClient(url);
    const work = db.transaction().execute(async (tx) => {
      await tx.insertInto('facts').values({ name: 'x', value: '' }).execute();
      await other.query(`select pg_terminate_backend(${await pidOf(tx)}, 5000)`);
      throw new Error('refused');
    });
    await expect(work).rejects.toThrow('refused');
    expect(await values(db)).toBe(0);
    await other.end();
  });

  it('is read-only, as a former primary after a fail-over: 503 until it is writable', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const server = await startOnPostgres();
    const name = new URL(server.url).pathname.slice(1);
    await (await cluster()).run(`alter database ${name} set default_transaction_read_only = on`);
    await (await cluster()).run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await vi.waitFor(async () =>
      expect(await text(await server.request('/readyz'))).toEqual([
        503,
        'the database takes no changes: it is read-only',
      ]),
    );
    const refused = await signUp(server, 'during@example.com');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    await (await cluster()).run(`alter database ${name} set default_transaction_read_only = off`);
    await vi.waitFor(async () => expect((await server.request('/readyz')).status).toBe(200), { timeout: 5_000 });
    expect((await signUp(server, 'after@example.com')).status).toBe(200);
  });

  it('is a standby after a fail-over: 503 until it is promoted', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const server = await startOnPostgres();
    await (await cluster()).becomeStandby();
    const promote = async () => (await cluster()).run('select pg_promote()');
    // Other tests use the same cluster. One that is promoted already refuses.
    onTestFinished(async () => void (await promote().catch(() => null)));
    for (const call of ['password', 'confirmation']) {
      const refused = await server.request(`${API_PATH}/${call}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: account.email }),
      });
      expect([call, refused.status, refused.headers.get('Retry-After')]).toEqual([call, 503, '5']);
    }
    await vi.waitFor(async () =>
      expect(await text(await server.request('/readyz'))).toEqual([
        503,
        'the database takes no changes: it is read-only',
      ]),
    );
    await promote();
    await vi.waitFor(async () => expect((await server.request('/readyz')).status).toBe(200), { timeout: 5_000 });
    expect((await signUp(server, 'after@example.com')).status).toBe(200);
  });

  it('has defaults of its own for isolation and timeouts: a change waits for another one, a start for its work', async () => {
    const running = await cluster();
    const url = await running.database();
    const name = new URL(url).pathname.slice(1);
    await running.run(`alter database ${name} set default_transaction_isolation = 'serializable'`);
    await running.run(`alter database ${name} set statement_timeout = '2ms'`);
    const { context } = await startServer({ DATABASE_URL: url }, { dataDir: emptyFolder() });
    const { db } = context;
    await db.insertInto('facts').values({ name: 'x', value: '' }).execute();
    const change = sql`update facts set value = value || 'y' where name = 'x'`;
    const other = await otherClient(url);
    await other.query(`set statement_timeout = 0; begin isolation level read committed; ${change.compile(db).sql}`);
    const waiting = change.execute(db);
    const locks = `select 1 from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await other.query(locks)).rows).toHaveLength(1));
    await other.query('commit');
    await waiting;
    expect(await db.selectFrom('facts').select('value').where('name', '=', 'x').execute()).toEqual([{ value: 'yy' }]);
    await other.end();
  });

  it('behind a pooler: a connection requests only what PgBouncer takes at its start', async () => {
    const { port } = await cluster();
    const requested: string[] = [];
    const pooler = createServer((client) => {
      const database = connect(port, '127.0.0.1');
      client.once('data', (packet) => requested.push(...packet.toString('utf8', 8).split('\0')));
      // The server may end its connections by a reset.
      pipeline(client, database, client, () => {});
    }).listen(0, '127.0.0.1');
    await once(pooler, 'listening');
    const url = new URL(await (await cluster()).database());
    url.port = String((pooler.address() as AddressInfo).port);
    await startServer({ DATABASE_URL: url.href }, { dataDir: emptyFolder() });
    pooler.close();
    const names = new Set(requested.filter((_, at) => at % 2 === 0).filter(Boolean));
    expect([...names].sort()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
  });
});
