/*
 * `npm run dev`: server/main.mjs --dev, started again whenever something that it reads is saved: `.env`, the settings,
 * its own files, what it shares with the page. Vite, in the same process, reloads the page, also after a restart.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { argumentsOf, none } from './commandLine.ts';

const folders = ['server', 'src/contract', 'src/domain', 'locales'];
/** Folders of single files; an editor may replace a file, so the folder is watched. */
const files: Record<string, string> = { '.': '.env', src: 'settings.ts' };
const ownEnvironment = new URL('ownEnvironment.mjs', import.meta.url).href;
/** An editor saves a file in several steps. */
const DEBOUNCE_MS = 100;

let server: ChildProcess;
let debounce: NodeJS.Timeout | undefined;
let work = Promise.resolve();

argumentsOf('npm run dev, with its settings in the environment or in .env (docs/settings.md)', none);
for (const folder of folders)
  watch(folder, { recursive: true }, (_, file) => {
    if (/\.(ts|mjs|tsv|txt)$/.test(file ?? '')) changed(`${folder}/${file}`);
  });
for (const [folder, name] of Object.entries(files))
  watch(folder, (_, file) => {
    if (file === name) changed(join(folder, file));
  });
console.log(
  'A saved screen is replaced in the page. A saved machine or rule reloads the page: the sign-up keeps its entries, except passwords and cards; other forms begin empty.',
);
start();
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());

function start(): void {
  const options = ['--import', ownEnvironment, '--max-http-header-size=32768'];
  const started = spawn(process.execPath, [...options, 'server/main.mjs', '--dev'], { stdio: 'inherit' });
  started.once('exit', () => {
    if (!started.killed) console.error('The server has ended; it starts again when a file is saved.');
  });
  server = started;
}

function changed(file: string): void {
  clearTimeout(debounce);
  debounce = setTimeout(() => {
    work = work.then(() => restart(file));
  }, DEBOUNCE_MS);
}

async function restart(file: string): Promise<void> {
  console.log(`${file} was saved: the server starts again.`);
  await end();
  start();
}

async function stop(): Promise<void> {
  await work;
  await end();
  process.exit(server.exitCode ?? 0);
}

/** Ends the server and waits until its ports are free. */
async function end(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}
