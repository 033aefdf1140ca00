import { statfsSync } from 'node:fs';
import { StoreUnavailable } from '../errors.ts';

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
const code = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  noLargeFiles: 22,
  notADatabase: 26,
} as const;

/** Minimum size of SQLite's index of a write-ahead file. */
const NEEDED_BYTES = 32_768;

const reasons: Readonly<Record<number, string>> = {
  [code.busy]: 'another process holds its lock',
  [code.locked]: 'another process holds its lock',
  [code.noMemory]: 'there is no memory left',
  [code.readOnly]: 'it is read-only',
  [code.ioError]: 'the disk reports an error',
  [code.corrupt]: 'it is damaged',
  [code.full]: 'the disk is full',
  [code.cannotOpen]: 'its files cannot be opened',
  [code.protocol]: 'another process holds its lock',
  [code.noLargeFiles]: 'its file is too large for the disk',
  [code.notADatabase]: 'it is damaged',
};

/** The primary result code of an SQLite error; 0, which is none of an error, for any other. */
const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

export const isBusy = (error: unknown): boolean => codeOf(error) === code.busy;

export const isDamage = (error: unknown): boolean =>
  codeOf(error) === code.corrupt || codeOf(error) === code.notADatabase;

/**
 * The reason of an error about disk, lock or file; null if it is about the statement. Node has its own codes for a full
 * disk, and SQLite reports it as an I/O error for some of its files, so the free space decides.
 */
export function reasonOf(error: unknown, dataDir: string): string | null {
  const found = codeOf(error);
  if (isDiskFull(error) || (found === code.ioError && hasNoRoom(dataDir))) return reasons[code.full] ?? null;
  return reasons[found] ?? null;
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Whether the index of a write-ahead file, the smallest file that SQLite needs, would not fit. */
function hasNoRoom(dataDir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Converts a temporary fault of disk, lock or file to StoreUnavailable; returns any other error unchanged. */
export function translated(error: unknown, dataDir: string): unknown {
  const reason = reasonOf(error, dataDir);
  return reason === null ? error : new StoreUnavailable(reason, { cause: error });
}
