import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeNextKey } from '#server/store/key.ts';
import { backUp } from '#server/store/sqlite/backup.ts';
import { nextGeneration } from '#server/store/sqlite/generation.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { restore } from '#server/store/sqlite/restore.ts';
import { credentials, EMAIL } from '#tests/support/account.ts';
import {
  copyOf,
  emptyFolder,
  fullDisk,
  openFiles,
  stateOf,
  usedFolder,
  withDatabase,
} from '#tests/support/dataFolder.ts';
import { addOwner, codeFor } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';
import { beforeStatements } from '#tests/support/statements.ts';

const plainly = { replace: false, incomplete: false, newKey: false };

/** The operator's command as a process of its own, as beside a running server. */
const admin = (dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['server/admin.ts', ...args], { env: { ...process.env, DATA_DIR: dataDir } });

/** Where a backup can go: in a folder that exists, under a name that does not. */
const newTarget = () => join(emptyFolder(), 'backup');

const factsOf = (folder: string) =>
  withDatabase(folder, (database) =>
    database
      .prepare('select name from facts')
      .all()
      .map(({ name }) => String(name)),
  );

/** A folder whose server was killed in the middle of its work, after it had stored `name`. */
async function killedAfter(folder: string, name: string): Promise<string> {
  const { db } = await openSqlite(folder, 0);
  await db.insertInto('facts').values({ name, value: '' }).execute();
  const left = copyOf(folder);
  await db.destroy();
  return left;
}

