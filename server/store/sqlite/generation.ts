import { randomInt } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/*
 * SQLite writes changes to a write-ahead file and moves them into the database file from time to time (a checkpoint).
 * Nothing in the two files marks them as belonging together: an old database file takes over any write-ahead file beside
 * it, and a copy of the database file alone looks complete.
 *
 * So the server numbers the write-ahead files, in the header field `user_version`. Before a new one it writes an odd
 * number into the database file ("incomplete without its write-ahead file"), and the next even number as the first
 * change of the new file. A checkpoint copies the even number with everything else ("complete").
 */

/** At this number of pages (4 KiB) the next write-ahead file begins. */
const MAX_WAL_PAGES = 1000;
/** Offset of the number in the header of a database file, big-endian. */
const HEADER_OFFSET = 60;

const isOdd = (generation: number) => generation % 2 !== 0;

/** The number in the database file alone, without its write-ahead file; 0: never opened by this release. */
export function generationInFile(path: string): number {
  const bytes = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, HEADER_OFFSET);
  } finally {
    closeSync(file);
  }
  return bytes.readInt32BE();
}

/** The number including all changes of the write-ahead file. */
export const generationOf = (database: DatabaseSync): number =>
  Number(Object.values(database.prepare('pragma user_version').get() ?? {})[0]);

/** How a database file and the write-ahead file beside it relate. */
export function pairing(inFile: number, withWal: number, hasWal: boolean): 'whole' | 'incomplete' | 'foreign' {
  if (!hasWal) return isOdd(inFile) ? 'incomplete' : 'whole';
  return withWal === inFile || withWal === inFile + 1 ? 'whole' : 'foreign';
}

/**
 * Moves all changes into the database file and begins the next write-ahead file in its place; postponed while a reader
 * uses an old state.
 */
export function nextGeneration(writer: DatabaseSync): void {
  if (!checkpoint(writer)) return;
  let generation = generationOf(writer);
  if (!isOdd(generation)) {
    // The first number is random, so that one from another database is not mistaken for it.
    generation = (generation || randomInt(2 ** 29) * 2) + 1;
    write(writer, generation);
    if (!checkpoint(writer)) return;
  }
  write(writer, generation + 1);
}

/** Marks the database as complete before it is closed; closing removes the write-ahead file. */
export function endGeneration(writer: DatabaseSync): void {
  const generation = generationOf(writer);
  if (isOdd(generation)) write(writer, generation + 1);
}

/** Begins the next write-ahead file if this one has become large. */
export function limitWal(writer: DatabaseSync): void {
  if (Number(writer.prepare('pragma wal_checkpoint(noop)').get()?.['log']) > MAX_WAL_PAGES) nextGeneration(writer);
}

/** Whether all changes were moved into the database file and the write-ahead file has no readers. */
const checkpoint = (writer: DatabaseSync): boolean =>
  writer.prepare('pragma wal_checkpoint(restart)').get()?.['busy'] === 0;

const write = (writer: DatabaseSync, generation: number) => writer.exec(`pragma user_version = ${generation}`);
