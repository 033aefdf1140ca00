import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { type Language, languages } from '#domain/constants.ts';
import { loadMessages } from '#text/i18n.ts';

const INCLUDED = 'Includes a number and {minutes, number} minutes per user per month.';

test.each([
  ['en', '2,000'],
  ['de', '2.000'],
  ['es', '2000'],
  ['mx', '2,000'],
  ['pl', '2000'],
  ['pt', '2000'],
  ['br', '2.000'],
] as const)('numbers in texts are formatted for %s: %s', async (language, number) => {
  const i18n = await loadMessages(language);
  expect(
    i18n
      ._(INCLUDED, { minutes: 2000 })
      .match(/[\d.,\s]*\d[\d.,]*/)?.[0]
      .trim(),
  ).toBe(number);
});

test.each([
  ['pt', 'other'],
  ['br', 'one'],
] as const)('plurals follow the variant: zero is, in %s, ‘%s’', async (language, category) => {
  const { locale } = await loadMessages(language);
  const i18n = setupI18n({ locale, messages: { [locale]: {} } });
  i18n.setMessagesCompiler(() => [['count', 'plural', { one: 'one', other: 'other' }]]);
  expect(i18n._('{count, plural, one {one} other {other}}', { count: 0 })).toBe(category);
});

const sources = ['src', 'machines', 'server'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, '../..', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);

test('every use of Intl takes its language from the one function', () => {
  const formatCall =
    /new Intl\.(?:NumberFormat|DisplayNames|PluralRules|ListFormat|RelativeTimeFormat|Collator|Segmenter)\(|\.localeCompare\(|\.toLocale\w+\(/;
  const wrong = sources.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => formatCall.test(line) && !line.includes('intlTag('))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

test.each(languages)('the tag for %s is one that Intl has data for', async (language: Language) => {
  const { locale } = await loadMessages(language);
  expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale]);
});
