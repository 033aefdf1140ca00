import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import { createTable } from './table.ts';

/** What visitors who agreed to it reached; see `../tables/`. */
export async function up(db: Kysely<Database>): Promise<void> {
  await createTable(db, 'events', { id: 'id', family: 'text', state: 'text', reached_at: 'time', created_at: 'time' });
}
