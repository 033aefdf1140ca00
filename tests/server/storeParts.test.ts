import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { openKeyring } from '#server/platform/secrets.ts';
import { afterCommit, collectWork } from '#server/store/afterCommit.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import { makeFolder, makeFolderPrivate, makePrivate } from '#server/store/folder.ts';
import { makeNextKey, takeNextKey } from '#server/store/key.ts';
import { migrate, missingMigrations } from '#server/store/migrate.ts';
import type { Database, Store } from '#server/store/schema.ts';
import { sideWrite } from '#server/store/sideWrite.ts';
import { SqliteDialect } from '#server/store/sqlite/dialect.ts';
import {
  endGeneration,
  generationInFile,
  generationOf,
  limitWal,
  nextGeneration,
  pairing,
} from '#server/store/sqlite/generation.ts';
import { Handle } from '#server/store/sqlite/handle.ts';
import { columnNames } from '#server/store/sqlite/inspect.ts';
import { LockWait } from '#server/store/sqlite/lockWait.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { isBusy, isDamage, reasonOf, translated } from '#server/store/sqlite/sqliteErrors.ts';
import { WriteQueue } from '#server/store/sqlite/writeQueue.ts';
import { type Hooks, WAIT_TIMEOUT_MS } from '#server/store/sqlite/writer.ts';
import { emptyFolder, fullDisk, usedFolder, withDatabase } from '#tests/support/dataFolder.ts';

/* The parts of the store that need no server. */

const isRoot = process.geteuid?.() === 0;

const sqliteError = (errcode: number) => Object.assign(new Error('a fault'), { code: 'ERR_SQLITE_ERROR', errcode });
const systemError = (code: string) => Object.assign(new Error('a fault'), { code });

describe('a fault of SQLite', () => {
  it.each([
    [5, 'another process holds its lock'],
    [6, 'another process holds its lock'],
    [7, 'there is no memory left'],
    [8, 'it is read-only'],
    [10, 'the disk reports an error'],
    [11, 'it is damaged'],
    [13, 'the disk is full'],
    [14, 'its files cannot be opened'],
    [15, 'another process holds its lock'],
    [22, 'its file is too large for the disk'],
    [26, 'it is damaged'],
    [1, null],
    [19, null],
  ])('with the code %i, or an extended one, has the reason %s', (code, reason) => {
    for (const error of [sqliteError(code), sqliteError(code | (7 << 8))]) {
      expect(reasonOf(error, emptyFolder())).toBe(reason);
      const shown = translated(error, emptyFolder());
      if (reason === null) expect(shown).toBe(error);
      else expect(shown).toMatchObject({ reason, cause: error });
      expect([isBusy(error), isDamage(error)]).toEqual([code === 5, code === 11 || code === 26]);
    }
  });

  it('on a disk that cannot be asked for its room is an error of the disk', () => {
    expect(reasonOf(sqliteError(10), join(emptyFolder(), 'gone'))).toBe('the disk reports an error');
  });

  it.skipIf(!isRoot)('on a full disk is one of its room if it is one of the disk', () => {
    const disk = fullDisk();
    const reasons = () => [10, 11, 1].map((code) => reasonOf(sqliteError(code), disk));
    expect(reasons()).toEqual(['the disk is full', 'it is damaged', null]);
    // SQLite needs 32 KiB at least.
    const filling = join(disk, 'filling');
    const full = statSync(filling).size;
    truncateSync(filling, full - 7 * 4096);
    expect(reasons()[0]).toBe('the disk is full');
    truncateSync(filling, full - 8 * 4096);
    expect(reasons()[0]).toBe('the disk reports an error');
  });

  it.each(['ENOSPC', 'EDQUOT'])('is a full disk with %s of the system', (code) => {
    expect(reasonOf(systemError(code), emptyFolder())).toBe('the disk is full');
  });

  it.each([systemError('EACCES'), new Error('x'), { errcode: 13 }, { code: 'ENOSPC' }, 'text', undefined, null])(
    'is not %o',
    (error) => {
      expect([reasonOf(error, emptyFolder()), isBusy(error), isDamage(error)]).toEqual([null, false, false]);
      expect(translated(error, emptyFolder())).toBe(error);
    },
  );
});

