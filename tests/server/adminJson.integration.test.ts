import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
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
