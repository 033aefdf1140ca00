import { EventEmitter } from 'node:events';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { afterCommit } from '#server/store/afterCommit.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import { openPool } from '#server/store/postgres/connection.ts';
import { connectBy, waitAfter } from '#server/store/postgres/dialect.ts';
import { TransactionLost } from '#server/store/postgres/postgresErrors.ts';

/* The parts of the store on PostgreSQL that need no database. */

const withCode = (code: string) => Object.assign(new Error('a fault'), { code });
const SERIALISABLE = 'start transaction isolation level serializable';

const oneConnection = {
  ...{ host: 'localhost', port: 1, name: 'phone', user: 'entry', password: '' },
  tls: null,
  connections: 1,
};

describe('a connection of the pool', () => {
  /** A connection whose database answers a statement with the errors that are set for it. */
  async function connected(errors: Record<string, Error> = {}) {
    const sent: string[] = [];
    const client = Object.assign(new EventEmitter(), {
      release: vi.fn(),
      query: async (sql: string) => {
        sent.push(sql);
        if (errors[sql]) throw errors[sql];
        return { command: '', rows: [] };
      },
    });
    const pool = openPool(oneConnection);
    const connect = vi.spyOn(pg.Pool.prototype, 'connect').mockImplementation((async () => client) as never);
    onTestFinished(() => connect.mockRestore());
    const connection = await pool.connect();
    const run = (sql: string) => connection.query(sql, []);
    return { connection, run, sent, client };
  }

  it('goes back to the pool if all went well', async () => {
    const { connection, run, client } = await connected();
    for (const sql of [SERIALISABLE, 'select 1', 'commit']) await run(sql);
    connection.release();
    expect(client.release).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('within a transaction reports a conflict as one that can be repeated, with its cause', async () => {
    const conflict = withCode('40001');
    const { connection, run, client } = await connected({ 'select 1': conflict });
    await run(SERIALISABLE);
    const failure = await run('select 1').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TransactionLost);
    expect(failure).toMatchObject({ reason: 'too many changes at the same time', cause: conflict });
    await run('rollback');
    connection.release();
    expect(client.release).toHaveBeenCalledExactlyOnceWith(false);
  });

  it.each(['select 1', "select 'start transaction'"])(
    'without a transaction reports what the database says: %s',
    async (sql) => {
      const conflict = withCode('23505');
      const { run } = await connected({ 'select 2': conflict });
      await run(sql);
      await expect(run('select 2')).rejects.toBe(conflict);
    },
  );

  it('fails by the same fault once it is lost, sends nothing any more but the end, and ends', async () => {
    const lost = withCode('57P01');
    const { connection, run, sent, client } = await connected({ 'select 1': lost, rollback: withCode('EPIPE') });
    await run(SERIALISABLE);
    const fault = await run('select 1').catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(TransactionLost);
    expect(fault).toMatchObject({ reason: 'it is shutting down or starting', cause: lost });
    await expect(run('select 2')).rejects.toBe(fault);
    await run('rollback');
    expect(sent).toEqual([SERIALISABLE, 'select 1', 'rollback']);
    connection.release();
    expect(client.release).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('whose transaction cannot be undone ends, and says so at its next statement', async () => {
    const { connection, run, client } = await connected({ rollback: withCode('57014') });
    await run(SERIALISABLE);
    await run('rollback');
    await expect(run('select 1')).rejects.toMatchObject({ reason: 'it takes too long to answer' });
    connection.release();
    expect(client.release).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('that the database ends between two statements stops nothing, whether it is in use or not', async () => {
    const { connection, client } = await connected();
    const lost = new Error('Connection terminated unexpectedly');
    client.emit('error', lost);
    connection.release();
    expect(client.listenerCount('error')).toBe(0);
    const [pool] = vi.mocked(pg.Pool.prototype.connect).mock.contexts;
    (pool as pg.Pool).emit('error', lost, client as never);
  });

  it('ends if it is to be thrown away', async () => {
    const { connection, client } = await connected();
    connection.release(true);
    expect(client.release).toHaveBeenCalledExactlyOnceWith(true);
  });
});

describe('the pool', () => {
  /** A database that answers attempts to connect in order: with an error, or with a connection. */
  function connecting(...outcomes: (Error | null)[]) {
    const connect = vi.spyOn(pg.Pool.prototype, 'connect').mockImplementation((async () => {
      const outcome = outcomes.shift();
      if (outcome) throw outcome;
      return Object.assign(new EventEmitter(), { release() {} });
    }) as never);
    onTestFinished(() => connect.mockRestore());
  }

  it.each([
    [{}, 6_000],
    [{ isPatient: true }, undefined],
  ])('waits for the answer to a statement, with the options %j: %s ms', (options, timeout) => {
    const { query_timeout } = openPool(oneConnection, options).options as pg.PoolConfig;
    expect(query_timeout).toBe(timeout);
  });

  it('is as large as before after an attempt to connect has failed', async () => {
    connecting(withCode('ECONNREFUSED'), null);
    const pool = openPool(oneConnection);
    await expect(pool.connect()).rejects.toThrow(StoreUnavailable);
    await expect(pool.connect()).resolves.toHaveProperty('release');
  });

  it('rejects who has waited for a connection for two seconds', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    connecting(null, null);
    const pool = openPool(oneConnection);
    await pool.connect();
    const second = expect(pool.connect()).rejects.toMatchObject({ reason: 'it takes too long to answer' });
    await vi.advanceTimersByTimeAsync(2_000);
    await second;
  });
});

describe('a transaction', () => {
  /** A database that accepts every statement, and what was sent to it. */
  function database() {
    const sent: string[] = [];
    const client = {
      query: async (sql: string) => {
        sent.push(sql);
        return { command: '', rows: [] };
      },
      release() {},
    };
    const db = connectBy({ connect: async () => client, end: async () => {}, options: {} } as unknown as PostgresPool);
    return { db, sent };
  }

  it('that keeps losing runs beside others twice, and then alone; work for after the commit is done once', async () => {
    const { db, sent } = database();
    const random = vi.spyOn(Math, 'random').mockReturnValue(1);
    onTestFinished(() => random.mockRestore());
    const done: number[] = [];
    let attempts = 0;
    const begun = performance.now();
    const result = await db.transaction().execute(async (tx) => {
      attempts += 1;
      const attempt = attempts;
      afterCommit(tx, () => void done.push(attempt));
      if (attempt < 5) throw new TransactionLost('a conflict');
      return attempt;
    });
    const modes = sent.flatMap((sql) => /^lock table facts in (.*) mode$/.exec(sql)?.[1] ?? []);
    expect(modes).toEqual(['row share', 'row share', 'exclusive', 'exclusive', 'exclusive']);
    expect(sent.filter((sql) => sql === SERIALISABLE)).toHaveLength(5);
    expect([sent.at(-1), result, done]).toEqual(['commit', 5, [5]]);
    // Between the attempts it waits.
    expect(performance.now() - begun).toBeGreaterThan(140);
  });

  it('that fails for a reason of its own is not repeated', async () => {
    const { db, sent } = database();
    const error = new Error('refused');
    const work = vi.fn().mockRejectedValue(error);
    await expect(db.transaction().execute(work)).rejects.toBe(error);
    expect([work.mock.calls.length, sent.at(-1)]).toEqual([1, 'rollback']);
  });
});

test('the wait for the next attempt doubles up to 200 milliseconds, and half of it is random', () => {
  const attempts = [1, 2, 3, 4, 5, 6, 20];
  const random = vi.spyOn(Math, 'random');
  onTestFinished(() => random.mockRestore());
  const waitsAt = (value: number) => {
    random.mockReturnValue(value);
    return attempts.map(waitAfter);
  };
  expect(waitsAt(0)).toEqual([5, 10, 20, 40, 80, 100, 100]);
  expect(waitsAt(1)).toEqual([10, 20, 40, 80, 160, 200, 200]);
});
