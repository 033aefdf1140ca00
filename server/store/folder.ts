import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents; throws if that is not allowed. One level at a time, because Node's
 * recursive mkdir never returns below inaccessible folders such as /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** The folder is missing, not accessible, or not a folder. */
const folderErrors = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST', 'ENAMETOOLONG', 'ELOOP']);

/** A sentence for the operator whose data folder cannot be used; null for any other error. */
export function whyNoFolder(error: unknown, config: { dataDir: string } | null): string | null {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!config || !folderErrors.has(code)) return null;
  return `Cannot use the data folder ${config.dataDir} (${code}); set DATA_DIR to a writable folder.`;
}

/** Restricts one of our files or folders to its owner; skips one that belongs to another user. */
export function makePrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && stats.uid === process.geteuid?.() && (stats.mode & 0o077) !== 0) chmodSync(path, stats.mode & 0o700);
}

/** What a data folder holds: database, key, lock, and folders of a restore. */
const ours = /^(store\.sqlite|key|lock\.sqlite|restoring|replaced-)/;

/** Restricts a folder that was there already to its owner, unless it holds anything but our files. */
export function makeFolderPrivate(path: string): void {
  if (readdirSync(path).every((name) => ours.test(name))) makePrivate(path);
}

/** Flushes a file, or the entries of a folder, to the disk. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
