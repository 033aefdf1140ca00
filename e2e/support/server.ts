import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../tools/freePort.ts';
import { memoryFolder } from '../../tools/memoryFolder.ts';
import { plainEnvironment } from '../../tools/plainEnvironment.ts';

/** One mail of the local inbox (docs/decisions). */
export type Mail = { to: string; subject: string; text: string; html: string; at: string };

/** The whole product on a free port with its own data folder. */
export type ProductServer = {
  /** Origin of the app, `http://localhost:<port>`. */
  url: string;
  dataDir: string;
  /** Mails to an address, newest first. */
  mails: (to: string) => Promise<Mail[]>;
  /** Waits for a mail with a code after the given number of mails, and returns the code; other mails may follow it. */
  nextCode: (to: string, beyond?: number) => Promise<string>;
  /** Waits for a mail after the given number and returns the newest. */
  nextMail: (to: string, beyond?: number) => Promise<Mail>;
  /** Kills the process as a power cut would, and starts another one on the same data. */
  crashAndRestart: () => Promise<void>;
  stop: () => Promise<void>;
  /** What the server has printed so far, also before a restart. */
  output: () => string;
};

/** Start timeout: a busy machine needs a while, because a new server fills its database first. */
export const START_MS = 90_000;

const root = join(import.meta.dirname, '../..');

/** Starts the built product like `npm start`, with the given settings. */
export async function startServer(env: Record<string, string> = {}): Promise<ProductServer> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(memoryFolder(), 'entry-'));
  const url = `http://localhost:${port}`;
  const output: string[] = [];
  let process = await launch(port, dataDir, env, output);

  const mails = async (to: string): Promise<Mail[]> =>
    (await fetch(`${url}/inbox.json?to=${encodeURIComponent(to)}`)).json() as Promise<Mail[]>;

  return {
    url,
    dataDir,
    mails,
    nextMail: (to, beyond = 0) =>
      until(async () => {
        const all = await mails(to);
        return all.length > beyond ? all[0] : undefined;
      }, `a mail to ${to}`),
    nextCode: (to, beyond = 0) =>
      until(async () => {
        const all = await mails(to);
        return all
          .slice(0, Math.max(all.length - beyond, 0))
          .map(codeIn)
          .find(Boolean);
      }, `a code to ${to}`),
    crashAndRestart: async () => {
      const exited = once(process, 'exit');
      process.kill('SIGKILL');
      await exited;
      process = await launch(port, dataDir, env, output);
    },
    stop: async () => {
      if (process.exitCode === null) {
        const exited = once(process, 'exit');
        process.kill('SIGTERM');
        await exited;
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
    output: () => output.join(''),
  };
}

/** The six digits in a mail. */
export const codeIn = ({ text }: Mail): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

/** The first link in a mail. */
export const linkIn = ({ text }: Mail): string => /https?:\/\/\S+/.exec(text)?.[0] ?? '';

async function launch(
  port: number,
  dataDir: string,
  env: Record<string, string>,
  output: string[],
): Promise<ChildProcess> {
  const child = spawn(globalThis.process.execPath, [join(root, 'server/main.mjs')], {
    cwd: root,
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      ...plainEnvironment(),
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (text) => output.push(String(text)));
  child.stderr.on('data', (text) => output.push(String(text)));
  try {
    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(`The server ended:\n${output.join('')}`);
        return (await fetch(`http://localhost:${port}/healthz`).catch(() => null))?.ok || undefined;
      },
      `the server on ${port}`,
      START_MS,
    );
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return child;
}

/** Polls until there is a result, for at most 20 seconds by default. */
export async function until<T>(probe: () => Promise<T | undefined>, what: string, timeoutMs = 20_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    const found = await probe();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Waited in vain for ${what}`);
}
