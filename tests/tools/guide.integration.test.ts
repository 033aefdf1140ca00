import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parsePlan } from '@xstate/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUnitReport } from '../../tools/testReports.ts';

const run = promisify(execFile);
const guide = readFileSync('machines/add-a-step.md', 'utf8');
const copy = mkdtempSync(join(tmpdir(), 'step-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What a fresh clone has; the packages are the project's own. */
const isOwn = (path: string) => !/^(node_modules|dist|test-results|\.git|\.data|\.env)$/.test(path);

/** New files of the guide: a line with the name, then the code. */
const newFiles = [...guide.matchAll(/^`([^`]+)` \(new\)\n\n```tsx?\n([\s\S]*?)^```$/gm)];
/** Changes of the guide, hunk by hunk, without line numbers. */
const changes = [...guide.matchAll(/^```diff\n--- a\/(\S+)\n\+\+\+ b\/\S+\n([\s\S]*?)^```$/gm)];

function carryOut() {
  for (const part of readdirSync('.').filter(isOwn)) cpSync(part, join(copy, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  for (const [, file = '', code = ''] of newFiles) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), code);
  }
  for (const [, file = '', hunks = ''] of changes) {
    const text = hunks
      .split(/^@@\n/m)
      .filter(Boolean)
      .reduce(applyHunk, readFileSync(join(copy, file), 'utf8'));
    writeFileSync(join(copy, file), text);
  }
}

/** Puts one hunk in the place of the only lines that read like it. */
function applyHunk(text: string, hunk: string): string {
  const lines = hunk.trimEnd().split('\n');
  const side = (sign: '+' | '-') =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  const [before, after] = [side('+'), side('-')];
  expect(text.split(before), `the lines of the guide, once:\n${before}`).toHaveLength(2);
  return text.replace(before, () => after);
}

beforeAll(carryOut);

/** The table of the guide: the new text in each language. */
const translations = [...guide.matchAll(/^\| `locales\/(\S+)\.po` \| (.+) \|$/gm)];

/** Fills in what `npm run messages` leaves empty. */
function translate() {
  for (const [, locale, text] of translations) {
    const file = join(copy, `locales/${locale}.po`);
    const before = readFileSync(file, 'utf8');
    const after = before.replace(/(msgid "Not now"\nmsgstr )""/, (_, start) => `${start}"${text}"`);
    expect(after, `"Not now" in ${file}`).not.toBe(before);
    writeFileSync(file, after);
  }
}

const bin = (name: string) => resolve('node_modules/.bin', name);
const command = (name: string, args: string[], env: Record<string, string> = {}) => {
  const plain = { VITEST: '', VITEST_POOL_ID: '', VITEST_WORKER_ID: '', DEEP: '' };
  return run(name, args, { cwd: copy, env: { ...process.env, ...plain, ...env }, maxBuffer: 1e8 });
};

/** Runs tests of the copy. */
async function green(what: string[], env: Record<string, string> = {}) {
  const asJson = ['--silent', '--reporter=json', '--outputFile=report.json'];
  await command(bin('vitest'), ['run', '--testTimeout=120000', ...what, ...asJson], env).catch(() => null);
  const { passed, failed } = readUnitReport(JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8')));
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThan(0);
}

/** Compiles these files of the copy and what they import; without files, the whole copy. */
async function compile(files?: readonly (string | undefined)[]) {
  const declarations = ['src/**/*.d.ts'];
  const config = { extends: './tsconfig.json', ...(files && { include: declarations, files }) };
  writeFileSync(join(copy, 'tsconfig.guide.json'), JSON.stringify(config));
  await command(bin('tsc'), ['-p', 'tsconfig.guide.json']).catch(({ stdout }) => expect.fail(stdout));
  rmSync(join(copy, 'tsconfig.guide.json'));
}

test('the guide changes lines of today, and the files of its step compile', { timeout: 300_000 }, async () => {
  expect([newFiles.length, changes.length, translations.length]).toEqual([4, 19, 6]);
  await compile([...newFiles, ...changes].map(([, file]) => file));
});

/** Half a minute of tests in the copy, then the whole suite: only the deep run takes them. */
test.runIf(process.env['DEEP'])(
  'a step is added to the wizard as the guide says: it compiles, and the whole unit suite is green',
  { timeout: 1_800_000 },
  async () => {
    await compile();
    const flowTests = ['tests/machines/registration', '-t', 'flow (firstInvite|registration)'];
    await green(flowTests, { UPDATE_GOLDEN: '1' });
    const plan = readFileSync(join(copy, 'tests/machines/golden/firstInvite.plan'), 'utf8');
    expect(parsePlan(plan).unreachable).toEqual([]);
    expect(plan).toContain('entering —SKIP→ skipped');
    const screens = ['firstInvite', 'registration'].map((name) => `tests/screens/registration/${name}.test.tsx`);
    await green(['tests/machines/registry.test.ts', ...screens]);

    await command(bin('lingui'), ['extract', '--clean']);
    translate();
    await command(bin('lingui'), ['compile', '--typescript']);
    await command(process.execPath, ['tools/flows/export.ts']);
    // This file would carry out the page once more.
    await green(['--exclude', 'tests/tools/guide.integration.test.ts']);
  },
);
