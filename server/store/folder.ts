import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
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

/** Restricts one of our files to its owner; skips a file that belongs to another user. */
export function makePrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && stats.uid === process.geteuid?.() && (stats.mode & 0o077) !== 0) chmodSync(path, stats.mode & 0o700);
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
