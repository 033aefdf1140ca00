import { describe, expect, it } from 'vitest';
import { isConflict, isConnectionLost, reasonOf, translated } from '#server/store/postgres/postgresErrors.ts';

const withCode = (code: unknown) => Object.assign(new Error('a fault'), { code });

describe('an error of PostgreSQL', () => {
  it.each([
    // Code; what is wrong with the database as a whole; whether the connection is of no use after it.
    ['08006', 'the connection to it was lost', true],
    ['08P01', 'the connection to it was lost', true],
    ['25006', 'it is read-only', true],
    ['0A000', 'it is read-only', true],
    ['25P03', 'the connection to it was lost', true],
    ['28P01', 'it refuses the user or the password', false],
    ['28000', 'it refuses the user or the password', false],
    ['3D000', 'there is no database of that name', false],
    ['42501', 'the user lacks a right on it', false],
    ['53100', 'the disk is full', false],
    ['53200', 'there is no memory left', false],
    ['53300', 'it accepts no more connections', false],
    ['53400', 'it lacks resources', false],
    ['55P03', 'another change holds its lock', false],
    ['57014', 'it takes too long to answer', false],
    ['57P01', 'it is shutting down or starting', true],
    ['57P03', 'it is shutting down or starting', true],
    ['58030', 'its disk reports an error', false],
    ['XX001', 'it is damaged', false],
    ['XX002', 'it is damaged', false],
    ['ECONNREFUSED', 'it cannot be reached', true],
    ['EHOSTUNREACH', 'it cannot be reached', true],
    ['ENETUNREACH', 'it cannot be reached', true],
    ['ETIMEDOUT', 'it cannot be reached', true],
    ['ENOTFOUND', 'its host is unknown', true],
    ['ECONNRESET', 'the connection to it was lost', true],
    ['EPIPE', 'the connection to it was lost', true],
    // Those of a statement.
    ['23505', null, false],
    ['23503', null, false],
    ['40001', null, false],
    ['42P01', null, false],
    ['22021', null, false],
    ['XX000', null, false],
    ['25001', null, false],
    ['EACCES', null, false],
    ['08', 'the connection to it was lost', true],
    ['0', null, false],
    ['530', null, false],
  ] as const)('with the code %s has the reason %s, and ends the connection: %s', (code, reason, isLost) => {
    const error = withCode(code);
    expect([reasonOf(error), isConnectionLost(error)]).toEqual([reason, isLost]);
    const shown = translated(error);
    if (reason === null) expect(shown).toBe(error);
    else expect(shown).toMatchObject({ reason, cause: error });
  });

  it.each([
    ['EAI_AGAIN', 'its host is unknown'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate cannot be verified'],
    ['CERT_HAS_EXPIRED', 'its certificate cannot be verified'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate cannot be verified'],
  ])('with the code %s, before there is a connection, has the reason %s', (code, reason) => {
    expect(reasonOf(withCode(code))).toBe(reason);
  });

  it.each([
    ['Query read timeout', 'it takes too long to answer'],
    ['timeout exceeded when trying to connect', 'it takes too long to answer'],
    ['Connection terminated unexpectedly', 'the connection to it was lost'],
    ['Connection terminated due to connection timeout', 'the connection to it was lost'],
    ['Client has encountered a connection error and is not queryable', 'the connection to it was lost'],
    ['The server does not support SSL connections', 'it offers no TLS'],
  ])('of the driver, %s, has the reason: %s', (message, reason) => {
    const error = new Error(message);
    expect([reasonOf(error), isConnectionLost(error)]).toEqual([reason, true]);
  });

  it.each([new Error('x'), withCode(7), 'text', null, undefined, {}])('is not %o', (error) => {
    expect([reasonOf(error), isConnectionLost(error), isConflict(error)]).toEqual([null, false, false]);
    expect(translated(error)).toBe(error);
  });

  it.each([
    ['40001', true],
    ['40P01', true],
    ['23505', true],
    ['23503', false],
    ['57014', false],
  ])('with the code %s is a conflict: %s', (code, is) => {
    expect(isConflict(withCode(code))).toBe(is);
  });
});
