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

/** The database of a data folder and its key. */
export type OpenStore = { db: Store; keyring: Keyring };

/** Number of changes between checks of the write-ahead file's size. */
const CHANGES_BETWEEN_LOOKS = 16;

/**
 * Opens a data folder for the one server that runs on it, and migrates it to this release. Throws StoreUnusable, with a
 * sentence for the operator, for a folder that is in use, inaccessible, damaged or of a newer release; it then changes
 * nothing.
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

/** Opens a data folder for an operator command, beside a server that may be running on it. */
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

/** Migrates the database to this release and records the fingerprint of its key. */
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
  // SQLite gives the files beside the database the database's permissions. This comes before SQLite opens it, because
  // closing a file releases the process's locks on it.
  closeSync(openSync(database, 'a', 0o600));
  for (const path of [database, wal, shm, key]) makePrivate(path);
  return new SqliteDialect(database, hooks);
}

/** Only the server numbers the write-ahead files; see `sqlite/generation.ts`. */
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

/** File maintenance must not fail a change that is already stored; the fault shows at the next change. */
function unlessFaulty(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (reasonOf(error) === null) throw error;
  }
}
