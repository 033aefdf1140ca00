import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StoreUnavailable } from '../errors.ts';
import type { Database } from '../schema.ts';
import { connectAlone } from './dialect.ts';
import type { DatabaseSettings } from './settings.ts';

/** Any number that nothing else in this database uses for an advisory lock. */
const LOCK = 7_406_119_001;
const RETRY_EVERY_MS = 50;
/** Longer than a start that migrates and imports the areas. */
const MAX_WAIT_MS = 120_000;
/** One connection holds the lock, the others work. */
const PATIENT_CONNECTIONS = 3;

/**
 * Runs work without timeouts while this process holds the advisory lock of the database, so that of several servers
 * that start together one migrates. The lock belongs to a connection: it ends with the process, however that ends.
 */
export async function withLock<Result>(
  database: DatabaseSettings,
  work: (patient: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const patient = connectAlone({ ...database, connections: PATIENT_CONNECTIONS });
  try {
    return await patient.connection().execute(async (connection) => {
      await takeLock(connection);
      return work(patient);
    });
  } finally {
    // Closes the connection that holds the lock, and so releases it.
    await patient.destroy();
  }
}

async function takeLock(connection: Kysely<Database>): Promise<void> {
  const deadline = Date.now() + MAX_WAIT_MS;
  while (!(await tryLock(connection))) {
    if (Date.now() > deadline) throw new StoreUnavailable('another server has been starting on it for too long');
    await wait(RETRY_EVERY_MS);
  }
}

async function tryLock(connection: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(connection);
  return rows[0]?.taken === true;
}
