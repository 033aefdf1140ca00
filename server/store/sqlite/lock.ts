import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnusable } from '../errors.ts';
import { storeFiles } from './files.ts';
import { isBusy } from './sqliteErrors.ts';

/** Another server has locked the data folder. */
class FolderTaken extends StoreUnusable {
  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is in use by another server; stop that server or set DATA_DIR to another folder.`,
    );
  }
}

/** A data folder locked by this process. */
export type FolderLock = {
  release: () => void;
  /** Releases a folder that turned out to be unusable, and removes the files created in it. */
  abandon: () => void;
};

/**
 * Locks a data folder for this process: one database file has one server. The lock is an exclusive SQLite lock on an
 * empty file of its own. The kernel keeps it per file, so containers that share the folder see it, and it ends with the
 * process in any case, even before the parent has reaped it.
 */
export function lockFolder(dataDir: string): FolderLock {
  const { lock, shm } = storeFiles(dataDir);
  // SQLite creates the index when it reads a write-ahead file.
  const made = [lock, shm].filter((path) => !existsSync(path));
  // Readable by the owner only. Never while this process holds the lock: closing a file releases the process's locks on
  // it.
  if (made.includes(lock)) closeSync(openSync(lock, 'a', 0o600));
  const holder = new DatabaseSync(lock);
  try {
    holder.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    holder.close();
    if (isBusy(error)) throw new FolderTaken(dataDir);
    throw error;
  }
  const release = () => {
    if (holder.isOpen) holder.close();
  };
  return {
    release,
    abandon() {
      for (const path of made) rmSync(path, { force: true });
      release();
    },
  };
}

/** The same, or null while another process has locked the folder. */
export function tryLockFolder(dataDir: string): FolderLock | null {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderTaken) return null;
    throw error;
  }
}
