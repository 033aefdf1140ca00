import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite, openSqliteBeside } from '#server/store/sqlite/open.ts';
import { copyOf, emptyFolder, fullDisk, stateOf, usedFolder, withDatabase } from '#tests/support/dataFolder.ts';

const isRoot = process.geteuid?.() === 0;

/**
 * Why a start is refused. Nothing may have changed, and the sentence is one. SQLite may bring the index of a
 * write-ahead file up to date where there is one; no new one may be left.
 */
async function refusalOf(folder: string): Promise<string> {
  const state = () => stateOf(folder).map((line) => (line.startsWith('store.sqlite-shm') ? 'store.sqlite-shm' : line));
  const before = state();
  const message = await openSqlite(folder, 0).then(
    async ({ db }) => {
      await db.destroy();
      throw new Error('The folder was opened.');
    },
    (error: Error) => error.message,
  );
  expect(state()).toEqual(before);
  expect(message).toMatch(/^[^\n]+\.$/);
  return message;
}

/** A server that was killed: what its folder held at that moment. */
async function killed(folder: string, changes = 1, value = 'x'.repeat(4000)): Promise<string> {
  const { db } = await openSqlite(folder, 0);
  for (let count = 0; count < changes; count += 1) {
    await db
      .insertInto('facts')
      .values({ name: `${Math.random()}`, value })
      .execute();
  }
  const left = copyOf(folder);
  await db.destroy();
  return left;
}

describe('a data folder that a start rejects and leaves unchanged', () => {
  it('a database of a newer release', async () => {
    const folder = await usedFolder();
    withDatabase(folder, (database) => database.exec("insert into migrations values ('9999-future', 0)"));
    expect(await refusalOf(folder)).toMatch(/newer release \(migration 9999-future\)/);
    await expect(openSqliteBeside(folder, 0)).rejects.toThrow('newer release');
  });

  it.each([
    '0001-start',
    '0002-events',
    '0003-resumed-drafts',
    '0004-standard-names',
    '0005-invitation-reminders',
    '0006-idempotency-claims',
    '0007-expiry-indexes',
  ])('a record of the migration %s is missing', async (name) => {
    const folder = await usedFolder();
    withDatabase(folder, (database) => database.exec(`delete from migrations where name = '${name}'`));
    expect(await refusalOf(folder)).toMatch(/damaged/);
  });

  it('the records of all migrations but the first are missing', async () => {
    const folder = await usedFolder();
    withDatabase(folder, (database) => database.exec("delete from migrations where name > '0001-start'"));
    expect(await refusalOf(folder)).toMatch(/damaged/);
  });

  it.each([
    'drop table users',
    'drop table sessions',
    'drop table facts',
    'drop table migrations',
    'drop table migrations; drop table facts',
    'alter table users drop column language',
  ])('a part of the database is missing: %s', async (statement) => {
    const folder = await usedFolder();
    withDatabase(folder, (database) => database.exec(`pragma foreign_keys = off; ${statement}`));
    expect(await refusalOf(folder)).toMatch(/damaged.* restore a backup/);
    const beside = await openSqliteBeside(folder, 0).catch((error: Error) => error.message);
    expect(beside).toMatch(/damaged/);
  });

  it('all tables are gone', async () => {
    const folder = await usedFolder();
    withDatabase(folder, (database) => {
      const tables = database.prepare("select name from sqlite_schema where type = 'table' and sql like '%table \"%'");
      const drops = tables.all().map(({ name }) => `drop table if exists "${name}";`);
      database.exec(`pragma foreign_keys = off; ${drops.join('')} drop table if exists migrations`);
    });
    expect(await refusalOf(folder)).toMatch(/damaged/);
  });

  it.each([
    ['emptied', (path: string) => truncateSync(path)],
    ['deleted', (path: string) => rmSync(path)],
  ])('the database is %s beside its key', async (_, remove) => {
    const folder = await usedFolder();
    remove(join(folder, 'store.sqlite'));
    const words = 'belongs to a database that is missing or empty; restore both from a backup, or remove the key';
    expect(await refusalOf(folder)).toContain(words);
    await expect(openSqliteBeside(folder, 0)).rejects.toThrow(words);
    rmSync(join(folder, 'key'));
    const { db } = await openSqlite(folder, 0);
    await db.destroy();
  });

  it('no migration is recorded any more', async () => {
    const folder = await usedFolder();
    withDatabase(folder, (database) => database.exec('delete from migrations'));
    expect(await refusalOf(folder)).toMatch(/damaged/);
  });

  it.each([
    ['random bytes', (path: string) => writeFileSync(path, randomBytes(40_000))],
    ['text', (path: string) => writeFileSync(path, 'hello')],
    ['half of it', (path: string) => truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096)],
    ['a page of zeros', (path: string) => writeFileSync(path, readFileSync(path).fill(0, 8192, 12_288))],
  ])('a damaged database: %s', async (_, damage) => {
    const folder = await usedFolder();
    damage(join(folder, 'store.sqlite'));
    expect(await refusalOf(folder)).toMatch(/store\.sqlite is damaged; restore a backup/);
  });

  it('the database of another program', async () => {
    const folder = await usedFolder();
    rmSync(join(folder, 'store.sqlite'));
    withDatabase(folder, (database) => database.exec('create table songs (title text)'));
    expect(await refusalOf(folder)).toMatch(/another program/);
  });

  it.each(['store.sqlite', '.'])('%s is read-only, also to root', async (name) => {
    const folder = await usedFolder();
    const path = join(folder, name);
    const { mode } = statSync(path);
    chmodSync(path, mode & 0o555);
    try {
      expect(await refusalOf(folder)).toMatch(/read-only/);
    } finally {
      chmodSync(path, mode);
    }
  });

  it.skipIf(!isRoot)('the database belongs to another user', async () => {
    const folder = await usedFolder();
    chownSync(join(folder, 'store.sqlite'), 12_345, 12_345);
    expect(await refusalOf(folder)).toMatch(/belongs to another user \(uid 12345; this process runs as uid 0\)/);
  });

  it('the key is missing beside a database', async () => {
    const folder = await usedFolder();
    rmSync(join(folder, 'key'));
    expect(await refusalOf(folder)).toMatch(/key .*key is missing beside an existing database; restore it/);
    await expect(openSqliteBeside(folder, 0)).rejects.toThrow('restore it');
  });

  it('the key is that of another database, or damaged', async () => {
    const folder = await usedFolder();
    writeFileSync(join(folder, 'key'), randomBytes(32).toString('base64url'));
    expect(await refusalOf(folder)).toMatch(/is not the one .* restore the key/);
    writeFileSync(join(folder, 'key'), 'short');
    expect(await refusalOf(folder)).toMatch(/key .* is damaged; restore it/);
  });
});

