import { describe, expect, test } from 'vitest';
import { type ErrorItem, Failure } from '#domain/failure.ts';
import {
  failureNotice,
  isChallengeExpired,
  isNotConfirmed,
  isRejectedForGood,
  isSessionExpired,
  isTokenInvalid,
  lacksCredentials,
  loginOverNotice,
  notConfirmedNotice,
  retryAfterOf,
  splitFailure,
} from '#machines/failureNotice.ts';

const refusal = (errors: ErrorItem[], message = '', status = 400, retryAfter: number | null = null) =>
  new Failure('rejected', { status, message, errors, retryAfter });
const item = (code: string, field: string, message: string): ErrorItem => ({ code, field, message });
const fields = ['email', 'password'] as const;

describe('§5: text and place of an error', () => {
  test('an error attaches to the matching field, and not to the banner', () => {
    expect(splitFailure(refusal([item('VA1001', 'email', 'No address.')], 'Refused.'), fields)).toEqual({
      fieldErrors: { email: 'No address.' },
      notice: null,
    });
  });
  test('an error of any other field is shown as "code: field -> message"', () => {
    expect(splitFailure(refusal([item('X1', 'phone', 'Too odd.')]), fields)).toEqual({
      fieldErrors: {},
      notice: { kind: 'error', message: { text: 'X1: phone -> Too odd.' } },
    });
    expect(failureNotice(refusal([item('', 'phone', 'Too odd.')]))).toMatchObject({
      message: { text: 'phone -> Too odd.' },
    });
  });
  test('an error without a field shows its own message', () => {
    expect(failureNotice(refusal([item('AU1001', '', 'Wrong e-mail or password.')]))).toEqual({
      kind: 'error',
      message: { text: 'Wrong e-mail or password.' },
    });
  });
  test('with an empty list the message of the response is shown', () => {
    expect(failureNotice(refusal([], 'Closed for today.'))).toEqual({
      kind: 'error',
      message: { text: 'Closed for today.' },
    });
  });
  test('without any message ‘Something went wrong’ is shown', () => {
    expect(failureNotice(refusal([]))).toEqual({ kind: 'error', message: { code: 'somethingWrong' } });
  });
  test('the first error of a field is shown', () => {
    const { fieldErrors } = splitFailure(
      refusal([item('A', 'email', 'First.'), item('B', 'email', 'Second.')]),
      fields,
    );
    expect(fieldErrors).toEqual({ email: 'First.' });
  });
  test('a mixed list is split between fields and banner, completely', () => {
    const errors = [item('A', 'email', 'At the field.'), item('B', 'phone', 'Odd.'), item('C', '', 'Late.')];
    expect(splitFailure(refusal(errors), fields)).toEqual({
      fieldErrors: { email: 'At the field.' },
      notice: { kind: 'error', message: { text: 'B: phone -> Odd.\nLate.' } },
    });
  });
  test('an error at a field that has no message of its own is shown in the banner', () => {
    expect(splitFailure(refusal([item('A', 'email', '')]), fields)).toEqual({
      fieldErrors: {},
      notice: { kind: 'error', message: { text: 'A: email -> ' } },
    });
  });
  test('a wait required by the server is shown', () => {
    const failure = refusal([item('AU1004', '', 'Too many attempts.')], '', 429, 20);
    expect(failureNotice(failure)).toEqual({
      kind: 'error',
      message: { text: 'Too many attempts.' },
      waitSeconds: 20,
    });
    expect(retryAfterOf(failure)).toBe(20);
  });
  test.each([
    ['Slow down for 20 seconds.', 20],
    ['Wait 2 minutes.', 120],
  ])('a wait that the message already names is not repeated: %s', (words, seconds) => {
    expect(failureNotice(refusal([item('AU1004', '', words)], '', 429, seconds))).toEqual({
      kind: 'error',
      message: { text: words },
    });
  });
  test('another number in the message is not the wait', () => {
    expect(failureNotice(refusal([], 'Five of 120 codes.', 429, 20))).toMatchObject({ waitSeconds: 20 });
  });
  test('the same line twice is shown once', () => {
    expect(failureNotice(refusal([item('A', '', 'Late.'), item('B', '', 'Late.')]))).toEqual({
      kind: 'error',
      message: { text: 'Late.' },
    });
  });
  test('when a login has expired, a new login is suggested instead of a wait', () => {
    expect(loginOverNotice(refusal([], 'Too many codes.', 429, 2))).toEqual({
      kind: 'error',
      message: { text: 'Too many codes.' },
      nextStep: 'logInAgain',
    });
    expect(loginOverNotice(refusal([], 'Log in again.', 429))).toEqual({
      kind: 'error',
      message: { text: 'Log in again.' },
    });
  });
  test('markup from the server is shown as text', () => {
    expect(failureNotice(refusal([], '<b>no</b>'))).toEqual({ kind: 'error', message: { text: '<b>no</b>' } });
  });
  test.each(['unreachable', 'unreadable'] as const)('%s has our own message', (kind) => {
    expect(splitFailure(new Failure(kind), fields)).toEqual({
      fieldErrors: {},
      notice: { kind: 'error', message: { code: kind } },
    });
  });
  test('an unavailable service: try again in a moment, or after the given wait', () => {
    expect(failureNotice(new Failure('unavailable', { status: 502 }))).toEqual({
      kind: 'error',
      message: { code: 'outOfOrder' },
    });
    expect(failureNotice(new Failure('unavailable', { status: 503, retryAfter: 30 }))).toEqual({
      kind: 'error',
      message: { code: 'unavailable' },
      waitSeconds: 30,
    });
  });
  test('any other error reads as unreachable', () => {
    expect(failureNotice(new TypeError('boom'))).toEqual({ kind: 'error', message: { code: 'unreachable' } });
  });
});

