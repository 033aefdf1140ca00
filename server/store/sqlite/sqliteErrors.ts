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
  notADatabase: 26,
} as const;

const reasons: Readonly<Record<number, string>> = {
  [code.busy]: 'another process holds its lock',
  [code.locked]: 'another process holds its lock',
  [code.noMemory]: 'there is no memory left',
  [code.readOnly]: 'it is read-only',
  [code.ioError]: 'the disk reports an error',
  [code.corrupt]: 'it is damaged',
  [code.full]: 'the disk is full',
  [code.cannotOpen]: 'its files cannot be opened',
  [code.notADatabase]: 'it is damaged',
};

/** The primary result code of an SQLite error; null for any other error. */
const codeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;

export const isBusy = (error: unknown): boolean => codeOf(error) === code.busy;

export const isDamage = (error: unknown): boolean =>
  codeOf(error) === code.corrupt || codeOf(error) === code.notADatabase;

/** The reason of an SQLite error about disk, lock or file; null if it is about the statement. */
export const reasonOf = (error: unknown): string | null => reasons[codeOf(error) ?? -1] ?? null;

/** Converts a temporary fault of disk, lock or file to StoreUnavailable; returns any other error unchanged. */
export function translated(error: unknown): unknown {
  const reason = reasonOf(error);
  return reason === null ? error : new StoreUnavailable(reason, { cause: error });
}
