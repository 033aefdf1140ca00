import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** A second token of a draft, for who logs in again to finish the sign-up; see `../tables/`. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('drafts').addColumn('resume_hash', 'text').execute();
  await db.schema.createIndex('drafts_by_resume_hash').on('drafts').column('resume_hash').execute();
}
