import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const READER = new URL('../../tools/ownEnvironment.mjs', import.meta.url).href;

/** What a script of the project prints that reads PORT in a folder, after the environment has been completed. */
function port(prepare: (envFile: string) => void, PORT?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'own-environment-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  prepare(join(folder, '.env'));
  const { PORT: _, ...env } = process.env;
  const script = ['--import', READER, '-e', 'console.log(process.env.PORT)'];
  const { stdout, stderr } = spawnSync(process.execPath, script, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, ...(PORT !== undefined && { PORT }) },
  });
  return { stdout: stdout.trim(), stderr: stderr.trim() };
}

test.each<[string, (envFile: string) => void, string | undefined, string, string]>([
  ['no file', () => {}, undefined, 'undefined', ''],
  ['a file', (file) => writeFileSync(file, 'PORT=4000\n'), undefined, '4000', ''],
  ['a file with a byte order mark', (file) => writeFileSync(file, '\uFEFFPORT=4000\r\n'), undefined, '4000', ''],
  ['a file and the variable itself', (file) => writeFileSync(file, 'PORT=4000\n'), '5000', '5000', ''],
  ['a folder', (file) => mkdirSync(file), undefined, '', 'The file .env cannot be read (EISDIR).'],
])('with %s as .env a script finds its settings, or says why not', (_, prepare, own, stdout, stderr) => {
  expect(port(prepare, own)).toEqual({ stdout, stderr });
});
