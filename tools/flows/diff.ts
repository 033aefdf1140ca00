import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ElkBundled from 'elkjs/lib/elk.bundled.js';
import { argumentsOf } from '../commandLine.ts';
import { charts } from './chart.ts';
import { chartsOf } from './chartsOf.ts';
import { differences, inWords } from './difference.ts';
import { differencePicture } from './differencePicture.ts';

/*
 * `npm run flows:diff <ref>`: what a branch changes in the flows, in words and as one picture for each flow. Compares
 * the charts that a commit keeps in docs/flows with the machines of the working tree.
 */
const ROOT = join(import.meta.dirname, '..', '..');
const OUT = join('test-results', 'flows-diff');

const git = (args: readonly string[], ifItFails?: string): string => {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) fail(`git cannot be run: ${error.message}`);
  if (status !== 0) fail(ifItFails ?? stderr.trim());
  return stdout;
};
function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const [ref = ''] = argumentsOf(
  'npm run flows:diff <ref>, for example npm run flows:diff HEAD~5',
  ([first = '', ...more]) => /^[^-]/.test(first) && more.length === 0,
);
git(['rev-parse', '--git-dir'], 'This folder is in no git repository, so there is nothing to compare with.');
const revision = ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`];
const commit = git(revision, `${ref} names no commit of this repository.`).trim();
const files = git(['ls-tree', '--name-only', commit, 'docs/flows/'])
  .split('\n')
  .filter((path) => path.endsWith('.json'));
if (files.length === 0) fail(`${ref} has no docs/flows/*.json, from which its flows are read.`);
const before = chartsOf(files.map((path) => git(['show', `${commit}:${path}`])));

const found = differences(before, charts);
const text = inWords(found, `${ref} (${commit.slice(0, 7)})`);
const out = join(ROOT, OUT);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'README.md'), text);
const elk = new (ElkBundled as unknown as new () => { layout: never })();
for (const difference of found) {
  writeFileSync(join(out, `${difference.flow}.svg`), await differencePicture(elk, difference));
}
console.log(`${text}\n${OUT}: README.md and ${found.length} ${found.length === 1 ? 'picture' : 'pictures'} (SVG).`);
