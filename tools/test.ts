/*
 * `npm test`: types, lint and format, messages, unit tests, then the browser. Runs everything even after a failure, and
 * ends with the plain line `N passed, N failed`. `--deep` adds the deep suites, prints what they prove about each
 * flow, and holds the mutation score of the server's tests; `--unit` skips the browser and the integration tests (`npm run check`).
 */
import { execFile, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFirefox, provideChromium } from './browsers.ts';
import { argumentsOf } from './commandLine.ts';
import { plainEnvironment } from './plainEnvironment.ts';
import { findPostgres } from './postgres.ts';
import { faultsTable } from './proof.ts';
import { type Outcome, readBrowserReport, readUnitReport } from './testReports.ts';
import { hasWebKit } from './webkit.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const words = argumentsOf(
  'npm test, npm run check or npm run test:deep; one file: npx vitest run <file>, or npx playwright test -c e2e/playwright.config.ts <file>',
  (given) => ['', '--deep', '--unit'].includes(given.join(' ')),
);
const deep = words.includes('--deep');
const unitOnly = words.includes('--unit');
/** Also against NODE_ENV in .env: the tests are of the build for local use. */
const env = { ...plainEnvironment(), NODE_ENV: 'test', ...(deep && { DEEP: '1' }) };

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const run = promisify(execFile);
let passed = 0;
/** Failures, for the last lines of the output. */
const red: string[] = [];

await checks({
  Types: [bin('tsc'), '-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
  'Lint and format': [bin('biome'), 'ci', '--reporter=summary', '.'],
  Messages: [process.execPath, 'tools/checkMessages.ts'],
});
// After the types: it writes files that they are read from.
await checks({ Translations: [bin('lingui'), 'compile', '--typescript', '--strict'] });
vitest(
  unitOnly ? 'Unit tests' : 'Unit and integration tests',
  'unit',
  unitOnly ? ['--project=node', '--project=page'] : [],
);
// `npm test` runs what depends on the database on both; here all tests of the server run on PostgreSQL too.
if (deep && findPostgres()) {
  const longer = ['tests/server', '--testTimeout=120000'];
  vitest('Server tests on PostgreSQL', 'postgres', longer, { TEST_DATABASE: 'postgres' });
}
if (!unitOnly) {
  await checks({ Build: [process.execPath, 'tools/setup.mjs', '--build'] });
  const noBrowser = provideChromium();
  if (noBrowser !== null) red.push(noBrowser);
  else browserSuite('Browser tests', 'browser');
  // Two journeys, or all tests that the deep run does not take alone.
  if (findFirefox()) {
    const inFirefox = { TEST_BROWSER: 'firefox', DEEP: '' };
    if (deep) browserSuite('Browser tests in Firefox', 'firefox', [], inFirefox);
    else browserSuite('Journeys in Firefox', 'firefox', ['--grep', '@firefox'], inFirefox);
  } else console.log('\n— NOT TESTED: FIREFOX. This machine has none; install it: apt-get install firefox-esr');
}

console.log(`\n— Faults by construction\n${faultsTable(reports)}`);
if (!findPostgres())
  console.log('\n— NOT TESTED: POSTGRESQL. This machine has none; install it: apt-get install postgresql');
if (deep && !hasWebKit())
  console.log('\n— NOT TESTED: WEBKIT. This machine has none; install it: apt-get install webkit2gtk-driver xvfb');
if (deep) {
  step('What is proven of each flow', 'tools/proof.ts');
  step('Mutants outside the machines', 'tools/mutation/run.ts', '--kept');
}
if (red.length > 0) console.log(`\n— Red\n${red.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${passed} passed, ${red.length} failed`);
process.exit(red.length === 0 ? 0 : 1);

/** Runs one of our tools, which prints its own results; counts as one test. */
function step(title: string, ...args: string[]) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status === 0) passed += 1;
  else red.push(title);
}

/** Runs commands that pass or fail at the same time; each counts as one test, and prints only if it fails. */
async function checks(commands: Record<string, string[]>) {
  console.log(`\n— ${Object.keys(commands).join(', ')}`);
  const started = Date.now();
  await Promise.all(
    Object.entries(commands).map(async ([title, [command = '', ...args]]) => {
      try {
        await run(command, args, { cwd: root, env, maxBuffer: 1 << 26 });
        passed += 1;
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        console.log(`\n${title}: FAILED\n${stdout}${stderr}`);
        red.push(title);
      }
    }),
  );
  console.log(`  done (${seconds(started)} s)`);
}

/** Runs unit tests with the reports that they need. */
function vitest(title: string, name: string, args: readonly string[], more: Record<string, string> = {}) {
  const report = ['--reporter=minimal', '--silent=passed-only', '--reporter=json'];
  const command = [bin('vitest'), 'run', ...args, ...report, `--outputFile.json=${reports}/${name}.json`];
  suite(title, command, name, readUnitReport, more);
}

/** Runs browser tests; the configuration names their report. */
function browserSuite(title: string, name: string, args: readonly string[] = [], more: Record<string, string> = {}) {
  const command = [bin('playwright'), 'test', '-c', 'e2e/playwright.config.ts', ...args];
  suite(title, command, name, readBrowserReport, more);
}

/**
 * Runs one test runner with a JSON report; a runner that ends without one counts as a failure. The standard error of
 * servers under test goes into a file beside the report.
 */
function suite(
  title: string,
  [command = '', ...args]: string[],
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: the runner defines the report's shape
  read: (report: any) => Outcome,
  more: Record<string, string> = {},
) {
  console.log(`\n— ${title}`);
  const started = Date.now();
  const log = openSync(join(reports, `${name}.log`), 'w');
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', log],
    env: { ...env, ...more },
  });
  closeSync(log);
  const report = join(reports, `${name}.json`);
  const outcome = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: [] };
  const named = outcome.failed.map((test) => test.replace(`${root}/`, ''));
  const failed = status !== 0 && named.length === 0 ? [`${title} ended with ${status}`] : named;
  passed += outcome.passed;
  red.push(...failed);
  console.log(`  ${outcome.passed} passed, ${failed.length} failed (${seconds(started)} s)`);
  if (failed.length > 0)
    console.log(`${failuresIn(readFileSync(join(reports, `${name}.log`), 'utf8'))}\n  Log: test-results/${name}.log`);
}

/** Vitest's output about failed tests and errors outside of them, after anything else on standard error. */
function failuresIn(log: string): string {
  const start = log.search(/^.*(Failed (Tests|Suites) \d|Unhandled Errors)/m);
  return start < 0 ? '' : log.slice(start);
}

function seconds(started: number) {
  return Math.round((Date.now() - started) / 1000);
}