describe('a first start', () => {
  it('replaces an empty key beside no database, but not beside one', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'key'), '');
    const { db } = await openSqlite(folder, 0);
    await db.destroy();
    expect(readFileSync(join(folder, 'key'), 'utf8')).toHaveLength(43);
    truncateSync(join(folder, 'key'));
    expect(await refusalOf(folder)).toMatch(/key .* is empty beside an existing database; restore it/);
  });

  it('that was killed between database and key, or between key and tables, is continued', async () => {
    for (const key of [null, randomBytes(32).toString('base64url')]) {
      const folder = emptyFolder();
      withDatabase(folder, (database) => database.exec('pragma journal_mode = wal'));
      if (key) writeFileSync(join(folder, 'key'), key);
      const { db } = await openSqlite(folder, 0);
      await db.destroy();
      if (key) expect(readFileSync(join(folder, 'key'), 'utf8')).toBe(key);
    }
  });

  it('is refused where the key is a folder', async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'key'));
    expect(await refusalOf(folder)).toMatch(/key .*key is not a file/);
  });
});

describe.skipIf(!isRoot)('a full disk', () => {
  it('is reported by a first start, which leaves no files behind', async () => {
    const folder = fullDisk();
    await expect(openSqlite(folder, 0)).rejects.toThrow('the disk is full');
    expect(readdirSync(folder)).toEqual(['filling']);
    rmSync(join(folder, 'filling'));
    const { db } = await openSqlite(folder, 0);
    await db.destroy();
  });

  it('is reported by a start on existing data', async () => {
    const used = await usedFolder();
    for (const from of [used, copyOf(await killed(used), 'key', 'store.sqlite', 'store.sqlite-wal')]) {
      const folder = fullDisk(from);
      const message = await openSqlite(folder, 0).catch((error: Error) => error.message);
      expect(message).toContain('the disk is full');
      rmSync(join(folder, 'filling'));
      const { db } = await openSqlite(folder, 0);
      await db.destroy();
    }
  });
});

