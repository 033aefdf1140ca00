import { randomInt } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/*
 * SQLite keeps new changes in a write-ahead file and moves them into the database file from time to time (a
 * checkpoint). Nothing in the two says that they belong together: a database file of yesterday takes over whatever
 * write-ahead file lies beside it, and a copy of the database file alone looks complete.
 *
 * So the server numbers the write-ahead files, in the header field `user_version`. Before a new one it writes an odd
 * number into the database file ("incomplete without its write-ahead file"), and the next even one as the first change
 * of the new file. A checkpoint carries the even number over with everything else ("complete").
 */

/** With this many pages (4 KiB) in the write-ahead file the next one is begun. */
const MAX_WAL_PAGES = 1000;
/** Where the number stands in the header of a database file, big-endian. */
const HEADER_OFFSET = 60;

const isOdd = (generation: number) => generation % 2 !== 0;

/** The number that the database file has on its own, without its write-ahead file; 0: never opened by this release. */
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

/** The number with all changes of the write-ahead file. */
export const generationOf = (database: DatabaseSync): number =>
  Number(Object.values(database.prepare('pragma user_version').get() ?? {})[0]);

/** What a database file and the write-ahead file beside it are to each other. */
export function pairing(inFile: number, withWal: number, hasWal: boolean): 'whole' | 'incomplete' | 'foreign' {
  if (!hasWal) return isOdd(inFile) ? 'incomplete' : 'whole';
  return withWal === inFile || withWal === inFile + 1 ? 'whole' : 'foreign';
}

/**
 * Moves all changes into the database file and begins the next write-ahead file, in the place of this one; puts it off
 * while somebody reads an old state.
 */
export function nextGeneration(writer: DatabaseSync): void {
  if (!checkpoint(writer)) return;
  let generation = generationOf(writer);
  if (!isOdd(generation)) {
    // A first number by chance: that of another database tells nothing about this one.
    generation = (generation || randomInt(2 ** 29) * 2) + 1;
    write(writer, generation);
    if (!checkpoint(writer)) return;
  }
  write(writer, generation + 1);
}

/** Marks the database as complete before it is closed: closing empties the write-ahead file and removes it. */
export function endGeneration(writer: DatabaseSync): void {
  const generation = generationOf(writer);
  if (isOdd(generation)) write(writer, generation + 1);
}

/** Begins the next write-ahead file when this one has grown large. */
export function limitWal(writer: DatabaseSync): void {
  if (Number(writer.prepare('pragma wal_checkpoint(noop)').get()?.['log']) > MAX_WAL_PAGES) nextGeneration(writer);
}

/** Whether everything could be moved into the database file, and nobody reads the write-ahead file any more. */
const checkpoint = (writer: DatabaseSync): boolean =>
  writer.prepare('pragma wal_checkpoint(restart)').get()?.['busy'] === 0;

const write = (writer: DatabaseSync, generation: number) => writer.exec(`pragma user_version = ${generation}`);
