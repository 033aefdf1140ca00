import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/* Reads a write-ahead file and its index without SQLite: https://www.sqlite.org/fileformat2.html#walformat */

const WAL_MAGIC = 0x377f0682;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
/** The index begins with the same header twice; a torn write leaves two different ones. */
const INDEX_HEADER = 48;

/**
 * Whether a write-ahead file can hold changes: it has a valid header and room for at least one page. SQLite silently
 * ignores any other. A killed server always leaves one that can.
 */
export function canHoldChanges(wal: string): boolean {
  const header = Buffer.alloc(WAL_HEADER);
  const file = openSync(wal, 'r');
  try {
    readSync(file, header);
    return fstatSync(file).size >= WAL_HEADER + FRAME_HEADER + pageSizeOf(header) && isSound(header);
  } finally {
    closeSync(file);
  }
}

/**
 * How many pages of a write-ahead file are there, and how many its index counts; null if they do not differ. Every
 * change is on the disk before the index counts it, so fewer pages mean that the file was cut or damaged. Without the
 * index of the same file this is unknown: a shorter file looks like one whose last changes were never made.
 */
export function missingPages(wal: string, index: string): { present: number; counted: number } | null {
  const file = readFileSync(wal);
  const counted = existsSync(index) ? countedPages(readFileSync(index), saltOf(file)) : 0;
  const present = wholePages(file);
  return present < counted ? { present, counted } : null;
}

/** The pages that an index counts; 0 if it belongs to another write-ahead file. */
function countedPages(index: Buffer, salt: Buffer): number {
  const header = index.subarray(0, INDEX_HEADER);
  const isWhole = header.equals(index.subarray(INDEX_HEADER, 2 * INDEX_HEADER));
  if (!isWhole || !header.subarray(32, 40).equals(salt)) return 0;
  // In the byte order of the machine, unlike the write-ahead file.
  return new Uint32Array(new Uint8Array(header).buffer)[4] ?? 0;
}

/** The pages that follow the header without a gap: the checksum of each goes on from the one before. */
function wholePages(wal: Buffer): number {
  const order = wordOrder(wal);
  const frame = FRAME_HEADER + pageSizeOf(wal);
  let sum = checksum(wal.subarray(0, 24), order);
  let pages = 0;
  for (let at = WAL_HEADER; at + frame <= wal.length; at += frame) {
    if (!wal.subarray(at + 8, at + 16).equals(saltOf(wal))) break;
    sum = checksum(wal.subarray(at, at + 8), order, sum);
    sum = checksum(wal.subarray(at + FRAME_HEADER, at + frame), order, sum);
    if (!isSumAt(wal, at + 16, sum)) break;
    pages += 1;
  }
  return pages;
}

const pageSizeOf = (wal: Buffer): number => wal.readUInt32BE(8);
const saltOf = (wal: Buffer): Buffer => wal.subarray(16, 24);

function isSound(header: Buffer): boolean {
  const magic = header.readUInt32BE(0);
  const isKnown = magic === WAL_MAGIC || magic === WAL_MAGIC + 1;
  return isKnown && isSumAt(header, 24, checksum(header.subarray(0, 24), wordOrder(header)));
}

type WordOrder = 'readUInt32LE' | 'readUInt32BE';
/** The magic number determines the byte order of the checksums. */
const wordOrder = (header: Buffer): WordOrder =>
  header.readUInt32BE(0) === WAL_MAGIC ? 'readUInt32LE' : 'readUInt32BE';

type Sum = readonly [number, number];

/** https://www.sqlite.org/fileformat2.html#checksum_algorithm */
function checksum(bytes: Buffer, order: WordOrder, [before1, before2]: Sum = [0, 0]): Sum {
  let one = before1;
  let two = before2;
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + bytes[order](at) + two) >>> 0;
    two = (two + bytes[order](at + 4) + one) >>> 0;
  }
  return [one, two];
}

const isSumAt = (bytes: Buffer, at: number, [one, two]: Sum): boolean =>
  bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two;
