import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  constants,
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
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { rejectNoData } from '#server/admin/command.ts';
import type { Store } from '#server/store/schema.ts';
import { backUp } from '#server/store/sqlite/backup.ts';
import { generationOf, nextGeneration } from '#server/store/sqlite/generation.ts';
import { inspect } from '#server/store/sqlite/inspect.ts';
import { openSqlite, openSqliteBeside } from '#server/store/sqlite/open.ts';
import {
  copyOf,
  emptyFolder,
  fullDisk,
  openFiles,
  refuseAccess,
  stateOf,
  usedFolder,
  withDatabase,
} from '#tests/support/dataFolder.ts';
import { statementsToUndo, undoing } from '#tests/support/migrations.ts';
import { beforeStatements } from '#tests/support/statements.ts';

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

  it('a damaged page that a start has no need of', async () => {
    const folder = await usedFolder();
    withDatabase(folder, (database) => {
      const insert = database.prepare('insert into facts values (?, ?)');
      for (let number = 0; number < 200; number += 1) insert.run(`fact ${number}`, 'x'.repeat(1000));
    });
    const path = join(folder, 'store.sqlite');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0, bytes.length - 4096));
    expect(await refusalOf(folder)).toMatch(/store\.sqlite is damaged; restore a backup/);
  });

  it('a damaged page is looked for in a database of up to 256 MiB', async () => {
    const folder = await usedFolder();
    const path = join(folder, 'store.sqlite');
    withDatabase(folder, (database) => {
      const insert = database.prepare('insert into facts values (?, ?)');
      for (let number = 0; number < 200; number += 1) insert.run(`fact ${number}`, 'x'.repeat(1000));
    });
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0, bytes.length - 4096));
    truncateSync(path, 256 * 1024 * 1024);
    expect(() => inspect(folder)).toThrow('is damaged');
    // A larger one is checked as it is read.
    truncateSync(path, 256 * 1024 * 1024 + 4096);
    expect(inspect(folder).isNew).toBe(false);
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

  const files = [
    ['store.sqlite', 'The database'],
    ['store.sqlite-wal', 'The write-ahead file'],
    ['store.sqlite-shm', 'The write-ahead index'],
    ['lock.sqlite', 'The lock file'],
  ] as const;

  it.each(files)('%s cannot be used', async (name, called) => {
    const folder = await killed(await usedFolder());
    const path = join(folder, name);
    const sentence = async () => {
      const message = await refusalOf(folder);
      expect(await openSqliteBeside(folder, 0).catch((error: Error) => error.message)).toBe(message);
      return message;
    };
    chmodSync(path, 0o400);
    expect(await sentence()).toBe(
      `${called} ${path} is read-only; make it writable for the user that runs the server.`,
    );
    chmodSync(path, 0o600);
    if (isRoot) {
      chownSync(path, 12_345, 12_345);
      expect(await sentence()).toBe(
        `${called} ${path} belongs to another user (uid 12345; this process runs as uid 0); run this as that user, or change the owner.`,
      );
    }
    rmSync(path);
    mkdirSync(path);
    expect(await sentence()).toBe(`${called} ${path} is not a file.`);
  });

  it.each(files)('%s cannot be read or written by the user of the server', async (name, called) => {
    const folder = await killed(await usedFolder());
    const path = join(folder, name);
    const allow = refuseAccess(path, constants.W_OK);
    expect(await refusalOf(folder)).toBe(
      `${called} ${path} is read-only; make it writable for the user that runs the server.`,
    );
    allow();
    refuseAccess(path, constants.R_OK);
    expect(await refusalOf(folder)).toBe(`${called} ${path} cannot be read; allow its owner to read and write it.`);
  });

  it('the folder cannot be written, read or entered by the user of the server', async () => {
    const folder = await usedFolder();
    for (const [refused, words] of [
      [constants.W_OK, 'is read-only; make it writable for the user that runs the server'],
      [constants.R_OK, 'cannot be used; allow its owner to read, write and enter it'],
      [constants.X_OK, 'cannot be used; allow its owner to read, write and enter it'],
    ] as const) {
      const allow = refuseAccess(folder, refused);
      expect(await refusalOf(folder)).toBe(`The data folder ${folder} ${words}, or set DATA_DIR.`);
      allow();
    }
  });

  it.each([
    ['a command', (dataDir: string) => rejectNoData({ dataDir, database: null })],
    ['a backup', (dataDir: string) => backUp(dataDir, join(emptyFolder(), 'backup'))],
  ])('the folder cannot be entered, so %s cannot see what is in it', (_what, run) => {
    const folder = emptyFolder();
    refuseAccess(folder, constants.X_OK);
    expect(() => run(folder)).toThrow(
      `The data folder ${folder} cannot be used; allow its owner to read, write and enter it, or set DATA_DIR.`,
    );
  });

  it('the key cannot be read by the user of the server', async () => {
    const folder = await usedFolder();
    const path = join(folder, 'key');
    refuseAccess(path, constants.R_OK);
    expect(await refusalOf(folder)).toBe(`The server's key ${path} cannot be read; allow its owner to read it.`);
    if (!isRoot) return;
    chownSync(path, 12_345, 12_345);
    expect(await refusalOf(folder)).toBe(
      `The server's key ${path} belongs to another user (uid 12345; this process runs as uid 0); run this as that user, or change the owner.`,
    );
  });

  it.skipIf(!isRoot)('the folder is read-only and belongs to another user', async () => {
    const folder = await usedFolder();
    chmodSync(folder, 0o500);
    chownSync(folder, 12_345, 12_345);
    expect(await refusalOf(folder)).toBe(
      `The data folder ${folder} belongs to another user (uid 12345; this process runs as uid 0); run this as that user, or change the owner.`,
    );
  });

  it('it is a file', async () => {
    const path = join(emptyFolder(), 'data');
    writeFileSync(path, '');
    for (const open of [openSqlite, openSqliteBeside]) {
      await expect(open(path, 0)).rejects.toThrow(`The data folder ${path} is not a folder; set DATA_DIR.`);
    }
  });

  it('a server runs on it', async () => {
    const folder = await usedFolder();
    const { db } = await openSqlite(folder, 0);
    await expect(openSqlite(folder, 0)).rejects.toThrow(
      `The data folder ${folder} is in use by another server; stop that server or set DATA_DIR to another folder.`,
    );
    // Closing a file would release the locks of this process on it, which another process would notice.
    const other = spawnSync(process.execPath, [
      '-e',
      `new (require('node:sqlite').DatabaseSync)(${JSON.stringify(join(folder, 'lock.sqlite'))}).exec('begin exclusive')`,
    ]);
    expect(other.stderr.toString()).toContain('database is locked');
    await db.destroy();
    await (await openSqlite(folder, 0)).db.destroy();
  });

  it('the key is missing beside a database', async () => {
    const folder = await usedFolder();
    rmSync(join(folder, 'key'));
    expect(await refusalOf(folder)).toMatch(/key .*key is missing beside an existing database; restore it/);
    await expect(openSqliteBeside(folder, 0)).rejects.toThrow('restore it');
  });

  it.each([
    ['a stopped', usedFolder],
    ['a killed', async () => killed(await usedFolder())],
  ])('the key of %s server is that of another database, or damaged', async (_, left) => {
    const folder = await left();
    writeFileSync(join(folder, 'key'), randomBytes(32).toString('base64url'));
    expect(await refusalOf(folder)).toMatch(/is not the one .* restore the key/);
    writeFileSync(join(folder, 'key'), 'short');
    expect(await refusalOf(folder)).toMatch(/key .* is damaged; restore it/);
  });
});

