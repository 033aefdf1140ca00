import { expect, test } from 'vitest';
import { asFailure, Failure, isFinal } from '#domain/failure.ts';

const item = { code: 'AU1002', field: 'email', message: 'Not confirmed.' };

test('a failure says why a call failed, with what the server has said, if it has', () => {
  const said = { status: 429, message: 'Later.', errors: [item], retryAfter: 7 };
  expect(new Failure('rejected', said)).toMatchObject({ name: 'Failure', kind: 'rejected', ...said });
  expect(new Failure('unreachable')).toMatchObject({ status: 0, message: '', errors: [], retryAfter: null });
});

test('one of several codes of an answer is found', () => {
  const failure = new Failure('rejected', { errors: [{ ...item, code: 'VA1001' }, item] });
  expect(['VA1001', 'AU1002', 'AU1001'].map((code) => failure.has(code))).toEqual([true, true, false]);
});

test.each([
  ['rejected', 400, true],
  ['rejected', 403, true],
  ['rejected', 407, true],
  ['rejected', 408, false],
  ['rejected', 409, true],
  ['rejected', 425, false],
  ['rejected', 429, false],
  ['rejected', 499, true],
  ['rejected', 500, false],
  ['rejected', 503, false],
  ['unreadable', 200, false],
  ['unavailable', 502, false],
  ['unreachable', 0, false],
] as const)('a call that is %s with %d was decided: %s', (kind, status, isDecided) => {
  expect(isFinal(new Failure(kind, { status }))).toBe(isDecided);
});

test('what is thrown besides is a call without an answer', () => {
  const failure = new Failure('unreadable');
  expect(asFailure(failure)).toBe(failure);
  expect(asFailure(new TypeError('x'))).toMatchObject({ kind: 'unreachable', message: '' });
  expect(asFailure(undefined)).toBeInstanceOf(Failure);
});
