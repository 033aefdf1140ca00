import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs';
import { StoreUnusable } from '../errors.ts';
import { storeFiles } from './files.ts';

/** Whether a folder has any data; one that this user may not use is rejected, for it looks empty. */
export function hasData(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  checkPermissions(dataDir);
  const { database, key } = storeFiles(dataDir);
  return existsSync(database) || existsSync(key);
}

/** Rejects a data folder, or files in it, that this user may not use; read-only. */
export function checkPermissions(dataDir: string): void {
  checkFolder(dataDir);
  const { database, wal, shm, key, lock } = storeFiles(dataDir);
  const named: [path: string, name: string][] = [
    [database, 'The database'],
    [wal, 'The write-ahead file'],
    [shm, 'The write-ahead index'],
    [lock, 'The lock file'],
  ];
  for (const [path, name] of named) {
    const stats = statsOf(path);
    if (!stats) continue;
    if (!stats.isFile()) throw new StoreUnusable(`${name} ${path} is not a file.`);
    if (isForeign(stats)) throw new StoreUnusable(`${name} ${path} ${belongsTo(stats)}; ${OWNER_HINT}.`);
    if (!isAllowed(path, constants.R_OK)) {
      throw new StoreUnusable(`${name} ${path} cannot be read; allow its owner to read and write it.`);
    }
    if (isReadOnly(path, stats)) {
      throw new StoreUnusable(`${name} ${path} is read-only; make it writable for the user that runs the server.`);
    }
  }
  const stats = statsOf(key);
  if (stats && !stats.isFile()) throw new StoreUnusable(`The server's key ${key} is not a file.`);
  if (stats && !isAllowed(key, constants.R_OK)) {
    const reason = isForeign(stats)
      ? `${belongsTo(stats)}; ${OWNER_HINT}`
      : 'cannot be read; allow its owner to read it';
    throw new StoreUnusable(`The server's key ${key} ${reason}.`);
  }
}

function checkFolder(dataDir: string): void {
  const stats = statSync(dataDir);
  if (!stats.isDirectory()) throw new StoreUnusable(`The data folder ${dataDir} is not a folder; set DATA_DIR.`);
  const isUsable = isAllowed(dataDir, constants.R_OK | constants.X_OK);
  if (isUsable && !isReadOnly(dataDir, stats)) return;
  if (isForeign(stats)) throw new StoreUnusable(`The data folder ${dataDir} ${belongsTo(stats)}; ${OWNER_HINT}.`);
  const reason = isUsable
    ? 'is read-only; make it writable for the user that runs the server'
    : 'cannot be used; allow its owner to read, write and enter it';
  throw new StoreUnusable(`The data folder ${dataDir} ${reason}, or set DATA_DIR.`);
}

/** Root may write anything, so the owner's permission applies to it too: it was removed on purpose. */
const isReadOnly = (path: string, { mode }: Stats): boolean => (mode & 0o200) === 0 || !isAllowed(path, constants.W_OK);

function isAllowed(path: string, access: number): boolean {
  try {
    accessSync(path, access);
    return true;
  } catch {
    return false;
  }
}

/** Null for a missing file. */
const statsOf = (path: string): Stats | null => statSync(path, { throwIfNoEntry: false }) ?? null;

const OWNER_HINT = 'run this as that user, or change the owner';
const isForeign = ({ uid }: Stats): boolean => process.geteuid !== undefined && uid !== process.geteuid();
const belongsTo = ({ uid }: Stats): string =>
  `belongs to another user (uid ${uid}; this process runs as uid ${process.geteuid?.()})`;
