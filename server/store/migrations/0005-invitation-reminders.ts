import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** A second token of an invitation, for the mail that reminds of it; see `../tables/`. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('invitations').addColumn('reminder_hash', 'text').execute();
  await db.schema.createIndex('invitations_by_reminder_hash').on('invitations').column('reminder_hash').execute();
}