describe('a command beside a server', () => {
  const factsOf = async ({ db }: Awaited<ReturnType<typeof openSqlite>>) =>
    (await db.selectFrom('facts').select('name').where('name', 'like', 'of %').orderBy('name').execute()).map(
      ({ name }) => name,
    );

  it('reads and changes its data, and leaves the folder to it', async () => {
    const folder = await usedFolder();
    const server = await openSqlite(folder, 0);
    await server.db.insertInto('facts').values({ name: 'of server', value: '' }).execute();
    const command = await openSqliteBeside(folder, 0);
    await command.db.insertInto('facts').values({ name: 'of command', value: '' }).execute();
    expect([command.keyring.fingerprint, command.isShared]).toEqual([server.keyring.fingerprint, false]);
    expect([await factsOf(server), await factsOf(command)]).toEqual(Array(2).fill(['of command', 'of server']));
    await command.db.destroy();
    await expect(openSqlite(folder, 0)).rejects.toThrow('in use by another server');
    await server.db.destroy();
    const next = await openSqlite(folder, 0);
    expect(await factsOf(next)).toEqual(['of command', 'of server']);
    await next.db.destroy();
  });

  it('works without a server too, on new data as well, and then lets one start', async () => {
    const folder = join(emptyFolder(), 'new');
    const command = await openSqliteBeside(folder, 0);
    await command.db.insertInto('facts').values({ name: 'of command', value: '' }).execute();
    const server = await openSqlite(folder, 0);
    expect(await factsOf(server)).toEqual(['of command']);
    await command.db.destroy();
    await server.db.destroy();
  });

  it.each<[string, (database: DatabaseSync) => void]>([
    ['a change of the server', (database) => database.exec('begin immediate')],
    ['its next write-ahead file', nextGeneration],
  ])('is not disturbed by %s that begins meanwhile', async (_, begin) => {
    const folder = await usedFolder();
    const server = await openSqlite(folder, 0);
    const other = new DatabaseSync(join(folder, 'store.sqlite'));
    onTestFinished(() => other.close());
    const stop = beforeStatements(() => {
      stop();
      begin(other);
    });
    onTestFinished(stop);
    const command = await openSqliteBeside(folder, 0);
    expect(await factsOf(command)).toEqual([]);
    await command.db.destroy();
    if (other.isTransaction) other.exec('rollback');
    await server.db.destroy();
  });

  it('is refused while the server is of an older release, and changes nothing', async () => {
    const folder = await usedFolder();
    const { db } = await openSqlite(folder, 0);
    withDatabase(folder, (database) => database.exec(statementsToUndo().join('; ')));
    await expect(openSqliteBeside(folder, 0)).rejects.toThrow(
      `The server that runs on ${folder} is of an older release; stop it, or start it anew.`,
    );
    await db.destroy();
    const migrated = await openSqlite(folder, 0);
    const { rows } = await sql`select name from migrations order by name desc limit 1`.execute(migrated.db);
    expect(rows).toEqual([{ name: Object.keys(undoing)[0] }]);
    await migrated.db.destroy();
  });
});

