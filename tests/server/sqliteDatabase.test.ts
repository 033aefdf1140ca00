import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreUnavailable } from '#server/store/errors.ts';
import type { Database, Store } from '#server/store/schema.ts';
import { SqliteDialect } from '#server/store/sqlite/dialect.ts';
import { Handle } from '#server/store/sqlite/handle.ts';
import { type Hooks, WAIT_TIMEOUT_MS } from '#server/store/sqlite/writer.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';

describe('statements', () => {
  const opened = () => {
    const handle = new Handle(join(emptyFolder(), 'store.sqlite'));
    handle.run({ sql: 'create table facts (id integer primary key, value text)', parameters: [] });
    return handle;
  };

  it('answer with their rows, or with what they have changed', () => {
    const handle = opened();
    const run = (sql: string, ...parameters: unknown[]) => handle.run({ sql, parameters });
    expect(run('insert into facts (value) values (?), (?)', 'a', 'b')).toEqual({
      rows: [],
      numAffectedRows: 2n,
      insertId: 2n,
    });
    expect(run('select value from facts where id = ?', 2)).toEqual({ rows: [{ value: 'b' }] });
    expect(run('update facts set value = ? returning id', 'c')).toEqual({ rows: [{ id: 1 }, { id: 2 }] });
    expect(run('delete from facts where id = ?', 7)).toMatchObject({ rows: [], numAffectedRows: 0n });
    handle.database.close();
  });

  it('are prepared once, except changes of the schema, and no more than 300 are kept', () => {
    const handle = opened();
    const prepare = vi.spyOn(handle.database, 'prepare');
    const run = (sql: string) => handle.run({ sql, parameters: [] });
    for (let times = 0; times < 3; times += 1) run("select 1 as 'create, alter or drop'");
    expect(prepare).toHaveBeenCalledTimes(1);
    for (const sql of ['create table a (b)', 'alter table a rename to c', 'drop table c']) run(sql);
    for (const sql of ['CREATE TABLE a (b)', 'ALTER TABLE a RENAME TO c', 'drop table c']) run(sql);
    expect(prepare).toHaveBeenCalledTimes(7);
    for (let number = 2; number <= 300; number += 1) run(`select ${number}`);
    expect(prepare).toHaveBeenCalledTimes(306);
    run('select 2');
    expect(prepare).toHaveBeenCalledTimes(306);
    run('select 301');
    run('select 301');
    run('select 2');
    expect(prepare).toHaveBeenCalledTimes(308);
    handle.database.close();
  });

  it('do not wait for the lock of another connection', () => {
    const handle = opened();
    const other = new DatabaseSync(handle.database.location() ?? '');
    other.exec('begin immediate');
    expect(() => handle.run({ sql: "insert into facts (value) values ('x')", parameters: [] })).toThrow('locked');
    other.close();
    handle.database.close();
  });
});

