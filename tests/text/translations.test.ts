import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { languages } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';

/** The texts of a catalogue by their English id. */
function textsOf(tag: string): Map<string, string> {
  const file = readFileSync(`locales/${tag}.po`, 'utf8');
  const entries = file.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm);
  const joined = (lines = '') =>
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .join('');
  return new Map([...entries].map(([, id, text]) => [joined(id), joined(text)] as const).filter(([id]) => id !== ''));
}

/** What is filled into a text: {name}, <0>, and the # of a count. */
const placesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)|<(\d+)>/g)].map(([, name, tag]) => name ?? tag))].sort();

const english = textsOf('en');

describe.each(languages.map(localeTag).filter((tag) => tag !== 'en'))('in every language: %s', (tag) => {
  const texts = textsOf(tag);

  test('each text is translated, and no other', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('each translation has the same values and links', () => {
    const broken = [...texts].filter(([id, text]) => String(placesIn(id)) !== String(placesIn(text)));
    expect(broken).toEqual([]);
  });

  test('whole sentences are translated', () => {
    const sentences = [...texts].filter(
      ([id]) => id.split(' ').length > 4 && /[a-z]{3}/.test(id.replace(/\{.*?\}/g, '')),
    );
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences.filter(([id, text]) => id === text)).toEqual([]);
  });
});

test('in Polish no line ends with a word of one letter', () => {
  expect([...textsOf('pl').values()].filter((text) => /(?:^|[\s(„>])[aiouwz] /i.test(text))).toEqual([]);
});
