import { closeSync, copyFileSync, existsSync, openSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnusable } from '../errors.ts';
import { makeFolder, makeFolderPrivate, makePrivate, syncToDisk } from '../folder.ts';
import { keyOf, takeNextKey } from '../key.ts';
import { missingMigrations } from '../migrate.ts';
import { storeFiles } from './files.ts';
import { endGeneration } from './generation.ts';
import { inspect } from './inspect.ts';
import { tryLockFolder } from './lock.ts';
import { hasData } from './permissions.ts';
import { reasonOf } from './sqliteErrors.ts';

/**
 * Copies the database and the key of a data folder into a new or empty folder. A server may be running: SQLite writes a
 * consistent copy in one read transaction, which neither waits for changes nor delays them. Returns the size of the
 * copy in bytes. The key is copied last: a folder without it is not a backup.
 */
export function backUp(dataDir: string, target: string): number {
  checkSource(dataDir);
  const isNew = !existsSync(target);
  makeEmptyFolder(target);
  try {
    return copyInto(target, dataDir);
  } catch (error) {
    discard(target, isNew);
    const reason = reasonOf(error, target);
    throw reason === null ? error : new StoreUnusable(`The backup ${target} cannot be written: ${reason}.`);
  }
}

function copyInto(target: string, dataDir: string): number {
  const from = storeFiles(dataDir);
  const to = storeFiles(target);
  closeSync(openSync(to.database, 'wx', 0o600));
  const reader = new DatabaseSync(from.database, { readOnly: true });
  try {
    reader.prepare('vacuum into ?').run(to.database);
  } finally {
    reader.close();
  }
  markComplete(to.database);
  copyPrivately(from.key, to.key);
  syncToDisk(target);
  keyOf(target, inspect(target));
  return statSync(to.database).size;
}

/** A copy needs no write-ahead file, even if the server was just about to begin one. */
function markComplete(path: string): void {
  const copy = new DatabaseSync(path);
  try {
    endGeneration(copy);
  } finally {
    copy.close();
  }
}

/** Removes an unfinished backup, and its folder if the command created it. */
function discard(target: string, isNew: boolean): void {
  for (const name of readdirSync(target)) rmSync(join(target, name));
  if (isNew) rmdirSync(target);
}

function checkSource(dataDir: string): void {
  const nothing = new StoreUnusable(`There is no database in ${dataDir}.`);
  if (!hasData(dataDir)) throw nothing;
  const lock = tryLockFolder(dataDir);
  try {
    const contents = inspect(dataDir, { isRunning: lock === null });
    if (contents.isNew) throw nothing;
    missingMigrations(contents);
    takeNextKey(dataDir, contents.fingerprint);
  } finally {
    lock?.abandon();
  }
}

function makeEmptyFolder(path: string): void {
  if (entriesOf(path).length > 0) throw new StoreUnusable(`The folder ${path} is not empty; name a new one.`);
  makeFolderPrivate(path);
}

function entriesOf(path: string): string[] {
  try {
    makeFolder(path);
    return readdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreUnusable(`The folder ${path} cannot be made or read (${code}); name another one.`);
  }
}

/** Copies a file, readable by its owner only, and flushes it to the disk. */
export function copyPrivately(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600));
  copyFileSync(from, to);
  makePrivate(to);
  syncToDisk(to);
}