describe('a start', () => {
  it('restricts what is there to its owner', async () => {
    const folder = await killed(await usedFolder());
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    chmodSync(folder, 0o755);
    const { db } = await openSqlite(folder, 0);
    await db.insertInto('facts').values({ name: 'x', value: '' }).execute();
    const modes = readdirSync(folder)
      .sort()
      .map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
    expect(modes.filter(([name]) => name !== 'lock.sqlite')).toEqual(
      ['key', 'store.sqlite', 'store.sqlite-shm', 'store.sqlite-wal'].map((name) => [name, '600']),
    );
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
    await db.destroy();
  });

  it('on data of a release that did not overwrite what it deleted removes the remains, once', async () => {
    const folder = await usedFolder();
    const MARK = 'deleted long ago'.repeat(40);
    const hasRemains = () => readFileSync(join(folder, 'store.sqlite')).includes(MARK);
    const leaveRemains = (generation: string) =>
      withDatabase(folder, (database) => {
        database.exec(`pragma secure_delete = off; insert into facts values ('remains', '${MARK}');`);
        database.exec(`delete from facts where name = 'remains'; ${generation}`);
      });
    leaveRemains('pragma user_version = 0');
    expect(hasRemains()).toBe(true);
    await (await openSqlite(folder, 0)).db.destroy();
    expect(hasRemains()).toBe(false);
    // A later one overwrites what it deletes itself, so a start has nothing to do.
    leaveRemains('');
    await (await openSqlite(folder, 0)).db.destroy();
    expect(hasRemains()).toBe(true);
  });

  it('overwrites what is deleted', async () => {
    const folder = await usedFolder();
    const MARK = 'a secret to be deleted '.repeat(40);
    const { db } = await openSqlite(folder, 0);
    await db.insertInto('facts').values({ name: 'secret', value: MARK }).execute();
    await db.deleteFrom('facts').where('name', '=', 'secret').execute();
    await db.destroy();
    expect(readdirSync(folder)).not.toContain('store.sqlite-wal');
    expect(readFileSync(join(folder, 'store.sqlite')).includes(MARK)).toBe(false);
  });
});

