import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logUnexpected } from '#adapters/errorLog.ts';

const written: string[] = [];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => void written.push(parts.join('')));
});
afterEach(() => {
  vi.restoreAllMocks();
  written.length = 0;
});

/** An error with these words, and a stack that begins with them. */
const errorWith = (message: string) =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n  at a` });

test('an unexpected error is written with its name, its words and its stack', () => {
  logUnexpected(errorWith('No such element'));
  expect(written).toEqual(['TypeError: No such element\nTypeError: No such element\n  at a']);
});

const token = 'a-Token_of_43_characters'.padEnd(43, 'x');
test.each([
  ['the query of an address', 'GET https://a.example/login/?token=7 failed', 'GET https://a.example/login/?… failed'],
  ['a fragment', '(https://a.example/app/#code=7)', '(https://a.example/app/?…)'],
  ['an address in quotes', `'/login/?token=7' "/login/?token=8"`, `'/login/?…' "/login/?…"`],
  ['a token in a path', `/v1/phone/reset/${token}/x`, '/v1/phone/reset/…/x'],
  ['32 letters and digits', 'x'.repeat(32), '…'],
  ['31 letters and digits, which may be a name', 'x'.repeat(31), 'x'.repeat(31)],
])('no secret is written: %s', (_, message, safe) => {
  logUnexpected(errorWith(message));
  expect(written).toEqual([`TypeError: ${safe}\nTypeError: ${safe}\n  at a`]);
});

test('an error without a stack is written too', () => {
  logUnexpected(Object.assign(new Error('alone'), { stack: undefined }));
  expect(written).toEqual(['Error: alone\n']);
});

test('the same error is written once, however often it is caught; another one with the same words again', () => {
  const error = errorWith('once');
  for (const one of [error, error, errorWith('once')]) logUnexpected(one);
  expect(written).toHaveLength(2);
});

test.each([['a text with a token'], [null], [undefined], [{ password: 'seven tall giraffes' }]])(
  'what is no error is not repeated: %j',
  (thrown) => {
    for (let times = 0; times < 2; times += 1) logUnexpected(thrown);
    expect(written[0]).toMatch(/^Error: Something that is no error was thrown\n/);
    expect(written.join()).not.toMatch(/token|giraffes/);
  },
);
