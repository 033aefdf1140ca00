import { closeSync, openSync } from 'node:fs';
import { Kysely } from 'kysely';
import type { Keyring } from '../platform/secrets.ts';
import { StoreUnusable } from './errors.ts';
import { makeFolder, makePrivate } from './folder.ts';
import { keyOf } from './key.ts';
import { migrate, missingMigrations } from './migrate.ts';
import type { Database, Store } from './schema.ts';
import { type Hooks, SqliteDialect } from './sqlite/dialect.ts';
import { storeFiles } from './sqlite/files.ts';
import { endGeneration, limitWal, nextGeneration } from './sqlite/generation.ts';
import type { Handle } from './sqlite/handle.ts';
import { inspect, inspectFiles } from './sqlite/inspect.ts';
import { type FolderLock, lockFolder, tryLockFolder } from './sqlite/lock.ts';
import { reasonOf } from './sqlite/sqliteErrors.ts';

/** The database of a data folder, and the key that belongs to it. */
export type OpenStore = { db: Store; keyring: Keyring };

/** How many changes may pass before the size of the write-ahead file is looked at. */
const CHANGES_BETWEEN_LOOKS = 16;

/**
 * Opens a data folder for the one server that runs on it, and brings it to this release. Throws StoreUnusable, with a
 * sentence for the operator, for a folder that is in use, not ours, damaged or of a newer release; changes nothing then.
 */
export async function openStore(dataDir: string, now: number): Promise<OpenStore> {
  makeFolder(dataDir);
  inspectFiles(dataDir);
  const lock = lockFolder(dataDir);
  try {
    const contents = inspect(dataDir);
    missingMigrations(contents.migrations);
    const keyring = keyOf(dataDir, contents);
    const dialect = dialectOf(dataDir, serverHooks(lock));
    const db = new Kysely<Database>({ dialect });
    await orClosed(db, async () => {
      await bringUp(db, keyring, now);
      await dialect.exclusively(({ database }) => {
        if (contents.hasRemains) database.exec('vacuum');
        nextGeneration(database);
      });
    });
    return { db, keyring };
  } catch (error) {
    lock.abandon();
    throw error;
  }
}

/** Opens a data folder for a command of the operator, beside the server that may be running on it. */
export async function openStoreBeside(dataDir: string, now: number): Promise<OpenStore> {
  makeFolder(dataDir);
  inspectFiles(dataDir);
  const lock = tryLockFolder(dataDir);
  try {
    const contents = inspect(dataDir, { isRunning: lock === null });
    const missing = missingMigrations(contents.migrations);
    if (lock === null && missing.length > 0) {
      throw new StoreUnusable(`The server that runs on ${dataDir} is of an older release; stop it, or start it anew.`);
    }
    const keyring = keyOf(dataDir, contents);
    const db = new Kysely<Database>({ dialect: dialectOf(dataDir) });
    if (lock) await orClosed(db, () => bringUp(db, keyring, now));
    return { db, keyring };
  } finally {
    lock?.release();
  }
}

/** Brings the database to this release, and notes whose key it belongs to. */
async function bringUp(db: Store, keyring: Keyring, now: number): Promise<void> {
  await migrate(db, now);
  await db
    .insertInto('facts')
    .values({ name: 'key', value: keyring.fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function orClosed(db: Store, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function dialectOf(dataDir: string, hooks?: Hooks): SqliteDialect {
  const { database, wal, shm, key } = storeFiles(dataDir);
  // SQLite gives the files beside the database the permissions of the database. Before SQLite opens it, for closing a
  // file gives up the locks that the process holds on it.
  closeSync(openSync(database, 'a', 0o600));
  for (const path of [database, wal, shm, key]) makePrivate(path);
  return new SqliteDialect(database, hooks);
}

/** The server alone numbers the write-ahead files; see `sqlite/generation.ts`. */
function serverHooks(lock: FolderLock): Hooks {
  let changes = 0;
  return {
    changed({ database }: Handle) {
      changes += 1;
      if (changes % CHANGES_BETWEEN_LOOKS === 0) unlessFaulty(() => limitWal(database));
    },
    closing: ({ database }: Handle) => unlessFaulty(() => endGeneration(database)),
    closed: () => lock.release(),
  };
}

/** Upkeep of files must not fail a change that is stored: what is at fault shows at the next change. */
function unlessFaulty(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (reasonOf(error) === null) throw error;
  }
}
