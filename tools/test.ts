/*
 * `npm test`: types, lint and format, words, unit tests, then the browser. Runs everything even
 * when something is red, and ends with the plain line `N passed, N failed`.
 * `--deep` takes the deep suites too, and prints what is proven of each flow; `--unit` leaves the browser out (`npm run check`).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { provideChromium } from './chromium.ts';
import { faultsTable } from './proof.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const deep = process.argv.includes('--deep');
const env = { ...process.env, ...(deep && { DEEP: '1' }) };

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;

check('Types', bin('tsc'), ['-p', '.']);
check('Lint and format', bin('biome'), ['ci', '--reporter=summary', '.']);
check('Words', process.execPath, ['tools/checkWords.ts']);
suite(
  'Unit tests',
  [
    bin('vitest'),
    'run',
    '--reporter=default',
    '--silent=passed-only',
    '--reporter=json',
    `--outputFile.json=${reports}/unit.json`,
  ],
  'unit.json',
  (report) => [
    report.numPassedTests,
    report.numFailedTests +
      report.numFailedTestSuites -
      report.testResults.filter((file: { assertionResults: { status: string }[] }) =>
        file.assertionResults.some(({ status }) => status === 'failed'),
      ).length,
  ],
);
if (!process.argv.includes('--unit')) {
  check('Build', process.execPath, ['tools/setup.mjs', '--build']);
  provideChromium();
  suite('Browser tests', [bin('playwright'), 'test', '-c', 'e2e/playwright.config.ts'], 'browser.json', (report) => [
    report.stats.expected + report.stats.flaky,
    report.stats.unexpected,
  ]);
}

console.log(`\n— Faults by construction\n${faultsTable(reports)}`);
if (deep) check('What is proven of each flow', process.execPath, ['tools/proof.ts']);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** One command that is right or wrong; counts as one. */
function check(title: string, command: string, args: string[]) {
  console.log(`\n— ${title}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
  if (status === 0) passed += 1;
  else failed += 1;
  console.log(`  ${status === 0 ? 'fine' : 'FAILED'} (${seconds(started)} s)`);
}

/** One test runner with a JSON report; a runner that dies without one counts as a failure. */
function suite(
  title: string,
  [command = '', ...args]: string[],
  report: string,
  // biome-ignore lint/suspicious/noExplicitAny: the report's shape belongs to the runner
  count: (report: any) => [number, number],
) {
  console.log(`\n— ${title}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...env, ...process.env } });
  const path = join(reports, report);
  const [good, bad] = existsSync(path) ? count(JSON.parse(readFileSync(path, 'utf8'))) : [0, 1];
  passed += good;
  failed += status !== 0 && bad === 0 ? 1 : bad;
  console.log(`  ${good} passed, ${bad} failed (${seconds(started)} s)`);
}

function seconds(started: number) {
  return Math.round((Date.now() - started) / 1000);
}
