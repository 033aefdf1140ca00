import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PASSWORD } from '../../../server/local/seedUsers.ts';
import type { Store } from '../../../server/store/schema.ts';
import { markdownTable, median, spread } from '../table.ts';
import { DICTIONARIES, type Load, load, percentile, steadyLoad, together } from './load.ts';
import type { Measured } from './processes.ts';
import { signUpsPerSecond } from './signUps.ts';

/** Enough to keep every hash busy, and fewer than the server queues. */
const CONNECTIONS = 16;
/** Half of what one network may read without a wait while passwords are hashed (`loginsFirst.ts`). */
const READS_PER_SECOND = 100;

/** Each connection has a person of its own: a person has ten attempts at a time, which are counted one after another. */
const people = Array.from({ length: CONNECTIONS }, (_, index) => `person-${index}@example.com`);

/** Adds the people who log in: like the seeded member, by the password alone. */
export async function addPeople(db: Store): Promise<void> {
  const { id: _, ...member } = await db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', 'member@example.com')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('users')
    .values(people.map((email) => ({ ...member, email, email_key: email })))
    .execute();
}

/** Logins with the right password, on all connections at once. */
export async function logIns({ url }: Measured, seconds: number, connections = CONNECTIONS): Promise<Load> {
  const some = people.slice(0, connections);
  const loads = some.map((email) =>
    load({
      url,
      connections: Math.ceil(connections / some.length),
      seconds,
      requests: [
        {
          method: 'POST',
          path: '/v1/phone/login',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: PASSWORD }),
        },
      ],
    }),
  );
  return together(await Promise.all(loads));
}

/** How many logins a second there were; an error if any was refused. */
async function logInsPerSecond(product: Measured, seconds: number): Promise<number> {
  const { perSecond, statuses } = await logIns(product, seconds);
  if (Object.keys(statuses).join() !== '200') throw new Error(`Logins were answered by ${JSON.stringify(statuses)}.`);
  return perSecond;
}

/** How many passwords a second this machine verifies at most (argon2id, the server's parameters). */
async function hashesPerSecond(seconds: number): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'hashes.ts'),
    String(seconds),
  ]);
  return Number(stdout);
}

/**
 * Logins and whole sign-ups beside the hashing that they need, in turn; and what a reader of the dictionaries waits, at
 * 100 reads a second, while logins use the whole machine.
 */
export async function measureLogins(
  products: Readonly<Record<string, Measured>>,
  rounds: number,
  seconds: number,
): Promise<string> {
  const hashes: number[] = [];
  const rates = new Map<string, { logIns: number[]; signUps: number[]; idle: number[]; busy: number[] }>();
  for (const [name, product] of Object.entries(products)) {
    rates.set(name, { logIns: [], signUps: [], idle: [], busy: [] });
    await logIns(product, seconds);
  }
  for (let round = 0; round < rounds; round += 1) {
    hashes.push(await hashesPerSecond(seconds));
    for (const [name, product] of Object.entries(products)) {
      const rate = rates.get(name);
      rate?.logIns.push(await logInsPerSecond(product, seconds));
      rate?.signUps.push(await signUpsPerSecond(product, seconds));
      rate?.idle.push(percentile(await readers(product, seconds), 0.95));
      const [busy] = await Promise.all([readers(product, seconds), logIns(product, seconds)]);
      rate?.busy.push(percentile(busy, 0.95));
    }
  }
  const ratio = (values: readonly number[]) => (median(values) / median(hashes)).toFixed(2);
  return [
    `Passwords verified a second by this machine: ${spread(hashes, 1)}.`,
    markdownTable(
      [
        'Database',
        'Logins a second',
        'Ratio',
        'Sign-ups a second',
        'Ratio',
        'Dictionaries p95, idle, ms',
        'p95 beside logins, ms',
        'Ratio',
      ],
      [...rates].map(([name, rate]) => [
        name,
        spread(rate.logIns, 1),
        ratio(rate.logIns),
        spread(rate.signUps, 1),
        ratio(rate.signUps),
        spread(rate.idle, 1),
        spread(rate.busy, 1),
        (median(rate.busy) / median(rate.idle)).toFixed(1),
      ]),
    ),
  ].join('\n\n');
}

const readers = ({ url }: Measured, seconds: number) =>
  steadyLoad(url + DICTIONARIES, { 'accept-encoding': 'br' }, READS_PER_SECOND, seconds);
