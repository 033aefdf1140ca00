import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeDigits, isCompleteCode } from '#domain/code.ts';

describe('F1: any paste of a code', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456', '123456'],
    [' 1 2 3 4 5 6 \n', '123456'],
    ['Your code: 123456.', '123456'],
    ['123456 is your code. It works for 10 minutes.', '123456'],
    ['Within 10 minutes: 123456', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['１２３４５６', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['000123', '000123'],
    ['1234567', '123456'],
    ['12ab', '12'],
    ['', ''],
  ])('%s is read as %s', (text, code) => {
    expect(codeDigits(text)).toBe(code);
  });

  it('whatever is pasted, only digits are kept, six at most', () => {
    fc.assert(fc.property(fc.string(), (text) => /^[0-9]{0,6}$/.test(codeDigits(text))));
  });
});

describe('§5: exactly six digits', () => {
  it.each([
    ['123456', true],
    ['000000', true],
    ['12345', false],
    ['1234567', false],
    ['12345a', false],
    ['123456\n', false],
    ['', false],
  ])('%j: %s', (code, complete) => {
    expect(isCompleteCode(code)).toBe(complete);
  });
});