describe('a backup', () => {
  it('is complete while the server writes; after a restore users log in and mailed codes can be read', async () => {
    const server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9', DATABASE_URL: '' });
    await addOwner(server, EMAIL);
    const { data } = await server.api.login({ body: credentials });
    const target = newTarget();

    let isRunning = true;
    let pairs = 0;
    const writing = (async () => {
      for (; isRunning; pairs += 1) {
        await server.context.db.transaction().execute(async (tx) => {
          await tx
            .insertInto('facts')
            .values({ name: `left ${pairs}`, value: '' })
            .execute();
          await new Promise(setImmediate);
          await tx
            .insertInto('facts')
            .values({ name: `right ${pairs}`, value: '' })
            .execute();
        });
      }
    })();
    const { stdout } = await admin(server.dataDir, 'backup', target);
    isRunning = false;
    await writing;
    expect(pairs).toBeGreaterThan(10);
    expect(stdout).toContain(target);
    expect(readdirSync(target).sort()).toEqual(['key', 'store.sqlite']);

    const dataDir = emptyFolder();
    restore(target, dataDir, plainly);
    const names = factsOf(dataDir);
    const half = (side: string) => names.filter((name) => name.startsWith(side)).length;
    expect(half('left')).toBe(half('right'));
    const restored = await startServer({ DATABASE_URL: '' }, { dataDir });
    // The mail server was away: the mail waits for its second try.
    restored.clock.forward(60);
    const code = await vi.waitFor(() => codeFor(restored, EMAIL), 10_000);
    const nonce = (data as { nonce: string }).nonce;
    expect((await restored.api.loginWithCode({ body: { nonce, code } })).status).toBe(200);
    expect((await restored.api.login({ body: credentials })).status).toBe(202);
  }, 60_000);

  it('is complete while the server starts its next write-ahead file', async () => {
    const folder = await usedFolder();
    const { db } = await openSqlite(folder, 0);
    await db.insertInto('facts').values({ name: 'newest', value: '' }).execute();
    withDatabase(folder, (database) => {
      const now = Number(database.prepare('pragma user_version').get()?.['user_version']);
      database.exec(`pragma user_version = ${now + 1}`);
    });
    const target = newTarget();
    backUp(folder, target);
    await db.destroy();
    const dataDir = emptyFolder();
    restore(target, dataDir, plainly);
    expect(factsOf(dataDir)).toContain('newest');
  });

  it('is readable by its owner only, requires a new or empty folder, and needs a database', async () => {
    const folder = await usedFolder();
    const target = newTarget();
    backUp(folder, target);
    expect(statSync(target).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(target)) expect(statSync(join(target, name)).mode & 0o777).toBe(0o600);
    expect(() => backUp(folder, target)).toThrow(`The folder ${target} is not empty; name a new one.`);
    const file = join(target, 'key');
    for (const none of [file, join(file, 'below')]) {
      expect(() => backUp(folder, none)).toThrow(
        `The folder ${none} cannot be made or read (ENOTDIR); name another one.`,
      );
    }
    expect(() => backUp(folder, folder)).toThrow('is not empty');
    expect(() => backUp(emptyFolder(), newTarget())).toThrow('There is no database in');
    expect(() => backUp(join(folder, 'nowhere'), newTarget())).toThrow('There is no database in');
  });

  it('is readable by its owner only, whatever the rights of the folder and of the key were', async () => {
    const folder = await usedFolder();
    const target = emptyFolder();
    chmodSync(join(folder, 'key'), 0o644);
    chmodSync(target, 0o755);
    backUp(folder, target);
    expect(statSync(target).mode & 0o777).toBe(0o700);
    expect(statSync(join(target, 'key')).mode & 0o777).toBe(0o600);
  });

  it('has the new key of a rotation that was cut off after it had changed the database', async () => {
    const folder = await usedFolder();
    const { fingerprint } = makeNextKey(folder);
    withDatabase(folder, (database) =>
      database.prepare("update facts set value = ? where name = 'key'").run(fingerprint),
    );
    const target = newTarget();
    backUp(folder, target);
    const dataDir = emptyFolder();
    restore(target, dataDir, plainly);
    const { db, keyring } = await openSqlite(dataDir, 0);
    await db.destroy();
    expect(keyring.fingerprint).toBe(fingerprint);
  });

  it('of a killed server includes its write-ahead file and leaves it unchanged', async () => {
    const folder = await killedAfter(await usedFolder(), 'newest');
    const before = stateOf(folder).filter((line) => !line.includes('-shm'));
    const target = newTarget();
    backUp(folder, target);
    expect(stateOf(folder).filter((line) => !line.includes('-shm'))).toEqual(before);
    expect(factsOf(target)).toContain('newest');
  });

  it.skipIf(process.geteuid?.() !== 0)('leaves nothing behind on a full disk, and says why', async () => {
    const folder = await usedFolder();
    const disk = fullDisk();
    const target = join(disk, 'new');
    expect(() => backUp(folder, target)).toThrow(`The backup ${target} cannot be written: the disk is full.`);
    expect(existsSync(target)).toBe(false);
    mkdirSync(target);
    truncateSync(join(disk, 'filling'), statSync(join(disk, 'filling')).size - 40_960);
    expect(() => backUp(folder, target)).toThrow('the disk is full');
    expect(readdirSync(target)).toEqual([]);
  });

  it('is refused without a database and for one without a table', async () => {
    const folder = await usedFolder();
    withDatabase(folder, (database) => database.exec('pragma foreign_keys = off; drop table users'));
    expect(() => backUp(folder, newTarget())).toThrow('is damaged');
    truncateSync(join(folder, 'store.sqlite'));
    expect(() => backUp(folder, newTarget())).toThrow('is missing or empty');
    rmSync(join(folder, 'store.sqlite'));
    expect(() => backUp(folder, newTarget())).toThrow('is missing or empty');
    rmSync(join(folder, 'key'));
    expect(() => backUp(folder, newTarget())).toThrow('There is no database in');
  });

  it.each<[string, (folder: string) => void, string]>([
    ['is cut short', (folder) => truncateSync(join(folder, 'store.sqlite'), 8192), 'is damaged'],
    ['lacks its write-ahead file', (folder) => rmSync(join(folder, 'store.sqlite-wal')), 'is incomplete'],
    [
      'has a folder for its lock file',
      (folder) => {
        rmSync(join(folder, 'lock.sqlite'));
        mkdirSync(join(folder, 'lock.sqlite'));
      },
      'is not a file',
    ],
  ])('is refused for data that a start would refuse: it %s', async (_, spoil, words) => {
    const folder = await killedAfter(await usedFolder(), 'newest');
    spoil(folder);
    const target = newTarget();
    expect(() => backUp(folder, target)).toThrow(words);
    expect(existsSync(target)).toBe(false);
  });

  it.each([
    ['without the records of the migrations', 'delete from migrations'],
    ['of which only a table of ours is left', 'drop table migrations; drop table users'],
  ])('is refused for a database %s', async (_, loss) => {
    const [folder, target] = [await usedFolder(), newTarget()];
    withDatabase(folder, (database) => database.exec(`pragma foreign_keys = off; ${loss}`));
    expect(() => backUp(folder, target)).toThrow('is damaged');
    expect(existsSync(target)).toBe(false);
  });

  it('is refused beside the key of another database, and leaves nothing behind', async () => {
    const [folder, target] = [await usedFolder(), newTarget()];
    writeFileSync(join(folder, 'key'), 'A'.repeat(43));
    expect(() => backUp(folder, target)).toThrow(/^The key .* is not the one that/);
    expect(existsSync(target)).toBe(false);
  });
});

/** A folder whose first start was killed after these statements. */
async function begun(statements: string): Promise<string> {
  const folder = copyOf(await usedFolder(), 'key');
  withDatabase(folder, (database) => database.exec(statements));
  return folder;
}