describe('an SQLite database', () => {
  /** A database with one table; `other` is a connection of another process. */
  async function database(hooks?: Hooks) {
    const path = join(emptyFolder(), 'store.sqlite');
    const dialect = new SqliteDialect(path, hooks);
    const db = new Kysely<Database>({ dialect });
    onTestFinished(() => db.destroy());
    await sql`create table notes (text text)`.execute(db);
    const other = new DatabaseSync(path, { timeout: 0 });
    onTestFinished(() => other.close());
    const notes = () =>
      other
        .prepare('select text from notes order by text')
        .all()
        .map(({ text }) => text);
    return { dialect, db, other, notes };
  }
  /** One that another process has locked before it is opened. */
  function lockedDatabase() {
    const path = join(emptyFolder(), 'store.sqlite');
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    other.exec('create table notes (text text); begin immediate');
    const dialect = new SqliteDialect(path);
    const db = new Kysely<Database>({ dialect });
    onTestFinished(() => db.destroy());
    return { dialect, db, other };
  }
  const note = (db: Store, text: string) => sql`insert into notes values (${text})`.execute(db);

  it.each<[string, (db: Store, dialect: SqliteDialect) => Promise<unknown>]>([
    ['a change', (db) => note(db, 'kept')],
    ['a transaction', (db) => db.transaction().execute((tx) => note(tx, 'kept'))],
    [
      'exclusive work',
      (_, dialect) => dialect.exclusively((writer) => writer.database.exec("insert into notes values ('kept')")),
    ],
  ])('lets %s wait for the lock of another process, and says so', async (_, work) => {
    const { dialect, db, other, notes } = await database();
    other.exec('begin immediate');
    const done = Promise.allSettled([work(db, dialect)]);
    await vi.waitFor(() => expect(dialect.whyWaiting()).toBe('another process holds its lock'));
    other.exec('rollback');
    expect(await done).toMatchObject([{ status: 'fulfilled' }]);
    expect([notes(), dialect.whyWaiting()]).toEqual([['kept'], null]);
  });

  it('lets its first query wait for the lock of another process', async () => {
    const { dialect, db, other } = lockedDatabase();
    const done = Promise.allSettled([note(db, 'kept')]);
    await vi.waitFor(() => expect(dialect.whyWaiting()).toBe('another process holds its lock'));
    other.exec('rollback');
    expect(await done).toMatchObject([{ status: 'fulfilled' }]);
  });

  it('can be used by its next query if the lock outlasted the first one', async () => {
    const { dialect, db, other } = lockedDatabase();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const refused = expect(note(db, 'refused')).rejects.toMatchObject({ reason: 'another process holds its lock' });
    await vi.waitFor(() => expect(dialect.whyWaiting()).toBe('another process holds its lock'));
    vi.setSystemTime(Date.now() + WAIT_TIMEOUT_MS);
    await refused;
    other.exec('rollback');
    await note(db, 'kept');
    expect(other.prepare('select text from notes').all()).toEqual([{ text: 'kept' }]);
  });

  it('is read beside an open transaction, as it was before', async () => {
    const { db } = await database();
    await note(db, 'before');
    const read = () =>
      db
        .selectFrom('notes' as 'facts')
        .selectAll()
        .execute();
    await db.transaction().execute(async (tx) => {
      await note(tx, 'within');
      expect(await read()).toEqual([{ text: 'before' }]);
    });
    expect(await read()).toEqual([{ text: 'before' }, { text: 'within' }]);
  });

  it('refuses a change that has waited too long for another, and goes on with the next', async () => {
    const { db, notes } = await database();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const open = Promise.withResolvers<void>();
    const first = db.transaction().execute(async (tx) => {
      await note(tx, 'first');
      await open.promise;
    });
    const tooLate = expect(note(db, 'too late')).rejects.toMatchObject({ reason: 'too many changes are waiting' });
    await vi.advanceTimersByTimeAsync(WAIT_TIMEOUT_MS - 1);
    const next = note(db, 'next');
    await vi.advanceTimersByTimeAsync(1);
    await tooLate;
    open.resolve();
    await Promise.all([first, next]);
    expect(notes()).toEqual(['first', 'next']);
  });

  it('lists its tables, and refuses to read rows one by one', async () => {
    const { db } = await database();
    const tables = await db.introspection.getTables();
    expect(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual([
      ['notes', ['text']],
    ]);
    const rows = db
      .selectFrom('notes' as 'facts')
      .selectAll()
      .stream();
    await expect(rows.next()).rejects.toThrow('Rows are read whole');
  });

  it('is free for other processes as soon as a transaction has failed', async () => {
    const { db, other, notes } = await database();
    const failed = db.transaction().execute(async (tx) => {
      await note(tx, 'undone');
      throw new Error('refused');
    });
    await expect(failed).rejects.toThrow('refused');
    other.exec("begin immediate; insert into notes values ('of another'); commit");
    expect(notes()).toEqual(['of another']);
  });

  it('reports each change once it is complete, and its end', async () => {
    const reported: string[] = [];
    const { db } = await database({
      changed: (writer) => reported.push(writer.database.isTransaction ? 'changed too early' : 'changed'),
      closing: (writer) => reported.push(writer.database.isOpen ? 'closing' : 'closing too late'),
      closed: () => reported.push('closed'),
    });
    expect(reported.splice(0)).toEqual(['changed']);
    await note(db, 'one');
    expect(reported.splice(0)).toEqual(['changed']);
    await db.transaction().execute(async (tx) => {
      await note(tx, 'two');
      await note(tx, 'three');
      expect(reported).toEqual([]);
    });
    expect(reported.splice(0)).toEqual(['changed']);
    await db
      .selectFrom('notes' as 'facts')
      .selectAll()
      .execute();
    expect(reported).toEqual([]);
    await db.destroy();
    expect(reported).toEqual(['closing', 'closed']);
  });

  describe('that gets changes at once', () => {
    /** A database with the numbers of changes of its commits, without the first, which has made the table. */
    async function counted() {
      const commits: number[] = [];
      const changed = (_: unknown, changes: number) => void commits.push(changes);
      const made = await database({ changed, closing: () => {}, closed: () => {} });
      return { ...made, commits: () => commits.slice(1) };
    }
    /** A transaction of two statements; `between` runs after the first. */
    const pair = (db: Store, name: string, between: (tx: Store) => Promise<unknown> = async () => {}) =>
      db.transaction().execute(async (tx) => {
        await note(tx, `${name} 1`);
        await between(tx);
        await note(tx, `${name} 2`);
      });
    const refuse = () => Promise.reject(new Error('refused'));

    it('commits them together, and reports none before it is on the disk', async () => {
      const { db, notes, commits } = await counted();
      const seen = await Promise.all([
        pair(db, 'a').then(() => notes().includes('a 2')),
        note(db, 'b').then(() => notes().includes('b')),
        pair(db, 'c').then(() => notes().includes('c 2')),
      ]);
      expect([seen, commits()]).toEqual([[true, true, true], [3]]);
    });

    it('commits sixteen of them together at most', async () => {
      const { db, notes, commits } = await counted();
      await Promise.all(Array.from({ length: 40 }, (_, index) => note(db, String(index))));
      expect([notes().length, commits()]).toEqual([40, [16, 16, 8]]);
    });

    it('commits no later than after the change that is being made when the turn ends', async () => {
      const { db, notes } = await counted();
      const [begun, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const first = note(db, 'first');
      const second = pair(db, 'second', () => {
        begun.resolve();
        return hold.promise;
      });
      await begun.promise;
      const third = note(db, 'third');
      await wait(0);
      expect(notes()).toEqual([]);
      hold.resolve();
      await Promise.all([first, second]);
      expect(notes()).toEqual(['first', 'second 1', 'second 2']);
      await third;
      expect(notes()).toEqual(['first', 'second 1', 'second 2', 'third']);
    });

    it.each(['first', 'second', 'last'])('undoes the %s alone if it fails', async (failing) => {
      const { db, notes } = await counted();
      const names = ['first', 'second', 'last'];
      const ends = await Promise.allSettled(names.map((name) => pair(db, name, name === failing ? refuse : undefined)));
      expect(ends.map(({ status }) => status)).toEqual(
        names.map((name) => (name === failing ? 'rejected' : 'fulfilled')),
      );
      const kept = names.filter((name) => name !== failing).flatMap((name) => [`${name} 1`, `${name} 2`]);
      expect(notes()).toEqual(kept.toSorted());
    });

    it('undoes a statement alone if it fails', async () => {
      const { db, notes } = await counted();
      const ends = await Promise.allSettled([
        note(db, 'one'),
        sql`insert into notes values (abs(-9223372036854775808))`.execute(db),
        note(db, 'two'),
      ]);
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(notes()).toEqual(['one', 'two']);
    });

    it('reports none of them as made if a fault ends their transaction, and goes on', async () => {
      const { db, notes } = await counted();
      const ends = await Promise.allSettled([
        note(db, 'before'),
        pair(db, 'faulty', (tx) => sql`rollback`.execute(tx)),
        note(db, 'after'),
      ]);
      expect(ends).toMatchObject([
        { status: 'rejected', reason: new StoreUnavailable('a fault has ended the transaction') },
        { status: 'rejected', reason: new StoreUnavailable('a fault has ended the transaction') },
        { status: 'fulfilled' },
      ]);
      expect(notes()).toEqual(['after']);
    });

    it('reports none of them as made if the commit fails, and is free then', async () => {
      const { db, other, notes } = await counted();
      await sql`create table parents (id integer primary key)`.execute(db);
      await sql`create table children (parent references parents deferrable initially deferred)`.execute(db);
      const ends = await Promise.allSettled([note(db, 'one'), sql`insert into children values (1)`.execute(db)]);
      expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      other.exec("begin immediate; insert into notes values ('of another'); commit");
      await note(db, 'two');
      expect(notes()).toEqual(['of another', 'two']);
    });

    it('reports none of them as made if one cannot be undone', async () => {
      const { db, notes } = await counted();
      const { run } = Handle.prototype;
      const spy = vi.spyOn(Handle.prototype, 'run').mockImplementation(function (this: Handle, query) {
        if (query.sql.startsWith('rollback to')) throw new Error('disk I/O error');
        return run.call(this, query) as never;
      });
      onTestFinished(() => spy.mockRestore());
      const ends = await Promise.allSettled([note(db, 'before'), pair(db, 'faulty', refuse), note(db, 'after')]);
      expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
      expect(notes()).toEqual(['after']);
    });

    it('leaves the database to others once the only one is undone, and reports nothing', async () => {
      const { db, other, commits } = await counted();
      await expect(pair(db, 'a', refuse)).rejects.toThrow('refused');
      other.exec('begin immediate; rollback');
      expect(commits()).toEqual([]);
    });

    it('does exclusive work after those before it are committed', async () => {
      const { db, dialect, notes } = await counted();
      const seen: unknown[] = [];
      let work = Promise.resolve();
      await pair(db, 'a', async () => {
        work = dialect.exclusively(({ database: { isTransaction } }) => seen.push(isTransaction, notes()));
      });
      await work;
      expect(seen).toEqual([false, ['a 1', 'a 2']]);
    });

    it('reports them as lost if it closes while another does not end', async () => {
      const { db, notes } = await counted();
      const begun = Promise.withResolvers<void>();
      const made = expect(note(db, 'made')).rejects.toThrow();
      void pair(db, 'endless', () => {
        begun.resolve();
        return new Promise(() => {});
      });
      await begun.promise;
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const closed = db.destroy();
      await vi.advanceTimersByTimeAsync(WAIT_TIMEOUT_MS);
      await Promise.all([made, closed]);
      expect(notes()).toEqual([]);
    });

    it('commits them before it closes', async () => {
      const { db, notes } = await counted();
      let closed = Promise.resolve();
      await pair(db, 'a', async () => {
        closed = db.destroy();
      });
      await closed;
      expect(notes()).toEqual(['a 1', 'a 2']);
    });
  });

  it.each([
    ['after the transaction that is open', 1_900, 'fulfilled', ['before', 'one', 'two']],
    ['without a transaction that is open for more than two seconds', 2_000, 'rejected', []],
  ])('closes %s', async (_, duration, status, kept) => {
    const { db, notes } = await database();
    const [begun, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const before = note(db, 'before');
    const change = db.transaction().execute(async (tx) => {
      await note(tx, 'one');
      begun.resolve();
      await hold.promise;
      await note(tx, 'two');
    });
    await begun.promise;
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const ends = Promise.allSettled([before, change, db.destroy()]);
    await vi.advanceTimersByTimeAsync(duration);
    hold.resolve();
    expect(await ends).toMatchObject([{ status }, { status }, { status: 'fulfilled' }]);
    expect(notes()).toEqual(kept);
  });
});
