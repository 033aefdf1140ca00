import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../tools/freePort.ts';

/** A server that needs its port for itself, and says which settings it has read. */
const server = `
  import { createServer } from 'node:http';
  import { settings } from '../src/settings.ts';
  import { rule } from '../src/domain/rule.ts';
  const web = createServer().listen(Number(process.env.PORT), '127.0.0.1', () =>
    console.log(['ready', rule, settings.name, process.env.COOL_DOWN_S].join(' ')),
  );
  process.once('SIGTERM', () => web.close(() => { console.log('closed'); process.exit(0); }));
`;

test('npm run dev starts the server again when .env, the settings, a rule or a file of the server is saved', async () => {
  const project = mkdtempSync(join(tmpdir(), 'dev-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  const save = (file: string, text: string) => writeFileSync(join(project, file), text);
  for (const folder of ['server', 'src/contract', 'src/domain', 'locales'])
    mkdirSync(join(project, folder), { recursive: true });
  save('package.json', '{ "type": "module" }');
  save('server/main.mjs', server);
  save('src/settings.ts', "export const settings = { name: 'Ringwell' };");
  save('src/domain/rule.ts', 'export const rule = 1;');

  const dev = spawn(process.execPath, [resolve('tools/dev.ts')], {
    cwd: project,
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void dev.kill('SIGKILL'));
  const lines = createInterface({ input: dev.stdout })[Symbol.asyncIterator]();
  /** Reads what is printed up to this line. */
  const printed = async (text: string) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) expect.fail(`It has ended without: ${text}`);
      if (value === text) return;
    }
  };

  await printed('ready 1 Ringwell ');
  save('.env', 'COOL_DOWN_S=7');
  await printed('.env was saved: the server starts again.');
  await printed('closed');
  await printed('ready 1 Ringwell 7');
  save('src/settings.ts', "export const settings = { name: 'Acme' };");
  await printed('ready 1 Acme 7');
  save('src/domain/rule.ts', 'export const rule = 2;');
  await printed('ready 2 Acme 7');

  // A server that cannot start is not the end of the session.
  save('server/main.mjs', 'throw new Error("broken");');
  for await (const text of createInterface({ input: dev.stderr })) if (text.startsWith('The server has ended')) break;
  save('server/main.mjs', server);
  await printed('ready 2 Acme 7');

  dev.kill('SIGTERM');
  await printed('closed');
  expect(await once(dev, 'exit')).toEqual([0, null]);
});
