import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { lowerWorkerPriority } from '#server/platform/workerPriority.ts';

/** The priorities of this process' threads: of those that hash passwords, or of all others. */
const prioritiesOf = (isWorker: boolean): number[] =>
  readdirSync('/proc/self/task')
    .filter((thread) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').startsWith('libuv-worker') === isWorker)
    .map((thread) => getPriority(Number(thread)));

test.runIf(process.platform === 'linux')(
  'the threads that hash passwords get a lower priority than the one that answers, and no others do',
  async () => {
    await readFile(import.meta.filename);
    const own = getPriority();
    const others = prioritiesOf(false);
    const before = prioritiesOf(true);
    expect(before.length).toBeGreaterThan(0);
    onTestFinished(() => {
      // Only root may raise a priority again; without it, these threads stay as they are.
      if (process.getuid?.() !== 0) return;
      for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), own);
    });
    await lowerWorkerPriority();
    expect(new Set(prioritiesOf(true))).toEqual(new Set([Math.min(own + 5, 19)]));
    expect(prioritiesOf(false)).toEqual(others);
    await lowerWorkerPriority();
    expect(new Set(prioritiesOf(true))).toEqual(new Set([Math.min(own + 5, 19)]));
  },
);
