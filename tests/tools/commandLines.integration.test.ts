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

const USAGE = /^(.*\n)?Usage: npm (run|test)[^\n]+\n/;

it.each([
  'tools/mutation/run.ts --help',
  'tools/mutation/run.ts nonsense',
  'tools/mutation/run.ts --kept server/login',
  'tools/flows/diff.ts',
  'tools/flows/diff.ts --help',
  'tools/flows/diff.ts HEAD HEAD',
  'tools/integrity.ts nonsense',
  'tools/headers.ts nonsense',
  'tools/headers.ts nginx nonsense',
  'tools/integrity.ts http://127.0.0.1:9/signup/ nonsense',
  'tools/licences.ts --al',
  'tools/bench/web.ts many',
  'tools/bench/web.ts 0',
  'tools/bench/server.ts 1 2 3 4',
  'tools/flows/serve.ts --port=4000',
  'tools/flows/export.ts here',
  'tools/dev.ts --port=4000',
  'tools/test.ts tests/domain/trial.test.ts',
  'tools/screens/run.ts --check nonsense',
  'tools/screens/run.ts --chek',
  'tools/screens/run.ts --keep=pictures',
  'tools/contract.ts nonsense',
  'tools/contract.ts http://127.0.0.1:9/v1?x=1',
  'tools/contract.ts http://127.0.0.1:9/v1 --inbox mailbox',
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
  [
    ['tools/contract.ts', 'http://127.0.0.1:9/v1'],
    { CARD_ENTRY: 'x' },
    expect.stringMatching(/^CARD_ENTRY must be .+\n$/),
  ],
  [['tools/contract.ts', 'http://127.0.0.1:9/v1'], {}, expect.stringMatching(/^http:.+ cannot be reached: .+\n$/)],
  [['tools/flows/serve.ts'], { PORT: '99999' }, expect.stringMatching(/^PORT must be .+\n$/)],
  [
    ['tools/screens/run.ts'],
    { CHROMIUM_PATH: '/nowhere/chromium' },
    'CHROMIUM_PATH names no file: /nowhere/chromium\n',
  ],
  [
    ['tools/flows/diff.ts', 'HEAD'],
    { GIT_DIR: '/nowhere' },
    'This folder is in no git repository, so there is nothing to compare with.\n',
  ],
  [['tools/flows/diff.ts', 'HEAD'], { PATH: '' }, expect.stringMatching(/^git cannot be run: .+\n$/)],
  [
    ['server/main.mjs', '--dev'],
    { NODE_ENV: 'production', PUBLIC_URL: 'https://phone.example', SMTP_URL: 'smtp://127.0.0.1:9' },
    'npm run dev serves the sources of the project; run npm start in production.\n',
  ],
  [
    ['server/main.mjs', '--port', '4000'],
    {},
    expect.stringMatching(/^The server takes no arguments, but was given "--port 4000"; .+\n$/),
  ],
])('%j with %j cannot be done: one sentence, exit code 1', async (args, env, output) => {
  expect(await ended(args, env)).toEqual({ code: 1, output });
});
