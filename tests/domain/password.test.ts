import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMadeOfContext, passwordProblem } from '#domain/password.ts';

describe('at least 8, at most 256 characters, no composition rules', () => {
  it.each([
    ['', 'passwordShort'],
    ['1234567', 'passwordShort'],
    ['12345678', null],
    ['        ', null],
    ['🙂🙂🙂🙂', 'passwordShort'],
    ['🙂'.repeat(8), null],
    ['🙂'.repeat(256), null],
    ['a'.repeat(256), null],
    ['a'.repeat(257), 'tooLong'],
    // é typed as one character, and as two: the same password.
    ['\u00e9'.repeat(7), 'passwordShort'],
    ['e\u0301'.repeat(7), 'passwordShort'],
    ['e\u0301'.repeat(8), null],
    ['e\u0301'.repeat(256), null],
    ['e\u0301'.repeat(257), 'tooLong'],
  ])('%s: %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });
});

describe('context words', () => {
  const near = ['Ringwell', 'maria.silva@example.com', 'Maria', 'Silva', 'Silva & Sons Ltd'];

  it.each([
    'Ringwell1',
    'RINGWELL2025',
    'ringwellringwell',
    'maria.silva@example.com',
    'mariasilva1',
    'Silva-Maria!',
    'ＲｉｎｇＷｅｌｌ１２',
    'silva&sonsltd1',
  ])('%s consists of them', (password) => {
    expect(isMadeOfContext(password, near)).toBe(true);
  });

  it.each(['maria rides a green tractor', 'correct horse battery', 'rlngwe1!-9', '12345678'])(
    '%s does not: enough is left, or none is in it',
    (password) => {
      expect(isMadeOfContext(password, near)).toBe(false);
    },
  );

  it('words of less than four characters are ignored', () => {
    expect(isMadeOfContext('annabels', ['Ann', 'Bo', ''])).toBe(false);
    expect(isMadeOfContext('annaanna', ['Anna'])).toBe(true);
  });

  it('a part of an address is one, also where no name has it', () => {
    expect(isMadeOfContext('example!1', ['maria.silva@example.com'])).toBe(true);
  });

  it('a name of short words is one when it is written together', () => {
    expect(isMadeOfContext('bigantco1', ['Big Ant Co'])).toBe(true);
  });

  it.each([[['Star', 'Starlightning']], [['Starlightning', 'Star']]])(
    'the longer of two words that begin alike counts as a whole, in the order %j',
    (words) => {
      expect(isMadeOfContext('starlightning1', words)).toBe(true);
    },
  );

  it('a short password without any of them is not', () => {
    expect(isMadeOfContext('short1', near)).toBe(false);
  });

  it('eight characters besides the words are always enough', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9#!]{8,20}$/), (rest) => !isMadeOfContext(`maria${rest}Ringwell`, near)),
    );
  });
});
