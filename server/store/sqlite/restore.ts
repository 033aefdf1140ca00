import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openKeyring } from '../../platform/secrets.ts';
import { StoreIncomplete, StoreUnusable } from '../errors.ts';
import { makeFolder, syncToDisk } from '../folder.ts';
import { keyOf } from '../key.ts';
import { missingMigrations } from '../migrate.ts';
import { copyPrivately } from './backup.ts';
import { storeFiles } from './files.ts';
import { endGeneration } from './generation.ts';
import { type Contents, inspect } from './inspect.ts';
import { lockFolder } from './lock.ts';
import { checkPermissions } from './permissions.ts';
import { translated } from './sqliteErrors.ts';

type RestoreOptions = {
  /** Moves the current contents of the data folder aside. */
  replace: boolean;
  /** Accepts a copy that lacks the latest changes. */
  incomplete: boolean;
  /** Creates a new key for a database whose key is lost. */
  newKey: boolean;
};

/**
 * Restores a backup into the data folder of a stopped server. The copy is checked as at a start before anything is
 * replaced. Returns the folder with the previous contents; null if there were none.
 */
export function restore(source: string, dataDir: string, options: RestoreOptions): string | null {
  const from = storeFiles(source);
  if (!isFile(from.database) || (!options.newKey && !isFile(from.key))) {
    throw noBackup(source);
  }
  makeFolder(dataDir);
  checkPermissions(dataDir);
  const lock = lockFolder(dataDir);
  try {
    const { lock: lockPath, restoring } = storeFiles(dataDir);
    const ours = [lockPath, restoring].map((path) => basename(path));
    if (!options.replace && readdirSync(dataDir).some((name) => !ours.includes(name))) {
      throw new StoreUnusable(`The data folder ${dataDir} is not empty; add --replace to put aside what is there.`);
    }
    stage(source, restoring, options);
    const aside = moveIn(dataDir);
    lock.release();
    return aside;
  } catch (error) {
    lock.abandon();
    throw translated(error, dataDir);
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const noBackup = (source: string) =>
  new StoreUnusable(`There is no backup in ${source}: a backup is a folder with the files store.sqlite and key.`);

/** Copies the backup into a separate folder and merges it into one complete database file. */
function stage(source: string, staging: string, { incomplete, newKey }: RestoreOptions): void {
  const from = storeFiles(source);
  const to = storeFiles(staging);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { mode: 0o700 });
  try {
    copyPrivately(from.database, to.database);
    if (newKey) openKeyring(staging);
    else copyPrivately(from.key, to.key);
    if (existsSync(from.wal)) copyPrivately(from.wal, to.wal);
    const contents = inspectCopy(staging, incomplete);
    if (contents.isNew) throw noBackup(source);
    missingMigrations(contents);
    if (!newKey) keyOf(staging, contents);
    withDatabase(to.database, (database) => {
      if (newKey) database.exec("delete from facts where name = 'key'");
      endGeneration(database);
    });
  } catch (error) {
    rmSync(staging, { recursive: true });
    throw error instanceof StoreUnusable ? new StoreUnusable(error.message.replaceAll(staging, source)) : error;
  }
}

function inspectCopy(staging: string, incomplete: boolean): Contents {
  try {
    return inspect(staging);
  } catch (error) {
    if (!(error instanceof StoreIncomplete)) throw error;
    if (!incomplete) {
      throw new StoreUnusable(
        `The database in ${staging} is incomplete: it was copied from a running server; add --incomplete to restore it without its newest changes.`,
      );
    }
  }
  withDatabase(storeFiles(staging).database, endGeneration);
  return inspect(staging);
}

/** Runs work on a database; closing it moves the changes of any write-ahead file into the database file. */
function withDatabase(path: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path);
  try {
    work(database);
  } finally {
    database.close();
  }
}

/** Until the last step a start rejects the folder, because `restoring` exists. */
function moveIn(dataDir: string): string | null {
  const { database, wal, shm, key, restoring } = storeFiles(dataDir);
  const present = [database, wal, shm, key].filter((path) => existsSync(path));
  const aside = join(dataDir, `replaced-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);
  if (present.length > 0) mkdirSync(aside, { mode: 0o700 });
  for (const path of present) renameSync(path, join(aside, basename(path)));
  const staged = storeFiles(restoring);
  renameSync(staged.key, key);
  renameSync(staged.database, database);
  syncToDisk(dataDir);
  rmSync(restoring, { recursive: true });
  return present.length > 0 ? aside : null;
}
