import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StoreUnavailable } from '../errors.ts';
import type { Database } from '../schema.ts';

/** Any number that nothing else in this database uses for an advisory lock. */
const LOCK = 7_406_119_001;
const RETRY_EVERY_MS = 50;
/** Longer than a start that migrates and imports the areas. */
const MAX_WAIT_MS = 120_000;

/**
 * Runs work while this process holds the advisory lock of the database, so that of several servers that start together
 * one migrates. The lock belongs to the connection: it ends with the process, however that ends.
 */
export function underLock<Result>(patient: Kysely<Database>, work: () => Promise<Result>): Promise<Result> {
  return patient.connection().execute(async (connection) => {
    const deadline = Date.now() + MAX_WAIT_MS;
    while (!(await tryLock(connection))) {
      if (Date.now() > deadline) throw new StoreUnavailable('another server has been starting on it for too long');
      await wait(RETRY_EVERY_MS);
    }
    try {
      return await work();
    } finally {
      // A lost connection has released the lock.
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection).catch(() => {});
    }
  });
}

async function tryLock(connection: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(connection);
  return rows[0]?.taken === true;
}
