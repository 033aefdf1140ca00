import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** The language of the page on which a measured state was reached; null for earlier ones. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('events').addColumn('language', 'text').execute();
}