describe('the queue of changes', () => {
  const later = () => Date.now() + 60_000;

  it('has one at a time, in the order in which they came', async () => {
    const queue = new WriteQueue();
    const entered: number[] = [];
    const entering = [1, 2, 3].map((one) => queue.enter(later()).then(() => void entered.push(one)));
    await entering[0];
    for (const expected of [[1], [1, 2], [1, 2, 3]]) {
      await wait(0);
      expect(entered).toEqual(expected);
      queue.leave();
    }
    await queue.enter(later());
    const next = queue.enter(later());
    queue.leave();
    await next;
  });

  it('leaves no timer of one that has had its turn', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const queue = new WriteQueue();
    await queue.enter(later());
    const next = queue.enter(later());
    expect(vi.getTimerCount()).toBe(1);
    queue.leave();
    await next;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('refuses who has waited until the deadline, and goes on with the next', async () => {
    const queue = new WriteQueue();
    await queue.enter(later());
    const tooLate = queue.enter(Date.now() + 10);
    const inTime = queue.enter(later());
    await expect(tooLate).rejects.toMatchObject({ reason: 'too many changes are waiting' });
    queue.leave();
    await inTime;
    const other = queue.enter(later());
    queue.leave();
    await other;
  });
});

describe('waiting for the lock of another process', () => {
  it('says why meanwhile, and ends with the result', async () => {
    const waiting = new LockWait(join(emptyFolder(), 'store.sqlite'));
    let isFree = false;
    const work = vi.fn(() => {
      if (!isFree) throw sqliteError(5);
      return 'done';
    });
    expect(waiting.reason).toBeNull();
    const result = waiting.untilFree(work, Date.now() + 60_000);
    expect(waiting.reason).toBe('another process holds its lock');
    isFree = true;
    expect(await result).toBe('done');
    expect([waiting.reason, work.mock.calls.length]).toEqual([null, 2]);
  });

  it('ends at the deadline, and of several each for itself', async () => {
    const waiting = new LockWait(join(emptyFolder(), 'store.sqlite'));
    let isFree = false;
    const work = () => {
      if (!isFree) throw sqliteError(5);
    };
    const [first, second] = [waiting.untilFree(work, Date.now()), waiting.untilFree(work, Date.now() + 60_000)];
    await expect(first).rejects.toMatchObject({ reason: 'another process holds its lock' });
    expect(waiting.reason).toBe('another process holds its lock');
    isFree = true;
    await second;
    expect(waiting.reason).toBeNull();
  });

  it('is tried no more once the deadline is there', async () => {
    const waiting = new LockWait(join(emptyFolder(), 'store.sqlite'));
    const NOW = 1_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW);
    onTestFinished(() => clock.mockRestore());
    const work = vi
      .fn(() => 'done')
      .mockImplementationOnce(() => {
        throw sqliteError(5);
      });
    await expect(waiting.untilFree(work, NOW)).rejects.toMatchObject({ reason: 'another process holds its lock' });
  });

  it('is not for any other fault', async () => {
    const waiting = new LockWait(join(emptyFolder(), 'store.sqlite'));
    const work = vi.fn(() => {
      throw sqliteError(13);
    });
    await expect(waiting.untilFree(work, Date.now() + 60_000)).rejects.toMatchObject({ reason: 'the disk is full' });
    const error = new Error('of the statement');
    const other = () => {
      throw error;
    };
    await expect(waiting.untilFree(other, Date.now() + 60_000)).rejects.toBe(error);
    expect([work.mock.calls.length, waiting.reason]).toEqual([1, null]);
  });
});

test('work that waits for a commit runs after it, once; where nothing is collected, at once', () => {
  const [tx, other] = [{} as Store, {} as Store];
  const done: string[] = [];
  const commit = collectWork(tx);
  afterCommit(tx, () => done.push('one'));
  afterCommit(tx, () => done.push('two'));
  expect(done).toEqual([]);
  afterCommit(other, () => done.push('other'));
  expect(done).toEqual(['other']);
  commit();
  expect(done).toEqual(['other', 'one', 'two']);
});

