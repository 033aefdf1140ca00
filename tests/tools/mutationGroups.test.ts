import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { groups, isIn, left, ownFirst } from '../../tools/mutation/groups.ts';
import { forgetMissed } from '../../tools/mutation/missed.ts';
import { scoreOf, scoreTable } from '../../tools/mutation/score.ts';

const sources = globSync('{server,src/domain,src/contract,src/adapters,src/app}/**/*.ts');

describe('the groups of mutants', () => {
  it('have every source file once, or say why it is left out', () => {
    const places = [...Object.values(groups).map(({ mutate }) => mutate), Object.keys(left)];
    const misplaced = sources
      .map((file) => ({ file, groups: places.filter((patterns) => isIn(patterns, file)).length }))
      .filter(({ groups }) => groups !== 1);
    expect(misplaced).toEqual([]);
  });

  it.each(Object.entries(groups))('%s: every file of tests exists', (_name, { tests }) => {
    expect(tests.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
  });
});

test('a file is tried with the tests of its name first, if its group has any', () => {
  const tests = ['tests/a/*.test.ts', 'tests/b/one.test.ts', 'tests/b/two.integration.test.ts'];
  const some = ['tests/a/some.test.ts', 'tests/a/some.integration.test.ts'];
  expect(ownFirst(tests, 'src/a/some.ts')).toEqual([...some, ...tests]);
  expect(ownFirst(tests.slice(1), 'src/b/one.ts')).toEqual(['tests/b/one.test.ts', ...tests.slice(1)]);
  expect(ownFirst(tests.slice(1), 'src/b/two.ts')).toEqual(['tests/b/two.integration.test.ts', ...tests.slice(1)]);
  expect(ownFirst(tests.slice(1), 'src/b/three.ts')).toEqual(tests.slice(1));
});

test('a mutant counts as noticed if a test fails or hangs, and as missed if no test runs it', () => {
  const results = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'RuntimeError'];
  const score = scoreOf(
    'a group',
    90,
    results.map((status) => ({ status })),
    12.4,
  );
  expect(score).toMatchObject({ mutants: 5, killed: 3, survived: 2, ignored: 1, score: 60 });
  expect(scoreTable([score]).split('\n')[1]).toMatch(/^a group +5 +3 +2 +1 +60\.0 +90 +12$/);
});

test('nothing in it scores in full', () => {
  expect(scoreOf('empty', 95, [{ status: 'Ignored' }], 0).score).toBe(100);
});

test('what no test noticed is tried again, and nothing else', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'mutants-')), 'report.json');
  forgetMissed(file);
  const withMutants = (...states: string[]) => ({
    files: { 'a.ts': { source: 'x', mutants: states.map((status) => ({ status })) } },
  });
  writeFileSync(file, JSON.stringify(withMutants('Killed', 'Survived', 'Timeout', 'NoCoverage', 'Ignored')));
  forgetMissed(file);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(withMutants('Killed', 'Timeout', 'Ignored'));
});
