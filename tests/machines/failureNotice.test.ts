import { describe, expect, test } from 'vitest';
import { type ErrorItem, Failure } from '#domain/failure.ts';
import {
  failureNotice,
  isChallengeExpired,
  isNotConfirmed,
  isSessionExpired,
  isTokenInvalid,
  lacksCredentials,
  loginOverNotice,
  notConfirmedNotice,
  retryAfterOf,
  splitFailure,
  wasRejected,
} from '#machines/failureNotice.ts';

const refusal = (errors: ErrorItem[], message = '', status = 400, retryAfter: number | null = null) =>
  new Failure('rejected', { status, message, errors, retryAfter });
const item = (code: string, field: string, message: string): ErrorItem => ({ code, field, message });
const fields = ['email', 'password'] as const;

describe('§5: what a refusal says, and where', () => {
  test('an error attaches to the matching field, and the banner stays quiet', () => {
    expect(splitFailure(refusal([item('VA1001', 'email', 'No address.')], 'Refused.'), fields)).toEqual({
      fieldErrors: { email: 'No address.' },
      notice: null,
    });
  });
  test('any other field is told as "code: field -> message"', () => {
    expect(splitFailure(refusal([item('X1', 'phone', 'Too odd.')]), fields)).toEqual({
      fieldErrors: {},
      notice: { kind: 'error', message: { text: 'X1: phone -> Too odd.' } },
    });
  });
  test('an error without a field is told in its own words', () => {
    expect(failureNotice(refusal([item('AU1001', '', 'Wrong e-mail or password.')]))).toEqual({
      kind: 'error',
      message: { text: 'Wrong e-mail or password.' },
    });
  });
  test('with an empty list the message of the answer is shown', () => {
    expect(failureNotice(refusal([], 'Closed for today.'))).toEqual({
      kind: 'error',
      message: { text: 'Closed for today.' },
    });
  });
  test('with nothing at all to say, something went wrong', () => {
    expect(failureNotice(refusal([]))).toEqual({ kind: 'error', message: { code: 'somethingWrong' } });
  });
  test('the first error of a field counts', () => {
    const { fieldErrors } = splitFailure(
      refusal([item('A', 'email', 'First.'), item('B', 'email', 'Second.')]),
      fields,
    );
    expect(fieldErrors).toEqual({ email: 'First.' });
  });
  test('fields and banner share a mixed list, nothing is lost', () => {
    const errors = [item('A', 'email', 'At the field.'), item('B', 'phone', 'Odd.'), item('C', '', 'Late.')];
    expect(splitFailure(refusal(errors), fields)).toEqual({
      fieldErrors: { email: 'At the field.' },
      notice: { kind: 'error', message: { text: 'B: phone -> Odd.\nLate.' } },
    });
  });
  test('an error at a field without words is told in the banner', () => {
    expect(splitFailure(refusal([item('A', 'email', '')]), fields)).toEqual({
      fieldErrors: {},
      notice: { kind: 'error', message: { text: 'A: email -> ' } },
    });
  });
  test('the server may ask to wait', () => {
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
  ])('a server that names the wait itself is not repeated: %s', (words, seconds) => {
    expect(failureNotice(refusal([item('AU1004', '', words)], '', 429, seconds))).toEqual({
      kind: 'error',
      message: { text: words },
    });
  });
  test('another figure is not the wait', () => {
    expect(failureNotice(refusal([], 'Five of 120 codes.', 429, 20))).toMatchObject({ waitSeconds: 20 });
  });
  test('the same line twice is said once', () => {
    expect(failureNotice(refusal([item('A', '', 'Late.'), item('B', '', 'Late.')]))).toEqual({
      kind: 'error',
      message: { text: 'Late.' },
    });
  });
  test('where a login is over, waiting does not help: another login does', () => {
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
  test('markup of a server stays text', () => {
    expect(failureNotice(refusal([], '<b>no</b>'))).toEqual({ kind: 'error', message: { text: '<b>no</b>' } });
  });
  test.each(['unreachable', 'unreadable'] as const)('%s has words of ours', (kind) => {
    expect(splitFailure(new Failure(kind), fields)).toEqual({
      fieldErrors: {},
      notice: { kind: 'error', message: { code: kind } },
    });
  });
  test('a service that is out of order: try again in a moment, or when it says', () => {
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
  test('anything else that was thrown reads as unreachable', () => {
    expect(failureNotice(new TypeError('boom'))).toEqual({ kind: 'error', message: { code: 'unreachable' } });
  });
});

describe('what a failure means for a flow', () => {
  const notConfirmed = refusal([item('AU1002', 'email', 'Please confirm your account.')], 'Refused.', 403);
  test('§8 AU1002 keeps its own words and offers a new confirmation mail', () => {
    expect(isNotConfirmed(notConfirmed)).toBe(true);
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
  ])('%s', (_, status, code, gone) => {
    expect(isSessionExpired(refusal(code ? [item(code, '', 'No.')] : [], 'No.', status))).toBe(gone);
  });
  test.each([
    [404, true, true],
    [429, false, true],
    [400, false, false],
    [503, false, false],
  ])('status %i: token dead %s, two-factor login dead %s', (status, token, chain) => {
    expect([isTokenInvalid(refusal([], '', status)), isChallengeExpired(refusal([], '', status))]).toEqual([
      token,
      chain,
    ]);
  });
  test('§8: credentials are missing only in an answer that said yes', () => {
    expect(lacksCredentials(new Failure('unreadable', { status: 200 }))).toBe(true);
    expect(lacksCredentials(new Failure('unreadable', { status: 502 }))).toBe(false);
    expect(lacksCredentials(new Failure('unreachable'))).toBe(false);
  });
  test('only a refusal is the word of the server', () => {
    expect([wasRejected(notConfirmed), wasRejected(new Failure('unreachable'))]).toEqual([true, false]);
  });
});