describe('a write on the side of a read', () => {
  it('is waited for', async () => {
    const steps: string[] = [];
    await sideWrite(wait(10).then(() => steps.push('written')));
    expect(steps).toEqual(['written']);
  });

  it('fails no read if the database takes no changes, and is not waited for if that takes long', async () => {
    await sideWrite(Promise.reject(new StoreUnavailable('the disk is full')));
    const hanging = Promise.withResolvers<void>();
    await sideWrite(hanging.promise);
    hanging.resolve();
  });

  it('fails by any other fault', async () => {
    await expect(sideWrite(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});

describe('folders', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('are made with their parents, for their owner only; one that is there stays', () => {
    const base = emptyFolder();
    const deep = join(base, 'a', 'b', 'c');
    makeFolder(deep);
    expect(['a', 'a/b', 'a/b/c'].map((name) => modeOf(join(base, name)))).toEqual(['700', '700', '700']);
    chmodSync(deep, 0o750);
    makeFolder(deep);
    expect(modeOf(deep)).toBe('750');
    writeFileSync(join(base, 'file'), '');
    expect(() => makeFolder(join(base, 'file', 'x'))).toThrow();
  });

  it('and files of ours lose the rights of others, and none of their owner', () => {
    const folder = emptyFolder();
    const path = join(folder, 'key');
    writeFileSync(path, '');
    for (const [before, after] of [
      [0o644, '600'],
      [0o666, '600'],
      [0o755, '700'],
      [0o440, '400'],
      [0o601, '600'],
      [0o600, '600'],
    ] as const) {
      chmodSync(path, before);
      makePrivate(path);
      expect(modeOf(path)).toBe(after);
    }
    makePrivate(join(folder, 'gone'));
    expect(existsSync(join(folder, 'gone'))).toBe(false);
  });

  it.each([
    [[], '700'],
    [['store.sqlite', 'store.sqlite-wal', 'key', 'lock.sqlite', 'restoring', 'replaced-2025'], '700'],
    [['store.sqlite', 'photos'], '755'],
    [['my-key'], '755'],
    [['old-store.sqlite'], '755'],
  ])('that hold %o are left at %s', (names, mode) => {
    const folder = emptyFolder();
    for (const name of names) writeFileSync(join(folder, name), '');
    chmodSync(folder, 0o755);
    makeFolderPrivate(folder);
    expect(modeOf(folder)).toBe(mode);
  });

  it.skipIf(!isRoot)('of another user are left as they are', () => {
    const path = join(emptyFolder(), 'key');
    writeFileSync(path, '');
    chmodSync(path, 0o644);
    chownSync(path, 12_345, 12_345);
    makePrivate(path);
    expect(modeOf(path)).toBe('644');
  });
});

describe('the number of a write-ahead file', () => {
  it.each([
    // In the database file, with the write-ahead file, and whether there is one.
    [0, 0, false, 'whole'],
    [6, 6, false, 'whole'],
    [7, 7, false, 'incomplete'],
    [7, 8, true, 'whole'],
    [6, 6, true, 'whole'],
    [7, 7, true, 'whole'],
    [6, 8, true, 'foreign'],
    [7, 6, true, 'foreign'],
    [0, 8, true, 'foreign'],
  ] as const)('%i in the file and %i with the changes beside it (%s) is %s', (inFile, withWal, hasWal, pair) => {
    expect(pairing(inFile, withWal, hasWal)).toBe(pair);
  });

  /** A database with a write-ahead file, and its numbers. */
  function opened() {
    const path = join(emptyFolder(), 'store.sqlite');
    const database = new DatabaseSync(path);
    database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table facts (value text)');
    const numbers = () => [generationInFile(path), generationOf(database)] as const;
    return { path, database, numbers };
  }

  it('is odd in the file before the first change beside it, and even after', () => {
    const { database, numbers } = opened();
    expect(numbers()).toEqual([0, 0]);
    nextGeneration(database);
    const [inFile, all] = numbers();
    expect([inFile % 2, all - inFile, inFile > 1]).toEqual([1, 1, true]);
    database.exec("insert into facts values ('x')");
    expect(numbers()).toEqual([inFile, all]);
    nextGeneration(database);
    expect(numbers()).toEqual([inFile + 2, all + 2]);
    endGeneration(database);
    expect(generationOf(database)).toBe(all + 2);
    database.close();
  });

  it('is another for each database', () => {
    const numbers = [1, 2, 3].map(() => {
      const { database } = opened();
      nextGeneration(database);
      const number = generationOf(database);
      database.close();
      return number;
    });
    expect(new Set(numbers).size).toBe(3);
  });

  it('is even once the database is complete, also of one that was left odd', () => {
    const { database, numbers } = opened();
    database.exec('pragma user_version = 7');
    endGeneration(database);
    expect(numbers()[1]).toBe(8);
    endGeneration(database);
    expect(numbers()[1]).toBe(8);
    database.close();
  });

  it('goes on from an odd one, as a start that was cut off leaves it', () => {
    const { database, numbers } = opened();
    database.exec('pragma user_version = 7');
    nextGeneration(database);
    expect(numbers()).toEqual([7, 8]);
    database.close();
  });

  it('still belongs to the file if a reader begins while it changes', () => {
    const { path, database, numbers } = opened();
    nextGeneration(database);
    const reader = new DatabaseSync(path);
    const { exec } = database;
    vi.spyOn(database, 'exec').mockImplementationOnce((statement) => {
      reader.exec('begin');
      reader.prepare('select * from facts').all();
      exec.call(database, statement);
    });
    nextGeneration(database);
    expect(pairing(...numbers(), true)).toBe('whole');
    reader.exec('commit');
    nextGeneration(database);
    const [inFile, all] = numbers();
    expect([inFile % 2, all - inFile]).toEqual([1, 1]);
    reader.close();
    database.close();
  });

  it('stays while a reader uses an old state', () => {
    const { path, database, numbers } = opened();
    nextGeneration(database);
    database.exec("insert into facts values ('x')");
    const reader = new DatabaseSync(path);
    reader.exec('begin; select * from facts');
    reader.prepare('select * from facts').all();
    database.exec("insert into facts values ('y')");
    const [, before] = numbers();
    nextGeneration(database);
    expect(numbers()[1]).toBe(before);
    reader.exec('commit');
    nextGeneration(database);
    expect(numbers()[1]).toBe(before + 2);
    reader.close();
    database.close();
  });

  it('goes on only once the write-ahead file has more than 1000 pages', () => {
    const { database, numbers } = opened();
    nextGeneration(database);
    const [, before] = numbers();
    const pages = () => Number(database.prepare('pragma wal_checkpoint(noop)').get()?.['log']);
    const change = () => database.exec('update facts set value = value + 1');
    database.exec("insert into facts values ('1')");
    for (let count = 0; pages() < 1000 && count < 1000; count += 1) change();
    limitWal(database);
    expect([pages(), numbers()[1]]).toEqual([1000, before]);
    change();
    limitWal(database);
    expect([pages() < 10, numbers()[1]]).toEqual([true, before + 2]);
    database.close();
  });
});

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

    it('leaves the database to others once the only one is undone', async () => {
      const { db, other } = await counted();
      await expect(pair(db, 'a', refuse)).rejects.toThrow('refused');
      other.exec('begin immediate; rollback');
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

describe('the migrations that a database lacks', () => {
  type Applied = Parameters<typeof missingMigrations>[0];
  /** What is in a database of this release. */
  async function complete(): Promise<Applied> {
    const folder = await usedFolder();
    return withDatabase(folder, (database) => {
      const namesOf = (query: string) =>
        database
          .prepare(query)
          .all()
          .map(({ name }) => String(name));
      const columns = new Set(namesOf(columnNames));
      return { migrations: namesOf('select name from migrations order by name'), columns };
    });
  }
  const without = <Item>(items: Iterable<Item>, ...left: Item[]) => [...items].filter((item) => !left.includes(item));

  it('are none after a start, and all of an empty one', async () => {
    const { migrations, columns } = await complete();
    expect(missingMigrations({ migrations, columns })).toEqual([]);
    expect(missingMigrations({ migrations: [], columns: new Set() })).toEqual(migrations);
    const [before, last] = [migrations.slice(0, -1), migrations.at(-1) ?? ''];
    const earlier = new Set(without(columns, 'events.language'));
    expect(missingMigrations({ migrations: before, columns: earlier })).toEqual([last]);
  });

  it('cannot be told where the database is of a newer release', async () => {
    const { migrations, columns } = await complete();
    const newer = () => missingMigrations({ migrations: [...migrations, '9999-future'], columns });
    expect(newer).toThrow(
      'The database was changed by a newer release (migration 9999-future); start that release, or restore a backup from before (see docs/backup.md).',
    );
  });

  it('cannot be told where a record or a column is lost', async () => {
    const { migrations, columns } = await complete();
    const reason = (applied: Applied) => {
      try {
        return missingMigrations(applied);
      } catch (error) {
        return /^The database is damaged: (.*); restore a backup \(see docs\/backup\.md\)\.$/.exec(
          String((error as Error).message),
        )?.[1];
      }
    };
    const [first = '', second = ''] = migrations;
    const last = migrations.at(-1) ?? '';
    expect(reason({ migrations: without(migrations, first), columns })).toBe(
      `its record of the migration ${first} is missing`,
    );
    expect(reason({ migrations: without(migrations, second), columns })).toBe(
      `its record of the migration ${second} is missing`,
    );
    expect(reason({ migrations: without(migrations, last), columns })).toBe(
      `its record of the migration ${last} is missing`,
    );
    expect(reason({ migrations: [], columns })).toBe(`its record of the migration ${first} is missing`);
    expect(reason({ migrations, columns: new Set(without(columns, 'users.email')) })).toBe(
      'its column users.email is missing',
    );
    // Columns that nothing of ours has made are no concern.
    expect(reason({ migrations, columns: new Set([...columns, 'songs.title']) })).toEqual([]);
  });
});

describe('a migration', () => {
  const empty = () => {
    const db = new Kysely<Database>({ dialect: new SqliteDialect(':memory:') });
    onTestFinished(() => db.destroy());
    return db;
  };
  const applied = async (db: Store) => (await sql<{ name: string }>`select name from migrations`.execute(db)).rows;

  it('that cannot be applied is named, and leaves those before it', async () => {
    const db = empty();
    await sql`create table events (at text)`.execute(db);
    await expect(migrate(db, 0)).rejects.toThrow(
      /^The database is damaged: the migration 0002-events cannot be applied: .*events.* already exists; restore a backup/,
    );
    expect(await applied(db)).toEqual([{ name: '0001-start' }]);
  });

  it('that a full disk stops is not taken for damage', async () => {
    const db = empty();
    const { run } = Handle.prototype;
    const spy = vi.spyOn(Handle.prototype, 'run').mockImplementation(function (this: Handle, query) {
      if (/^create table "events"/.test(query.sql)) throw sqliteError(13);
      return run.call(this, query) as never;
    });
    onTestFinished(() => spy.mockRestore());
    await expect(migrate(db, 0)).rejects.toMatchObject({ reason: 'the disk is full' });
    spy.mockRestore();
    await migrate(db, 0);
    expect((await applied(db)).length).toBeGreaterThan(1);
  });
});

describe('the next key', () => {
  it('is taken by a start, if the database belongs to it', async () => {
    const folder = await usedFolder();
    const { fingerprint } = makeNextKey(folder);
    withDatabase(folder, (database) =>
      database.prepare("update facts set value = ? where name = 'key'").run(fingerprint),
    );
    const { db, keyring } = await openSqlite(folder, 0);
    await db.destroy();
    expect(keyring.fingerprint).toBe(fingerprint);
  });

  it('takes the place of the present one once the database belongs to it', () => {
    const folder = emptyFolder();
    const present = openKeyring(folder).fingerprint;
    makeNextKey(folder);
    const next = makeNextKey(folder).fingerprint;
    expect(next).not.toBe(present);
    for (const fingerprint of [present, null, 'another']) {
      takeNextKey(folder, fingerprint);
      expect([openKeyring(folder).fingerprint, readdirSync(folder).sort()]).toEqual([present, ['key', 'key.next']]);
    }
    takeNextKey(folder, next);
    expect([openKeyring(folder).fingerprint, readdirSync(folder)]).toEqual([next, ['key']]);
    const before = readFileSync(join(folder, 'key'), 'utf8');
    takeNextKey(folder, next);
    expect(readFileSync(join(folder, 'key'), 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['key']);
    mkdirSync(join(folder, 'other'));
    takeNextKey(join(folder, 'other'), null);
    expect(readdirSync(join(folder, 'other'))).toEqual([]);
  });
});