describe('write-ahead files', () => {
  it('of a killed server are recovered, repeatedly', async () => {
    let folder = await usedFolder();
    for (let times = 1; times <= 3; times += 1) {
      folder = await killed(folder);
      expect(statSync(join(folder, 'store.sqlite-wal')).size).toBeGreaterThan(0);
      const { db } = await openSqlite(folder, 0);
      expect(await db.selectFrom('facts').selectAll().where('value', 'like', 'xx%').execute()).toHaveLength(times);
      await db.destroy();
    }
  });

  it('that have grown large are truncated, and the next belongs to the same database', async () => {
    const folder = await killed(await usedFolder(), 130, 'x'.repeat(40_000));
    // SQLite writes back after 1000 pages of 4 KiB, some of them the same page again.
    expect(statSync(join(folder, 'store.sqlite')).size).toBeGreaterThan(3_500_000);
    const { db } = await openSqlite(folder, 0);
    await db.destroy();
  });

  it('beside an older database are detected, however it was copied', async () => {
    const folder = await usedFolder();
    const stopped = copyOf(folder);
    const running = await killed(folder);
    await killed(folder);
    const today = await killed(folder);
    for (const yesterday of [stopped, running]) {
      const mixed = copyOf(today, 'key', 'store.sqlite-wal', 'store.sqlite-shm');
      cpSync(join(yesterday, 'store.sqlite'), join(mixed, 'store.sqlite'));
      expect(await refusalOf(mixed)).toMatch(/is not that of the database .* beside it/);
    }
  });

  it('of another server are detected', async () => {
    const today = await killed(await usedFolder());
    const other = await killed(await usedFolder());
    const mixed = copyOf(today, 'key', 'store.sqlite-wal');
    cpSync(join(other, 'store.sqlite'), join(mixed, 'store.sqlite'));
    expect(await refusalOf(mixed)).toMatch(/is not that of the database .* beside it/);
  });

  it('that are missing are detected: the database was copied alone from a running server', async () => {
    const copy = copyOf(await killed(await usedFolder()), 'key', 'store.sqlite');
    expect(await refusalOf(copy)).toMatch(/incomplete: it was copied from a running server/);
  });

  it.each([
    ['emptied', (path: string) => truncateSync(path)],
    ['cut within the first page', (path: string) => truncateSync(path, 1000)],
    ['random bytes', (path: string) => writeFileSync(path, randomBytes(40_000))],
    ['with another header', (path: string) => writeFileSync(path, readFileSync(path).fill(1, 16, 24))],
  ])('that SQLite would ignore are detected: %s', async (_, spoil) => {
    const folder = copyOf(await killed(await usedFolder()), 'key', 'store.sqlite', 'store.sqlite-wal');
    spoil(join(folder, 'store.sqlite-wal'));
    expect(await refusalOf(folder)).toMatch(/incomplete: .* write-ahead file was removed or emptied/);
  });

  const PAGE = 24 + 4096;
  const lastPage = (size: number) => 32 + (Math.floor((size - 32) / PAGE) - 1) * PAGE;
  it.each([
    ['after the first page', (path: string) => truncateSync(path, 32 + PAGE)],
    ['before the last page', (path: string) => truncateSync(path, lastPage(statSync(path).size))],
    ['within the last page', (path: string) => truncateSync(path, statSync(path).size - 1)],
    [
      'by zeros at its end',
      (path: string) => writeFileSync(path, readFileSync(path).fill(0, lastPage(statSync(path).size))),
    ],
    [
      'by one other byte in its middle',
      (path: string) => {
        const bytes = readFileSync(path);
        const at = 32 + Math.floor((bytes.length - 32) / PAGE / 2) * PAGE + 2000;
        writeFileSync(path, bytes.fill((bytes[at] ?? 0) ^ 1, at, at + 1));
      },
    ],
  ])('of a killed server that were shortened are noticed, at every start: %s', async (_, spoil) => {
    const folder = await killed(await usedFolder(), 5);
    spoil(join(folder, 'store.sqlite-wal'));
    for (let start = 0; start < 2; start += 1) {
      expect(await refusalOf(folder)).toMatch(
        /store\.sqlite-wal was cut off or damaged: \d+ of its \d+ pages are there/,
      );
    }
    // What is left can be used on purpose.
    rmSync(join(folder, 'store.sqlite-shm'));
    const { db } = await openSqlite(folder, 0);
    await db.destroy();
  });

  it('with an incomplete change of a killed server are recovered without it', async () => {
    const used = await usedFolder();
    const { db } = await openSqlite(used, 0);
    await db.insertInto('facts').values({ name: 'kept', value: 'x' }).execute();
    const before = copyOf(used);
    await db
      .insertInto('facts')
      .values({ name: 'half', value: 'x'.repeat(40_000) })
      .execute();
    const wal = readFileSync(join(used, 'store.sqlite-wal'));
    await db.destroy();
    // The index does not count a change before all of it is on the disk.
    writeFileSync(join(before, 'store.sqlite-wal'), wal.subarray(0, wal.length - PAGE));
    const restored = await openSqlite(before, 0);
    const names = await restored.db.selectFrom('facts').select('name').where('name', 'in', ['kept', 'half']).execute();
    expect(names).toEqual([{ name: 'kept' }]);
    await restored.db.destroy();
  });

  it('without a database are not deleted', async () => {
    const folder = await killed(await usedFolder());
    rmSync(join(folder, 'store.sqlite'));
    expect(await refusalOf(folder)).toMatch(/missing beside its write-ahead file/);
  });
});
