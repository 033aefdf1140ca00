import { randomInt } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/*
 * SQLite writes changes to a write-ahead file and moves them into the database file from time to time (a checkpoint).
 * Nothing in the two files says that they belong together: an old database file takes over any write-ahead file beside
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

const WAL_MAGIC = 0x377f0682;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * Whether a write-ahead file can hold changes: it has a valid header and room for at least one page. SQLite silently
 * ignores any other. A killed server always leaves one that can.
 */
export function canHoldChanges(wal: string): boolean {
  const header = Buffer.alloc(WAL_HEADER);
  const file = openSync(wal, 'r');
  try {
    readSync(file, header);
    const pageSize = header.readUInt32BE(8);
    return fstatSync(file).size >= WAL_HEADER + FRAME_HEADER + pageSize && isSound(header);
  } finally {
    closeSync(file);
  }
}

/** Checksum: https://www.sqlite.org/fileformat2.html#checksum_algorithm; the magic number determines the byte order. */
function isSound(header: Buffer): boolean {
  const magic = header.readUInt32BE(0);
  if (magic !== WAL_MAGIC && magic !== WAL_MAGIC + 1) return false;
  const word = (at: number) => (magic === WAL_MAGIC ? header.readUInt32LE(at) : header.readUInt32BE(at));
  let one = 0;
  let two = 0;
  for (let at = 0; at < 24; at += 8) {
    one = (one + word(at) + two) >>> 0;
    two = (two + word(at + 4) + one) >>> 0;
  }
  return header.readUInt32BE(24) === one && header.readUInt32BE(28) === two;
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
