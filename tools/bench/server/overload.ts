import { setTimeout as wait } from 'node:timers/promises';
import { markdownTable } from '../table.ts';
import { DICTIONARIES, load, percentile } from './load.ts';
import { logIns } from './logins.ts';
import type { Measured } from './processes.ts';

/** Three times what the server queues: more logins at once than it takes. */
const TOO_MANY = 160;

/** Three times the load: how the surplus is answered, and how long the next login takes once the load has ended. */
export async function measureOverload(product: Measured, seconds: number): Promise<string> {
  const before = await logIns(product, seconds, 1);
  const { statuses, errors } = await logIns(product, seconds, TOO_MANY);
  const ended = performance.now();
  while (percentile(await logIns(product, 1, 1), 0.5) > 1.5 * percentile(before, 0.5)) await wait(100);
  const recoverySeconds = (performance.now() - ended) / 1000;
  return markdownTable(
    ['Logins at once', 'Answers by status', 'Broken connections', 'Normal again after, s (measured for 1 s)'],
    [
      [
        String(TOO_MANY),
        Object.entries(statuses)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', '),
        String(errors),
        recoverySeconds.toFixed(1),
      ],
    ],
  );
}

/** Memory after the start, and after each of several runs with thousands of calls. */
export async function measureMemory(product: Measured, calls: number): Promise<string> {
  const rows = [['at the start', product.memory().toFixed(0)]];
  let made = 0;
  while (made < calls) {
    const { times } = await load({
      url: product.url,
      connections: 10,
      seconds: 5,
      requests: [{ path: DICTIONARIES }, { path: '/v1/phone/registrations/unknown' }, { path: '/signup/' }],
    });
    made += times.length;
    rows.push([`${made} calls`, product.memory().toFixed(0)]);
  }
  return markdownTable(['After', 'Resident memory, MiB'], rows);
}
