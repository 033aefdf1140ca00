import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** Which request works on a key; and an index for queued mails of a topic, which each new mail looks for. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('idempotency').addColumn('claim', 'text').execute();
  await db.schema.createIndex('outbox_by_topic').on('outbox').column('topic').execute();
}
