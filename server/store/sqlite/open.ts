import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Keyring } from '../../platform/secrets.ts';
import { StoreUnusable } from '../errors.ts';
import { makeFolder, makeFolderPrivate, makePrivate } from '../folder.ts';
import { keyOf } from '../key.ts';
import { migrate, missingMigrations } from '../migrate.ts';
import type { OpenStore } from '../opened.ts';
import type { Database, Store } from '../schema.ts';
import { SqliteDialect } from './dialect.ts';
import { storeFiles } from './files.ts';
import { endGeneration, limitWal, nextGeneration } from './generation.ts';
import type { Handle } from './handle.ts';
import { type Contents, inspect } from './inspect.ts';
import { type FolderLock, lockFolder, tryLockFolder } from './lock.ts';
import { checkPermissions } from './permissions.ts';
import { reasonOf, translated } from './sqliteErrors.ts';
import type { Hooks } from './writer.ts';

/** Number of changes between checks of the write-ahead file's size. */
const CHANGES_BETWEEN_LOOKS = 16;

/**
 * Opens a data folder for the one server that runs on it, and migrates it to this release. Throws StoreUnusable, with a
 * sentence for the operator, for a folder that is in use, inaccessible, damaged or of a newer release; it then changes
 * nothing.
 */
export function openSqlite(dataDir: string, now: number): Promise<OpenStore> {
  return orReason(dataDir, async () => {
    makeFolder(dataDir);
    checkPermissions(dataDir);
    const lock = lockFolder(dataDir);
    try {
      const contents = inspect(dataDir);
      missingMigrations(contents);
      return await orUndone(dataDir, async () => {
        const keyring = keyFor(dataDir, contents);
        const dialect = dialectOf(dataDir, serverHooks(dataDir, lock));
        const db = new Kysely<Database>({ dialect });
        await orClosed(db, async () => {
          await prepare(db, keyring, now);
          await dialect.exclusively(({ database }) => {
            if (contents.hasRemains) database.exec('vacuum');
            nextGeneration(database);
          });
        });
        return opened(db, keyring, dialect);
      });
    } catch (error) {
      lock.abandon();
      throw error;
    }
  });
}

/** Opens a data folder for an operator command, beside a server that may be running on it. */
export function openSqliteBeside(dataDir: string, now: number): Promise<OpenStore> {
  return orReason(dataDir, async () => {
    makeFolder(dataDir);
    checkPermissions(dataDir);
    const lock = tryLockFolder(dataDir);
    try {
      const contents = inspect(dataDir, { isRunning: lock === null });
      const missing = missingMigrations(contents);
      if (lock === null && missing.length > 0) {
        throw new StoreUnusable(
          `The server that runs on ${dataDir} is of an older release; stop it, or start it anew.`,
        );
      }
      const store = await orUndone(dataDir, async () => {
        const keyring = keyFor(dataDir, contents);
        const dialect = dialectOf(dataDir);
        const db = new Kysely<Database>({ dialect });
        if (lock) await orClosed(db, () => prepare(db, keyring, now));
        return opened(db, keyring, dialect);
      });
      lock?.release();
      return store;
    } catch (error) {
      lock?.abandon();
      throw error;
    }
  });
}

/** A folder has one server, so nothing else starts at the same time. */
const opened = (db: Store, keyring: Keyring, { whyWaiting }: SqliteDialect): OpenStore => ({
  db,
  keyring,
  whyWaiting,
  isShared: false,
  exclusively: (work) => work(),
});

/** Reports a fault of the disk as such, whichever call it stops. */
async function orReason<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw translated(error, dataDir);
  }
}

/** Empties the folder again if its first start fails. */
async function orUndone<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const { database, wal, shm, key } = storeFiles(dataDir);
  const wasEmpty = !statSync(database, { throwIfNoEntry: false })?.size;
  try {
    return await work();
  } catch (error) {
    if (wasEmpty) for (const path of [database, wal, shm, key]) rmSync(path, { force: true });
    throw error;
  }
}

/** Creates a new database before its key, so a key without a database always means that the database was lost. */
function keyFor(dataDir: string, contents: Contents): Keyring {
  if (contents.isNew) {
    const { database } = storeFiles(dataDir);
    closeSync(openSync(database, 'a', 0o600));
    const begun = new DatabaseSync(database);
    try {
      begun.exec('pragma journal_mode = wal');
    } finally {
      begun.close();
    }
  }
  return keyOf(dataDir, contents);
}

/** Migrates the database to this release and records the fingerprint of its key. */
async function prepare(db: Store, keyring: Keyring, now: number): Promise<void> {
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
  makeFolderPrivate(dataDir);
  return new SqliteDialect(database, hooks);
}

/** Only the server numbers the write-ahead files; see `generation.ts`. */
function serverHooks(dataDir: string, lock: FolderLock): Hooks {
  let changes = 0;
  return {
    changed({ database }: Handle, more: number) {
      changes += more;
      if (changes < CHANGES_BETWEEN_LOOKS) return;
      changes = 0;
      unlessFaulty(dataDir, () => limitWal(database));
    },
    closing: ({ database }: Handle) => unlessFaulty(dataDir, () => endGeneration(database)),
    closed: () => lock.release(),
  };
}

/** File maintenance must not fail a change that is already stored; the fault shows at the next change. */
function unlessFaulty(dataDir: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (reasonOf(error, dataDir) === null) throw error;
  }
}
