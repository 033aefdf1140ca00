import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing; throws where that is not allowed. One at a time:
 * Node's recursive way never ends below folders that let nobody in, such as /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Takes a file of ours from everybody but its owner; one that belongs to another user is theirs to protect. */
export function makePrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && stats.uid === process.geteuid?.() && (stats.mode & 0o077) !== 0) chmodSync(path, stats.mode & 0o700);
}

/** Waits until a file, or the list of names in a folder, is on the disk. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
