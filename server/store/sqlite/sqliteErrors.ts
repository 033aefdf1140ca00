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

/** The primary result code of an error that SQLite has reported; null for any other error. */
const codeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;

export const isBusy = (error: unknown): boolean => codeOf(error) === code.busy;

export const isDamage = (error: unknown): boolean =>
  codeOf(error) === code.corrupt || codeOf(error) === code.notADatabase;

/** What an error of SQLite says about disk, lock or file, not about the statement; null where it says nothing. */
export const reasonOf = (error: unknown): string | null => reasons[codeOf(error) ?? -1] ?? null;

/** The error as the rest of the server knows it: a fault of disk, lock or file passes; any other stays what it is. */
export function translated(error: unknown): unknown {
  const reason = reasonOf(error);
  return reason === null ? error : new StoreUnavailable(reason, { cause: error });
}
