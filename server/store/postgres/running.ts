import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { StoreUnusable } from '../errors.ts';
import type { Store } from '../schema.ts';

/** A connection that was closed a moment ago is still listed. */
const LOOKS = 20;
const LOOK_EVERY_MS = 100;

/** Rejects a database on which other servers or commands of ours run, by their connections. */
export async function rejectRunning(db: Store): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = current_setting('application_name')
        and pid <> pg_backend_pid()`.execute(db);
    if (rows.length === 0) return;
    await wait(LOOK_EVERY_MS);
  }
  throw new StoreUnusable('A server is running on the database; stop all of its servers first.');
}
