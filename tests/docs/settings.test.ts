import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Settings } from '#contract/settings.ts';
import { settingNames } from '#server/platform/settingNames.ts';

/** The cells of the tables of `docs/settings.md`. */
const rows = readFileSync('docs/settings.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '));
const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
/** Settings with a value in the file, and those of the environment alone. */
const ofFile = rows.filter(({ length }) => length === 4);
const ofServer = rows.filter(({ length }) => length === 3);

test('the settings of the file are in the table, and no others', () => {
  const named = ofFile.map(([cell]) => codeIn(cell)[0]?.split('.')[0]);
  expect([...new Set(named)].sort()).toEqual(Object.keys(Settings.entries).sort());
});

test('the settings of the environment are in the tables, and no others', () => {
  const beside = ofFile.flatMap(([, , , cell]) => codeIn(cell)).filter((name) => name !== 'SSO_*');
  const named = [...beside, ...ofServer.flatMap(([cell]) => codeIn(cell))];
  const covers = (pattern: string, name: string) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  expect(settingNames.filter((name) => !named.some((pattern) => covers(pattern, name)))).toEqual([]);
  expect(named.filter((pattern) => !settingNames.some((name) => covers(pattern, name)))).toEqual([]);
});
