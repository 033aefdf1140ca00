import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type Api, createApi } from '#adapters/api.ts';
import { API_PATH } from '#domain/hosts.ts';
import { freePort } from '../../tools/freePort.ts';

const main = join(import.meta.dirname, '../../server/main.mjs');

/** A server in a process of its own. */
type Run = { child: ChildProcess; output: () => string; ended: Promise<number | string> };

/** Starts a server with these settings, or another program if one is named; stops after the test. */
export function run(env: Record<string, string>, by: readonly string[] = []): Run {
  const [command = '', ...args] = [...by, process.execPath, main];
  const child = spawn(command, args, {
    env: { ...process.env, NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.on('data', (text) => {
    output += text;
  });
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, output: () => output, ended };
}

async function ready(port: number, { child, output }: Run): Promise<void> {
  for (let tries = 0; tries < 1_200 && child.exitCode === null; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await wait(50);
  }
  throw new Error(`The server did not get ready:\n${output()}`);
}

export type RunningServer = Run & {
  port: number;
  dataDir: string;
  api: Api;
  /** The client of a logged-in user. */
  as: (userToken: string) => Api;
};

/** Starts a server, on a free port unless one is given, and waits until it is ready. */
export async function start(
  dataDir: string,
  by: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const started = run({ PORT: String(port), DATA_DIR: dataDir, ...env }, by);
  await ready(port, started);
  const as = (userToken: string | null) =>
    createApi({
      baseUrl: `http://localhost:${port}${API_PATH}`,
      headers: () => ({}),
      sessionToken: () => userToken,
    });
  return { ...started, port, dataDir, api: as(null), as };
}

/** The newest code that was mailed to an address, once it has arrived; a notice may have been sent after it. */
export async function mailedCode({ port }: RunningServer, to: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const mails = (await (await fetch(`http://localhost:${port}/inbox.json?to=${to}`)).json()) as { text: string }[];
    const code = mails.map(({ text }) => /^\d{6}$/m.exec(text)?.[0]).find((found) => found);
    if (code) return code;
    await wait(25);
  }
  throw new Error(`No code was mailed to ${to}.`);
}