/** What a guard says of the event of a failed call. */
const says = (guard: typeof isTokenInvalid, error: Failure) => guard(undefined, { error });

describe('what a failure means for a flow', () => {
  const notConfirmed = refusal([item('AU1002', 'email', 'Please confirm your account.')], 'Refused.', 403);
  test('§8 AU1002 keeps its message and offers a new confirmation mail', () => {
    expect(says(isNotConfirmed, notConfirmed)).toBe(true);
    expect(notConfirmedNotice(notConfirmed, 'ann@acme.example')).toEqual({
      kind: 'error',
      message: { text: 'Please confirm your account.' },
      resendTo: 'ann@acme.example',
    });
  });
  test.each([
    ['a session that is over', 401, 'AU1005', true],
    ['a 401 without a code', 401, '', true],
    ['a wrong password', 401, 'AU1001', false],
    ['what only the owner may do', 403, 'AU1007', false],
  ])('%s', (_, status, code, expired) => {
    expect(says(isSessionExpired, refusal(code ? [item(code, '', 'No.')] : [], 'No.', status))).toBe(expired);
  });
  test.each([
    [404, true, true],
    // As of a gateway that says nothing about the code.
    [429, false, false],
    [400, false, false],
    [503, false, false],
  ])('status %i: token invalid %s, two-factor login invalid %s', (status, token, chain) => {
    expect([says(isTokenInvalid, refusal([], '', status)), says(isChallengeExpired, refusal([], '', status))]).toEqual([
      token,
      chain,
    ]);
  });
  test('too many wrong codes end the two-factor login', () => {
    expect(says(isChallengeExpired, refusal([item('AU1004', '', 'Too many attempts.')], '', 429))).toBe(true);
  });
  test('§8: credentials are reported missing only in a successful response', () => {
    expect(says(lacksCredentials, new Failure('unreadable', { status: 200 }))).toBe(true);
    expect(says(lacksCredentials, new Failure('unreadable', { status: 502 }))).toBe(false);
    expect(says(lacksCredentials, new Failure('unreachable'))).toBe(false);
  });
  test.each([
    [400, true],
    [404, true],
    [409, true],
    [422, true],
    // Too early, too often, or the server's own fault: the same request may be accepted later.
    [408, false],
    [425, false],
    [429, false],
    [500, false],
    [503, false],
  ])('a rejection with %i is for good: %s', (status, isForGood) => {
    expect(says(isRejectedForGood, refusal([], '', status))).toBe(isForGood);
  });
  test('without an answer of the server nothing is decided', () => {
    expect(says(isRejectedForGood, new Failure('unreachable'))).toBe(false);
    expect(says(isRejectedForGood, new Failure('unreadable', { status: 200 }))).toBe(false);
    expect(says(isRejectedForGood, new Failure('unavailable', { status: 502 }))).toBe(false);
  });
});