describe('a backup and a restore', () => {
  it('tell the size of the copy, and where the old data is', async () => {
    const target = newTarget();
    expect(backUp(await usedFolder(), target)).toBe(statSync(join(target, 'store.sqlite')).size);
    const folder = join(emptyFolder(), 'new');
    expect(restore(target, folder, plainly)).toBeNull();
    expect(readdirSync(folder).sort()).toEqual(['key', 'lock.sqlite', 'store.sqlite']);
    const running = await killedAfter(folder, 'before');
    const aside = restore(target, running, { ...plainly, replace: true }) ?? '';
    expect(aside).toMatch(new RegExp(`^${running}/replaced-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d$`));
    expect(statSync(aside).mode & 0o777).toBe(0o700);
    const all = ['key', 'store.sqlite', 'store.sqlite-shm', 'store.sqlite-wal'];
    expect(readdirSync(aside).sort()).toEqual(all);
  });

  it.each([
    'pragma journal_mode = wal',
    'pragma journal_mode = wal; create table migrations (name text primary key, applied_at bigint)',
  ])('find nothing where nothing was stored after %s', async (statements) => {
    const folder = await begun(statements);
    expect(() => backUp(folder, newTarget())).toThrow(`There is no database in ${folder}.`);
    const target = emptyFolder();
    const words = `There is no backup in ${folder}: a backup is a folder with the files store.sqlite and key.`;
    expect(() => restore(folder, target, plainly)).toThrow(words);
    expect(() => restore(join(folder, 'nowhere'), target, plainly)).toThrow('There is no backup in');
    expect(() => restore(join(folder, 'nowhere'), target, { ...plainly, newKey: true })).toThrow(
      'There is no backup in',
    );
    expect(readdirSync(target)).toEqual([]);
  });

  it('say what is wrong with the files that they were given', async () => {
    const folder = await usedFolder();
    const target = newTarget();
    backUp(folder, target);
    truncateSync(join(target, 'store.sqlite'), 8192);
    for (const options of [plainly, { ...plainly, incomplete: true }, { ...plainly, newKey: true }]) {
      const to = emptyFolder();
      expect(() => restore(target, to, options)).toThrow(`The database ${target}/store.sqlite is damaged`);
      expect(readdirSync(to)).toEqual([]);
    }
  });

  it('omit the mark of the key from a copy whose key is lost', async () => {
    const folder = await usedFolder();
    const target = emptyFolder();
    restore(copyOf(folder, 'store.sqlite'), target, { ...plainly, newKey: true });
    expect(factsOf(target)).not.toContain('key');
    expect(factsOf(folder)).toContain('key');
    const kept = emptyFolder();
    restore(folder, kept, plainly);
    expect(factsOf(kept)).toContain('key');
  });

  it('of a server that begins its next write-ahead file meanwhile is made', async () => {
    const folder = await usedFolder();
    const { db } = await openSqlite(folder, 0);
    const other = new DatabaseSync(join(folder, 'store.sqlite'));
    onTestFinished(() => other.close());
    const stop = beforeStatements(() => {
      stop();
      nextGeneration(other);
    });
    onTestFinished(stop);
    const target = newTarget();
    backUp(folder, target);
    expect(factsOf(target)).toContain('key');
    await db.destroy();
  });

  it('keep their copies for their owner at every moment, and no file open', async () => {
    const [folder, target] = [await usedFolder(), newTarget()];
    const to = emptyFolder();
    const modes = new Set<string>();
    const stop = beforeStatements(() => {
      for (const path of [target, join(to, 'restoring')]) {
        if (existsSync(path)) modes.add(`${basename(path)} ${(statSync(path).mode & 0o777).toString(8)}`);
      }
    });
    onTestFinished(stop);
    backUp(folder, target);
    restore(target, to, plainly);
    expect([...modes]).toEqual(['backup 700', 'restoring 700']);
    if (process.platform === 'linux') expect([folder, target, to].map(openFiles)).toEqual([0, 0, 0]);
  });

  it('of a server that runs changes nothing of it', async () => {
    const folder = await usedFolder();
    const { db } = await openSqlite(folder, 0);
    const target = newTarget();
    backUp(folder, target);
    await expect(openSqlite(folder, 0)).rejects.toThrow('in use by another server');
    await db.insertInto('facts').values({ name: 'later', value: '' }).execute();
    await db.destroy();
    expect([factsOf(folder).includes('later'), factsOf(target).includes('later')]).toEqual([true, false]);
  });
});

