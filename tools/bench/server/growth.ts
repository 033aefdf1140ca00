import type { Insertable } from 'kysely';
import { tokenHash } from '../../../server/platform/secrets.ts';
import { emptyBilling, emptyOrder } from '../../../server/registration/registration.ts';
import type { Store } from '../../../server/store/schema.ts';
import type { RegistrationTable } from '../../../server/store/tables/registrations.ts';
import { markdownTable, median, spread } from '../table.ts';
import { load, percentile } from './load.ts';
import { type Measured, startFilled } from './processes.ts';

const BATCH = 500;
const DAY_MS = 86_400_000;

/** The same reads and writes on a small and on a large table of registrations, in turn. */
export async function measureGrowth(
  placeOf: () => Promise<Record<string, string>>,
  [few, many]: readonly [number, number],
  rounds: number,
  seconds: number,
): Promise<string> {
  const servers = new Map<number, Measured>();
  for (const count of [few, many])
    servers.set(count, await startFilled(await placeOf(), (db) => addRegistrations(db, count)));
  const times = new Map<string, number[]>();
  const timesOf = (name: string, count: number) => {
    const key = `${name} ${count}`;
    if (!times.has(key)) times.set(key, []);
    return times.get(key) ?? [];
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const [count, { url }] of servers) {
      const reads = await load({
        connections: 2,
        seconds,
        url,
        requests: [{ setupRequest: (request) => ({ ...request, path: `/v1/phone/registrations/${anyToken(count)}` }) }],
      });
      timesOf('read', count).push(percentile(reads, 0.95));
      const resends = await load({
        connections: 2,
        seconds,
        url,
        requests: [
          {
            method: 'PATCH',
            headers: { 'content-type': 'application/json' },
            setupRequest: (request) => ({
              ...request,
              path: `/v1/phone/registrations/${anyToken(count)}`,
              body: JSON.stringify({ step: '2', verification_code: '000000' }),
            }),
          },
        ],
      });
      timesOf('a wrong code', count).push(percentile(resends, 0.95));
    }
  }
  for (const { stop } of servers.values()) await stop();
  return markdownTable(
    ['Call', `p95 with ${few}, ms`, `p95 with ${many}, ms`, 'Ratio'],
    ['read', 'a wrong code'].map((name) => {
      const [small, large] = [timesOf(name, few), timesOf(name, many)];
      return [name, spread(small, 1), spread(large, 1), (median(large) / median(small)).toFixed(2)];
    }),
  );
}

const tokenAt = (index: number): string => `bench-${index}`;
const anyToken = (count: number): string => tokenAt(Math.floor(Math.random() * count));

async function addRegistrations(db: Store, count: number): Promise<void> {
  const now = Date.now();
  const rowAt = (index: number): Insertable<RegistrationTable> => ({
    ...emptyOrder,
    ...emptyBilling,
    step: '2',
    language: 'en',
    currency: 'EUR',
    first_name: 'Ann',
    last_name: 'Lee',
    email: `ann-${index}@example.com`,
    email_key: `ann-${index}@example.com`,
    token_hash: tokenHash(tokenAt(index)),
    signup_order: 'verify-first',
    created_at: now,
    updated_at: now,
    expires_at: now + DAY_MS,
  });
  for (let first = 0; first < count; first += BATCH * 20) {
    await db.transaction().execute(async (tx) => {
      for (let from = first; from < Math.min(first + BATCH * 20, count); from += BATCH) {
        const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) => rowAt(from + offset));
        await tx.insertInto('registrations').values(rows).execute();
      }
    });
  }
}
