import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeDigits, isCompleteCode, writeCode } from '#domain/code.ts';

describe('any paste of a code', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456', '123456'],
    [' 1 2 3 4 5 6 \n', '123456'],
    ['Your code: 123456.', '123456'],
    ['123456 is your code. It works for 10 minutes.', '123456'],
    ['Within 10 minutes: 123456', '123456'],
    ['Within 10 minutes: 123 456', '123456'],
    ['In 10 Minuten: 123–456.', '123456'],
    ['In 600 seconds: 123456', '123456'],
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

describe('§2: digits written into a code replace those in their boxes', () => {
  it.each([
    ['behind the last digit', '12345', [5, 5], '6', '123456', 6],
    ['into an empty code', '', [0, 0], '1', '1', 1],
    ['over the selected digit', '12345', [1, 2], '9', '19345', 2],
    ['before a digit', '12345', [1, 1], '9', '19345', 2],
    ['over the first digit', '12345', [0, 1], '9', '92345', 1],
    ['over the last digit', '123456', [5, 6], '9', '123459', 6],
    ['before a digit of a full code', '123456', [3, 3], '9', '123956', 4],
    ['several, from a box on', '12345', [1, 2], '98', '19845', 3],
    ['several, from a box on beyond the end', '12345', [4, 5], '987', '123498', 6],
    ['over a longer selection', '12345', [1, 4], '9', '195', 2],
    ['more digits over a longer selection', '12345', [1, 3], '987', '198745', 4],
    ['over everything', '12345', [0, 5], '9', '9', 1],
    ['a seventh digit', '123456', [6, 6], '7', '123456', 6],
    ['a letter over a digit', '12345', [1, 2], 'a', '12345', 1],
    ['a whole code over a part', '12345', [1, 2], '654 321', '654321', 6],
    ['a digit of another script', '12345', [1, 2], '٩', '19345', 2],
  ] as const)('%s', (_, code, [start, end], text, written, caret) => {
    expect(writeCode(code, { start, end }, text)).toEqual({ code: written, caret });
  });

  it.each([
    ['1345', 1, '9', '19345', 2],
    ['1345', 1, '98', '19845', 3],
    ['145', 2, '98', '19845', 3],
    ['145', 2, '9', '1945', 2],
  ])('into %s, with %i digits deleted after the first, %s: %s', (code, gap, text, written, caret) => {
    expect(writeCode(code, { start: 1, end: 1, gap }, text)).toEqual({ code: written, caret });
  });

  const digits = (maxLength: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${maxLength}}$`));
  it('typing a digit changes only its own box', () => {
    fc.assert(
      fc.property(digits(6), fc.nat(5), fc.constantFrom(...'0123456789'), (code, place, digit) => {
        const start = Math.min(place, code.length);
        const { code: written } = writeCode(code, { start, end: Math.min(start + 1, code.length) }, digit);
        expect(written).toBe(code.slice(0, start) + digit + code.slice(start + 1));
      }),
    );
  });

  it('any input leaves a valid code and a caret within it', () => {
    fc.assert(
      fc.property(digits(6), fc.nat(6), fc.nat(6), fc.string(), fc.nat(6), (code, one, other, text, gap) => {
        const [start = 0, end = 0] = [one, other].map((place) => Math.min(place, code.length)).sort();
        const { code: written, caret } = writeCode(code, { start, end, gap }, text);
        expect(written).toMatch(/^[0-9]{0,6}$/);
        expect(caret).toBeGreaterThanOrEqual(0);
        expect(caret).toBeLessThanOrEqual(written.length);
      }),
    );
  });
});

describe('§5: exactly six digits', () => {
  it.each([
    ['123456', true],
    ['000000', true],
    ['12345', false],
    ['1234567', false],
    ['12345a', false],
    ['a12345', false],
    ['123456\n', false],
    ['', false],
  ])('%j: %s', (code, complete) => {
    expect(isCompleteCode(code)).toBe(complete);
  });
});
