import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** Indexes for rows that expire, so that deleting them in batches does not search the whole table for each batch. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.createIndex('reservations_by_expires_at').on('reservations').column('expires_at').execute();
  await db.schema.createIndex('outbox_by_created_at').on('outbox').column('created_at').execute();
  await db.schema.createIndex('events_by_created_at').on('events').column('created_at').execute();
  await db.schema.createIndex('invitations_by_expires_at').on('invitations').column('expires_at').execute();
  await db.schema
    .createIndex('registrations_by_sso_identity_id')
    .on('registrations')
    .column('sso_identity_id')
    .execute();
  await db.schema.createIndex('test_bank_by_expires_at').on('test_bank').column('expires_at').execute();
}
