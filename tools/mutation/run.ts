/*
 * `npm run mutants`: alters the code in every small way that StrykerJS and queryConditions.ts define, and shows which
 * changes no test notices. By default all groups of groups.ts, one after another; `-- server/login` takes one of them,
 * `-- server/login/tokens.ts` one file (or `tokens.ts:10-40`, some lines; several with + between them) with the tests of
 * its group, `-- --kept` those that have a score to keep, as in the deep run. Fails if a group is below its score.
 */
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { type Group, groups, isIn, ownFirst } from './groups.ts';
import { forgetMissed } from './missed.ts';
import { addQueryConditions } from './queryConditions.ts';
import { type Score, scoreOf, scoreTable } from './score.ts';

await addQueryConditions();
const rows: Score[] = [];
for (const { name, group, mutate } of chosenGroups(process.argv.slice(2))) {
  console.log(`\n— Mutants of ${name}`);
  process.env['MUTANT_TESTS'] = group.tests.join(',');
  const started = Date.now();
  const incrementalFile = `node_modules/.cache/mutants/${name.replaceAll('/', '-')}.json`;
  if (group.isStatic) forgetMissed(incrementalFile);
  const results = await new Stryker({
    configFile: 'tools/mutation/stryker.config.json',
    mutate: [...mutate],
    ignoreStatic: !group.isStatic,
    incrementalFile,
    htmlReporter: { fileName: `test-results/mutants/${name.replaceAll('/', '-')}.html` },
  }).runMutationTest();
  // The incremental report also has the other files of the group.
  const tried = results.filter(({ fileName }) => isIn(mutate.map(withoutLines), relative(process.cwd(), fileName)));
  rows.push(scoreOf(name, group.least, tried, (Date.now() - started) / 1000));
}
console.log(`\n${scoreTable(rows)}`);
const low = rows.filter(({ score, least = 0 }) => score < least);
for (const { name, score, least } of low) console.log(`Too low: ${name}, ${score.toFixed(1)} % of ${least} %`);
process.exit(low.length > 0 ? 1 : 0);

type Chosen = { name: string; group: Group; mutate: readonly string[] };

function chosenGroups(wanted: readonly string[]): Chosen[] {
  const all = Object.entries(groups).map(([name, group]) => ({ name, group, mutate: group.mutate }));
  if (wanted.length === 0) return all;
  if (wanted.join(' ') === '--kept') return all.filter(({ group }) => group.least !== undefined);
  return wanted.flatMap((one) => {
    const files = one.split('+');
    const found = all.filter(
      ({ name, mutate }) => name === one || files.every((file) => isIn(mutate, withoutLines(file))),
    );
    if (found.length === 0) fail(one);
    return found.map((whole) => (whole.name === one ? whole : withFiles(whole, files)));
  });
}

function fail(wanted: string): never {
  if (wanted !== '--help') console.error(`${wanted} is no group, and no file of a group, in tools/mutation/groups.ts.`);
  console.error(`Usage: npm run mutants -- [--kept | <group or file> …]
Groups: ${Object.keys(groups).join(', ')}`);
  process.exit(2);
}

/** A group of which only some files are tried. */
function withFiles({ name, group }: Chosen, files: readonly string[]): Chosen {
  const [file = ''] = files.length === 1 ? files : [];
  return { name, group: { ...group, tests: ownFirst(group.tests, withoutLines(file)) }, mutate: files };
}

/** `tokens.ts:10-40` is the file tokens.ts. */
function withoutLines(pattern: string): string {
  return pattern.replace(/:[\d:-]+$/, '');
}