describe.runIf(process.platform === 'linux')('a start that fails on its last steps', () => {
  it.each([openSqlite, openSqliteBeside])(
    'keeps no file of the folder open, and the next one succeeds',
    async (open) => {
      const folder = await usedFolder();
      withDatabase(folder, (database) =>
        database.exec("create trigger fail before insert on facts begin select raise(abort, 'refused'); end"),
      );
      await expect(open(folder, 0)).rejects.toThrow('refused');
      expect(openFiles(folder)).toBe(0);
      withDatabase(folder, (database) => database.exec('drop trigger fail'));
      const { db } = await open(folder, 0);
      expect(openFiles(folder)).toBeGreaterThan(0);
      await db.destroy();
      expect(openFiles(folder)).toBe(0);
    },
  );

  it('beside another server keeps none open', async () => {
    const folder = await usedFolder();
    const { db } = await openSqlite(folder, 0);
    const before = openFiles(folder);
    await expect(openSqlite(folder, 0)).rejects.toThrow('in use by another server');
    await db.destroy();
    expect([before > 0, openFiles(folder)]).toEqual([true, 0]);
  });

  it('after a first one or a killed server keeps none open either, once it is stopped', async () => {
    const folders = [join(emptyFolder(), 'new'), await killed(await usedFolder())];
    for (const folder of folders) {
      await (await openSqlite(folder, 0)).db.destroy();
      expect(openFiles(folder)).toBe(0);
    }
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

  it('makes files for their owner only', async () => {
    const folder = join(emptyFolder(), 'new');
    const { db } = await openSqlite(folder, 0);
    const modes = readdirSync(folder)
      .sort()
      .map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
    await db.destroy();
    expect(modes).toEqual(
      ['key', 'lock.sqlite', 'store.sqlite', 'store.sqlite-shm', 'store.sqlite-wal'].map((name) => [name, 0o600]),
    );
  });

  it('takes no damaged lock file for another server, and nor does a command', async () => {
    const folder = await usedFolder();
    writeFileSync(join(folder, 'lock.sqlite'), 'x'.repeat(4096));
    for (const open of [openSqlite, openSqliteBeside]) {
      await expect(open(folder, 0)).rejects.toThrow('it is damaged');
    }
  });

  it('has at no moment a key beside no database, which a killed one would leave', async () => {
    const folder = emptyFolder();
    const states = new Set<string>();
    const sizeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
    const { exec } = DatabaseSync.prototype;
    const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, statement) {
      states.add(`${sizeOf('store.sqlite') > 0 ? 'a' : 'no'} database, ${sizeOf('key') > 0 ? 'a' : 'no'} key`);
      exec.call(this, statement);
    });
    onTestFinished(() => spy.mockRestore());
    await (await openSqlite(folder, 0)).db.destroy();
    expect([...states]).toEqual(['no database, no key', 'a database, a key']);
  });

  it('that was killed before its first migration is continued', async () => {
    const folder = copyOf(await usedFolder(), 'key');
    withDatabase(folder, (database) =>
      database.exec('pragma journal_mode = wal; create table migrations (name text primary key, applied_at bigint)'),
    );
    const { db } = await openSqlite(folder, 0);
    expect(await db.selectFrom('events').selectAll().execute()).toEqual([]);
    await db.destroy();
  });

  it('that is refused for a damaged key leaves the database that was begun', async () => {
    const folder = emptyFolder();
    withDatabase(folder, (database) => database.exec('pragma journal_mode = wal'));
    writeFileSync(join(folder, 'key'), 'short');
    expect(await refusalOf(folder)).toMatch(/key .* is damaged; restore it/);
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
      // Where SQLite has to make an index to read the database.
      expect(message).toBe(
        from === used
          ? 'the disk is full'
          : `The database ${join(folder, 'store.sqlite')} cannot be used: the disk is full.`,
      );
      rmSync(join(folder, 'filling'));
      const { db } = await openSqlite(folder, 0);
      await db.destroy();
    }
  });
});

