import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** What a tool prints on its two outputs, and its exit code. */
async function ended(args: readonly string[], env: Record<string, string> = {}) {
  const run = promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );
}

const USAGE = /^(.*\n)?Usage: npm run [^\n]+\n/;

it.each([
  'tools/mutation/run.ts --help',
  'tools/mutation/run.ts nonsense',
  'tools/flows/diff.ts',
  'tools/flows/diff.ts --help',
  'tools/flows/diff.ts HEAD HEAD',
  'tools/integrity.ts nonsense',
  'tools/headers.ts nonsense',
  'tools/screens/run.ts --check nonsense',
  'tools/screens/run.ts --chek',
  'tools/contract.ts nonsense',
  'tools/contract.ts http://127.0.0.1:9/v1?x=1',
])('%s is wrong usage: says the right one, exit code 2', async (line) => {
  const { code, output } = await ended(line.split(' '));
  expect({ code, isUsage: USAGE.test(output) }).toEqual({ code: 2, isUsage: true });
  expect(output).not.toMatch(/^ +at /m);
});

it.each([
  [['tools/flows/diff.ts', 'nonsense'], {}, 'nonsense names no commit of this repository.\n'],
  [
    ['tools/integrity.ts', 'http://127.0.0.1:9/signup/'],
    {},
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/signup\/ cannot be compared: .+\n$/),
  ],
  [['tools/integrity.ts', 'http://127.0.0.1:9/signup/'], { PORT: 'x' }, expect.stringMatching(/^PORT must be .+\n$/)],
])('%j with %j cannot be done: one sentence, exit code 1', async (args, env, output) => {
  expect(await ended(args, env)).toEqual({ code: 1, output });
});
