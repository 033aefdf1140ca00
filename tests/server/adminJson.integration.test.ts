import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { emptyFolder } from '../support/dataFolder.ts';
import { addOwner } from '../support/people.ts';
import { startServer } from '../support/server.ts';

const EMAIL = 'ann@example.com';

it.each([
  [['unlock', EMAIL], 0, { email: EMAIL }],
  [['unlock', 'nobody@example.com'], 1, { error: 'No user has the email address nobody@example.com.' }],
  [['unlock'], 2, { error: 'Usage: npm run admin -- unlock <email>' }],
  [['nonsense'], 2, { error: 'Unknown command "nonsense"; see npm run admin -- help.' }],
])('%j --json ends with exit code %i and its JSON', async (args, code, json) => {
  const { dataDir, ...server } = await startServer({ DATABASE_URL: '' });
  await addOwner({ ...server, dataDir }, EMAIL);
  const options = { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } };
  const run = promisify(execFile)(process.execPath, ['server/admin.ts', ...args, '--json'], options);
  const ended = await run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );
  expect({ code: ended.code, json: JSON.parse(ended.output) }).toEqual({ code, json });
});

it('npm run --silent admin prints nothing but the JSON of a failure', async () => {
  const args = ['run', '--silent', 'admin', '--', 'nonsense', '--json'];
  const error: unknown = await promisify(execFile)('npm', args).catch((error: unknown) => error);
  const { stdout, stderr } = error as { stdout: string; stderr: string };
  expect([stdout, JSON.parse(stderr)]).toEqual(['', { error: expect.stringContaining('"nonsense"') as string }]);
});

it.skipIf(!existsSync('/dev/full')).each([
  ['on a full disk is a failure', '>/dev/full', { code: 1, stderr: 'The output could not be written (ENOSPC).\n' }],
  ['that is not read to its end is none', '| true', { code: 0, stderr: '' }],
])('output %s', async (_what, redirection, expected) => {
  const script = `set -o pipefail; "${process.execPath}" server/admin.ts help ${redirection}`;
  const ended = promisify(execFile)('bash', ['-c', script]).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }) => ({ code, stderr }),
  );
  expect(await ended).toEqual(expected);
});

it.each(['/dev/null', '/dev/null/data'])('a data folder %s is reported in one sentence', async (dataDir) => {
  const options = { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } };
  const run = promisify(execFile)(process.execPath, ['server/admin.ts', 'dead-letters'], options);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^(The|Cannot use the) data folder \/dev\/null.*; set DATA_DIR[^\n]*\.\n$/) as string,
  });
});

it.each([['purge'], ['unlock', EMAIL], ['rotate-key']])('%s makes no data in a folder without any', async (...args) => {
  const dataDir = join(emptyFolder(), 'mistyped');
  const options = { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } };
  await expect(promisify(execFile)(process.execPath, ['server/admin.ts', ...args], options)).rejects.toMatchObject({
    code: 1,
    stderr: `The data folder ${dataDir} has no database; set DATA_DIR to that of the server.\n`,
  });
  expect(existsSync(dataDir)).toBe(false);
});