describe('write-ahead files', () => {
  /** A page with its header. */
  const PAGE = 24 + 4096;

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

  describe('whose maintenance fails', () => {
    /** From now on SQLite fails whenever it accesses them, until the returned function is called. */
    function fail(error: Error): () => void {
      const recover = beforeStatements((sql) => {
        if (/^pragma (wal_checkpoint|user_version)/.test(sql)) throw error;
      });
      onTestFinished(recover);
      return recover;
    }
    const change = (db: Store, name: string) => db.insertInto('facts').values({ name, value: '' }).execute();
    const names = Array.from({ length: 40 }, (_, number) => `fact ${number}`);

    it('by a fault of the disk fail no change, and no end of the server', async () => {
      const folder = await usedFolder();
      const { db } = await openSqlite(folder, 0);
      const recover = fail(Object.assign(new Error('a fault'), { errcode: 10 }));
      for (const name of names) await change(db, name);
      await db.destroy();
      recover();
      const next = await openSqlite(folder, 0);
      const facts = await next.db.selectFrom('facts').select('name').where('name', 'like', 'fact %').execute();
      expect(facts).toHaveLength(names.length);
      await next.db.destroy();
    });

    it('for another reason are reported', async () => {
      const { db } = await openSqlite(await usedFolder(), 0);
      const recover = fail(new Error('no fault of the disk'));
      await expect(Promise.all(names.map((name) => change(db, name)))).rejects.toThrow('no fault of the disk');
      recover();
      await db.destroy();
    });
  });

  it('are looked at for their size after each sixteenth change', async () => {
    const { db } = await openSqlite(await usedFolder(), 0);
    const looks: string[] = [];
    const stop = beforeStatements((sql) => {
      if (sql.startsWith('pragma wal_checkpoint')) looks.push(sql);
    });
    onTestFinished(stop);
    for (let change = 0; change < 48; change += 1) {
      await db
        .insertInto('facts')
        .values({ name: `fact ${change}`, value: '' })
        .execute();
    }
    expect(looks).toHaveLength(3);
    await db.destroy();
  });

  it('with no change but their number are those of a server that was killed at once', async () => {
    const folder = await killed(await usedFolder(), 0);
    expect(statSync(join(folder, 'store.sqlite-wal')).size).toBe(32 + PAGE);
    await (await openSqlite(folder, 0)).db.destroy();
  });

  it('that were not begun when the server stopped are not missed at the next start', async () => {
    const folder = await usedFolder();
    const { db } = await openSqlite(folder, 0);
    withDatabase(folder, (database) => database.exec(`pragma user_version = ${generationOf(database) + 1}`));
    await db.destroy();
    await (await openSqlite(folder, 0)).db.destroy();
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
    await expect(openSqliteBeside(copy, 0)).rejects.toThrow('incomplete: it was copied from a running server');
  });

  it.each([
    ['emptied', (path: string) => truncateSync(path)],
    ['cut within the first page', (path: string) => truncateSync(path, 1000)],
    ['cut by the last byte of the first page', (path: string) => truncateSync(path, 32 + PAGE - 1)],
    ['random bytes', (path: string) => writeFileSync(path, randomBytes(40_000))],
    ['with another header', (path: string) => writeFileSync(path, readFileSync(path).fill(1, 16, 24))],
  ])('that SQLite would ignore are detected: %s', async (_, spoil) => {
    const folder = copyOf(await killed(await usedFolder()), 'key', 'store.sqlite', 'store.sqlite-wal');
    spoil(join(folder, 'store.sqlite-wal'));
    expect(await refusalOf(folder)).toMatch(/incomplete: .* write-ahead file was removed or emptied/);
  });

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