describe('a restore', () => {
  it.skipIf(process.geteuid?.() !== 0)(
    'on a full disk is refused with that reason, and leaves nothing behind',
    async () => {
      const target = newTarget();
      backUp(await usedFolder(), target);
      const disk = fullDisk();
      expect(() => restore(target, disk, { ...plainly, replace: true })).toThrow(/^the disk is full$/);
      expect(readdirSync(disk)).toEqual(['filling']);
    },
  );

  it('is refused while a server runs', async () => {
    const folder = await usedFolder();
    const target = newTarget();
    backUp(folder, target);
    const { db } = await openSqlite(folder, 0);
    expect(() => restore(target, folder, { ...plainly, replace: true })).toThrow('in use by another server');
    await db.destroy();
  });

  it('is refused where a file of the data folder cannot be used, and changes nothing', async () => {
    const target = newTarget();
    backUp(await usedFolder(), target);
    const folder = emptyFolder();
    mkdirSync(join(folder, 'store.sqlite'));
    expect(() => restore(target, folder, { ...plainly, replace: true })).toThrow('store.sqlite is not a file.');
    expect(readdirSync(folder)).toEqual(['store.sqlite']);
  });

  it('overwrites only with --replace, and then keeps a copy of the old data', async () => {
    const folder = await killedAfter(await usedFolder(), 'before');
    const target = newTarget();
    backUp(await usedFolder(), target);
    const before = stateOf(folder);
    expect(() => restore(target, folder, plainly)).toThrow('is not empty; add --replace');
    expect(stateOf(folder)).toEqual(before);

    const aside = restore(target, folder, { ...plainly, replace: true });
    expect(readdirSync(folder).filter((name) => name.startsWith('store') || name === 'key')).toEqual([
      'key',
      'store.sqlite',
    ]);
    expect(factsOf(aside ?? '')).toContain('before');
    const { db } = await openSqlite(folder, 0);
    expect(await db.selectFrom('facts').select('name').where('name', '=', 'before').execute()).toEqual([]);
    await db.destroy();
  });

  it.each([
    ['without its key', (target: string) => rmSync(join(target, 'key')), 'There is no backup in'],
    ['with another key', (target: string) => writeFileSync(join(target, 'key'), 'A'.repeat(43)), 'is not the one'],
    ['that is empty', (target: string) => truncateSync(join(target, 'store.sqlite')), 'is missing or empty'],
    [
      'without a table',
      (target: string) => withDatabase(target, (database) => database.exec('drop table sessions')),
      'is damaged',
    ],
    ['that is cut short', (target: string) => truncateSync(join(target, 'store.sqlite'), 8192), 'is damaged'],
    [
      'of a newer release',
      (target: string) =>
        withDatabase(target, (database) => database.exec("insert into migrations values ('9999-future', 0)")),
      'newer release',
    ],
  ])('of a backup %s is refused, and what is there stays', async (_, spoil, words) => {
    const folder = await usedFolder();
    const target = newTarget();
    backUp(folder, target);
    spoil(target);
    const before = stateOf(folder);
    expect(() => restore(target, folder, { ...plainly, replace: true })).toThrow(words);
    expect(stateOf(folder)).toEqual(before);
  });

  it('accepts a plain copy of the whole folder of a killed server, with its newest changes', async () => {
    const copy = await killedAfter(await usedFolder(), 'newest');
    const folder = emptyFolder();
    restore(copy, folder, plainly);
    expect(factsOf(folder)).toContain('newest');
  });

  it('accepts a copy without the write-ahead file only with the option for it', async () => {
    const copy = copyOf(await killedAfter(await usedFolder(), 'newest'), 'store.sqlite', 'key');
    const folder = emptyFolder();
    expect(() => restore(copy, folder, plainly)).toThrow('is incomplete: it was copied from a running server');
    restore(copy, folder, { ...plainly, incomplete: true });
    const { db } = await openSqlite(folder, 0);
    expect(await db.selectFrom('facts').select('name').where('name', '=', 'newest').execute()).toEqual([]);
    await db.destroy();
  });

  it('creates a new key only with the option that says the old one is lost', async () => {
    const folder = await usedFolder();
    const copy = copyOf(folder, 'store.sqlite');
    const target = emptyFolder();
    expect(() => restore(copy, target, plainly)).toThrow('There is no backup in');
    restore(copy, target, { ...plainly, newKey: true });
    const { db, keyring } = await openSqlite(target, 0);
    await db.destroy();
    const restored = await openSqlite(target, 0);
    expect(restored.keyring.fingerprint).toBe(keyring.fingerprint);
    await restored.db.destroy();
  });

  it('that was interrupted is detected at the next start and can be repeated', async () => {
    const folder = await usedFolder();
    const target = newTarget();
    backUp(folder, target);
    mkdirSync(join(folder, 'restoring'));
    cpSync(join(target, 'key'), join(folder, 'restoring', 'key'));
    rmSync(join(folder, 'store.sqlite'));
    await expect(openSqlite(folder, 0)).rejects.toThrow('was not completely restored');
    restore(target, folder, { ...plainly, replace: true });
    const { db } = await openSqlite(folder, 0);
    await db.destroy();
  });
});
