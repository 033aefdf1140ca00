import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanToken, hasInvisible, onOneLine, trimmed, withoutInvisibles } from '#domain/invisible.ts';

const pasted = {
  'zero width space': '\u200b',
  'pop directional formatting': '\u202c',
  'left-to-right embedding': '\u202a',
  'word joiner': '\u2060',
  'left-to-right mark': '\u200e',
  'right-to-left mark': '\u200f',
  'soft hyphen': '\u00ad',
  'byte order mark': '\ufeff',
  'zero width joiner': '\u200d',
  'zero width non-joiner': '\u200c',
  'left-to-right isolate': '\u2066',
  'pop directional isolate': '\u2069',
  'combining grapheme joiner': '\u034f',
  'Hangul filler': '\u3164',
  'variation selector': '\ufe0f',
  'invisible times': '\u2062',
  'a tag of plane 14': '\u{e0061}',
  'a C1 control': '\u0085',
  'a Braille cell without dots': '\u2800',
  'a note without a head': '\u{1d159}',
  'an anchor of an annotation': '\ufff9',
};

describe.each(Object.entries(pasted))('%s', (_, sign) => {
  test.each([`${sign}Ann`, `Ann${sign}`, `${sign} ${sign}Ann \u00a0${sign}\t`])(
    'is trimmed from the ends of %j',
    (text) => {
      expect(trimmed(text)).toBe('Ann');
    },
  );
  test('is found inside, kept by trimming, and removed on request', () => {
    expect(hasInvisible(`${sign}Ann`)).toBe(true);
    expect(hasInvisible(`An${sign}n`)).toBe(true);
    expect(trimmed(`An${sign}n`)).toBe(`An${sign}n`);
    expect(withoutInvisibles(`An${sign}n`)).toBe('Ann');
  });
});

test.each([
  ['a Persian name', 'علی\u200cرضا'],
  ['a Hindi conjunct', 'क्\u200dष'],
  ['an emoji of several', '👩\u200d💻 Studio'],
  ['an emoji with its selector', 'Acme ❤\ufe0f'],
  ['a Japanese name with a variant', '葛\u{e0100}城'],
  ['letters with accents', 'Zoe\u0308 Łoś'],
  ['what is plainly seen', "Anne-Marie O'Neill & Söhne 2"],
  ['nothing', ''],
])('%s is kept complete', (_, text) => {
  expect([hasInvisible(text), trimmed(text), withoutInvisibles(text)]).toEqual([false, text, text]);
});

test.each(['\n', '\r\n', '\r', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029', ' \n\n '])(
  'on one line, the line break %j is one space',
  (sign) => {
    expect(onOneLine(`Str. 1${sign}Hinterhaus`)).toBe('Str. 1 Hinterhaus');
  },
);

test('spaces that break no line stay as they are', () => {
  expect(onOneLine('10\u00a0a  Main Street')).toBe('10\u00a0a  Main Street');
});

test('trimming is idempotent and adds nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = trimmed(text);
      return trimmed(once) === once && text.includes(once) && !hasInvisible(withoutInvisibles(text));
    }),
  );
});

test('a long run of spaces is trimmed quickly', () => {
  const text = `x${' \u200b'.repeat(100_000)}x`;
  const before = process.threadCpuUsage();
  expect(trimmed(text)).toBe(text);
  expect(trimmed(`${' '.repeat(200_000)}x${'\u200b'.repeat(200_000)}`)).toBe('x');
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1000);
});

test('a token loses what copying has added, wherever it is', () => {
  expect(cleanToken(' \u200bab-C_\n9\u00a0x\u202c ')).toBe('ab-C_9x');
});
