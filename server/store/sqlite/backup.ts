import { closeSync, copyFileSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnusable } from '../errors.ts';
import { makeFolder, makePrivate, syncToDisk } from '../folder.ts';
import { keyOf } from '../key.ts';
import { storeFiles } from './files.ts';
import { inspect, inspectFiles } from './inspect.ts';
import { tryLockFolder } from './lock.ts';

/**
 * Copies the database and the key of a data folder into a new or empty folder. A server may be running: SQLite writes a
 * consistent copy in one read transaction, which neither waits for changes nor delays them. Returns the size of the
 * copy in bytes. The key is copied last: a folder without it is not a backup.
 */
export function backUp(dataDir: string, target: string): number {
  checkSource(dataDir);
  makeEmptyFolder(target);
  const from = storeFiles(dataDir);
  const to = storeFiles(target);
  closeSync(openSync(to.database, 'wx', 0o600));
  const reader = new DatabaseSync(from.database, { readOnly: true });
  try {
    reader.prepare('vacuum into ?').run(to.database);
  } finally {
    reader.close();
  }
  copyPrivately(from.key, to.key);
  syncToDisk(target);
  keyOf(target, inspect(target));
  return statSync(to.database).size;
}

function checkSource(dataDir: string): void {
  if (!existsSync(storeFiles(dataDir).database)) throw new StoreUnusable(`There is no database in ${dataDir}.`);
  inspectFiles(dataDir);
  const lock = tryLockFolder(dataDir);
  try {
    inspect(dataDir, { isRunning: lock === null });
  } finally {
    lock?.abandon();
  }
}

function makeEmptyFolder(path: string): void {
  makeFolder(path);
  if (readdirSync(path).length > 0) throw new StoreUnusable(`The folder ${path} is not empty; name a new one.`);
}

/** Copies a file, readable by its owner only, and flushes it to the disk. */
export function copyPrivately(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600));
  copyFileSync(from, to);
  makePrivate(to);
  syncToDisk(to);
}
