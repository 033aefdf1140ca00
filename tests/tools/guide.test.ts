import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parsePlan } from '@xstate/test';
import { afterAll, expect, test } from 'vitest';

const run = promisify(execFile);
const guide = readFileSync('machines/add-a-step.md', 'utf8');
const copy = mkdtempSync(join(tmpdir(), 'step-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Everything that the compiler and the tests need; the packages are the project's own. */
const parts = ['src', 'machines', 'locales', 'server', 'tools', 'tests', 'e2e'].concat([
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
]);

/** New files of the guide: a line with the name, then the code. */
const newFiles = [...guide.matchAll(/^`([^`]+)` \(new\)\n\n```tsx?\n([\s\S]*?)^```$/gm)];
/** Changes of the guide, hunk by hunk, without line numbers. */
const changes = [...guide.matchAll(/^```diff\n--- a\/(\S+)\n\+\+\+ b\/\S+\n([\s\S]*?)^```$/gm)];

function carryOut() {
  for (const part of parts) cpSync(part, join(copy, part), { recursive: true });
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

test('a step is added to the wizard as the guide says: it compiles, the planner walks all of it, and it is drawn', async () => {
  expect([newFiles.length, changes.length]).toEqual([4, 16]);
  carryOut();
  const bin = (name: string) => resolve('node_modules/.bin', name);
  await run(bin('tsc'), ['-p', '.'], { cwd: copy }).catch(({ stdout }) => expect.fail(stdout));

  const env = { ...process.env, UPDATE_GOLDEN: '1', VITEST: '', VITEST_POOL_ID: '', VITEST_WORKER_ID: '' };
  const green = async (...what: string[]) => {
    const asJson = ['--reporter=json', '--outputFile=report.json'];
    const options = { cwd: copy, env, maxBuffer: 1e8 };
    await run(bin('vitest'), ['run', '--testTimeout=120000', ...what, ...asJson], options).catch(() => null);
    const report = JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8'));
    expect(report).toMatchObject({ success: true, numFailedTests: 0, numFailedTestSuites: 0 });
  };
  const screens = ['firstInvite', 'registration'].map((name) => `tests/screens/registration/${name}.test.tsx`);
  await green('tests/machines/registration/flows.test.ts', 'tests/machines/registry.test.ts', ...screens);
  const plan = readFileSync(join(copy, 'tests/machines/golden/firstInvite.plan'), 'utf8');
  expect(parsePlan(plan).unreachable).toEqual([]);
  expect(plan).toContain('entering —SKIP→ skipped');
  if (process.env['DEEP'] === '1') await green('tests/network/signUp.test.ts', '-t', 'without a check of the bank');
}, 480_000);
