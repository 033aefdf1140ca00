import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

/** Steps of the command `nice`, of which each is about a tenth of the processor. */
const STEPS = 5;

/**
 * Gives the threads of Node's pool a lower priority than the thread that answers requests. They hash passwords, as many
 * at once as there are cores: so calls without a password are answered in time while logins use the whole machine. Linux
 * only, where each thread has a priority; elsewhere it does nothing.
 */
export async function lowerWorkerPriority(): Promise<void> {
  const priority = Math.min(getPriority() + STEPS, constants.priority.PRIORITY_LOW);
  const threads = await readdir('/proc/self/task').catch(() => []);
  for (const thread of threads) {
    const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8').catch(() => '');
    if (name.startsWith('libuv-worker')) setPriority(Number(thread), priority);
  }
}
