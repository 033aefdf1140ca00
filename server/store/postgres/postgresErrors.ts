import { StoreUnavailable } from '../errors.ts';

/** A transaction was undone by a concurrent one or by a lost connection. Run again, it may succeed. */
export class TransactionLost extends StoreUnavailable {}

/**
 * SQLSTATE codes of a transaction that lost against a concurrent one. The last: a unique key is looked up before it is
 * inserted, so inside a transaction only a concurrent change can violate it.
 */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01', '23505']);

/** SQLSTATE codes and system error codes; a prefix of two characters is a class of codes. */
const reasons: Readonly<Record<string, string>> = {
  '08': 'the connection to it was lost',
  '25006': 'it is read-only',
  // A standby has no serialisable transactions.
  '0A000': 'it is read-only',
  // A transaction that this process has left idle, because it was stopped or starved.
  '25P03': 'the connection to it was lost',
  '28': 'it refuses the user or the password',
  '3D': 'there is no database of that name',
  '42501': 'the user lacks a right on it',
  '53100': 'the disk is full',
  '53200': 'there is no memory left',
  '53300': 'it accepts no more connections',
  '53': 'it lacks resources',
  '55P03': 'another change holds its lock',
  '57014': 'it takes too long to answer',
  '57': 'it is shutting down or starting',
  '58': 'its disk reports an error',
  XX001: 'it is damaged',
  XX002: 'it is damaged',
  ECONNREFUSED: 'it cannot be reached',
  ENOTFOUND: 'its host is unknown',
  EAI_AGAIN: 'its host is unknown',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  ETIMEDOUT: 'it cannot be reached',
  ECONNRESET: 'the connection to it was lost',
  EPIPE: 'the connection to it was lost',
};

/** The driver's own errors have no code. */
const driverReasons: readonly [words: RegExp, reason: string][] = [
  [/^Query read timeout/, 'it takes too long to answer'],
  [/^timeout exceeded when trying to connect/, 'it takes too long to answer'],
  [/^Connection terminated|^Client has encountered a connection error|not queryable/, 'the connection to it was lost'],
  [/does not support SSL/, 'it offers no TLS'],
];

/** Faults after which the connection is of no use; 25006 and 0A000 are a former primary after a fail-over. */
const endsConnection = /^(08|57P0|25006$|0A000$|25P03$|E[A-Z]+$)/;

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** The reason of an error about the database as a whole; null if it is about the statement. */
export function reasonOf(error: unknown): string | null {
  const code = codeOf(error);
  if (code === '') {
    const { message } = (error ?? {}) as { message?: unknown };
    return driverReasons.find(([pattern]) => pattern.test(String(message)))?.[1] ?? null;
  }
  if (/CERT|TLS|SELF_SIGNED/.test(code)) return 'its certificate cannot be verified';
  const ofClass = code.length === 5 ? reasons[code.slice(0, 2)] : undefined;
  return reasons[code] ?? ofClass ?? null;
}

export const isConflict = (error: unknown): boolean => conflicts.has(codeOf(error));

/** Whether the connection cannot be used any more. A statement without an answer may still be running on it. */
export const isConnectionLost = (error: unknown): boolean =>
  reasonOf(error) !== null && (endsConnection.test(codeOf(error)) || codeOf(error) === '');

/** Converts a fault of the database to StoreUnavailable; returns any other error unchanged. */
export function translated(error: unknown): unknown {
  const reason = reasonOf(error);
  return reason === null ? error : new StoreUnavailable(reason, { cause: error });
}
