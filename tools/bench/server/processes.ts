import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../../server/platform/config.ts';
import type { Store } from '../../../server/store/schema.ts';
import { openStore } from '../../../server/store/store.ts';
import { freePort } from '../../freePort.ts';
import { plainEnvironment } from '../../plainEnvironment.ts';

/** A server under measurement, in a process of its own. */
export type Measured = {
  url: string;
  /** Time from the start of the process to the first answer, ms. */
  readyMs: number;
  /** Resident memory, MiB. */
  memory: () => number;
  stop: () => Promise<void>;
};

const root = join(import.meta.dirname, '../../..');
const MIB = 1024 * 1024;

/** Starts a program that listens on PORT; `path` answers as soon as it is ready. */
export async function startProcess(
  program: string,
  env: Record<string, string> = {},
  path = '/',
): Promise<Measured & { child: ChildProcess }> {
  const port = await freePort();
  // The product redirects pages of any other loopback address, which is the test bank's.
  const url = `http://localhost:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [join(root, program)], {
    cwd: root,
    env: { ...plainEnvironment(), ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  while (!(await fetch(url + path).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`);
    await wait(5);
  }
  return {
    child,
    url,
    readyMs: performance.now() - started,
    memory: () => residentBytes(child.pid ?? 0) / MIB,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Starts the product with logins that need no code, as production does: no window of the developer's. */
export const startProduct = (place: Record<string, string>): Promise<Measured> =>
  startProcess('server/main.mjs', { TWO_FACTOR: 'off', ...place }, '/healthz');

/** The same, on a database to which `fill` has added rows. */
export async function startFilled(
  place: Record<string, string>,
  fill: (db: Store) => Promise<void>,
): Promise<Measured> {
  // The first start makes a database of local mode; it does not begin on one that others have filled.
  await (await startProduct(place)).stop();
  const { db } = await openStore(readConfig(place), 0);
  await fill(db);
  await db.destroy();
  return startProduct(place);
}

/** A folder for one server; `remove` deletes it. */
export function newFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** From /proc, so on Linux only. */
function residentBytes(pid: number): number {
  const [, kib = 'NaN'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}
