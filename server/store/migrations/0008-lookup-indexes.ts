import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** Indexes for what each sign-up looks up, and for the rows that go with a deleted one. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.createIndex('invitations_by_email_key').on('invitations').column('email_key').execute();
  await db.schema.createIndex('invitations_by_invited_by').on('invitations').column('invited_by').execute();
  await db.schema.createIndex('tokens_by_discount_id').on('tokens').column('discount_id').execute();
  await db.schema.createIndex('registrations_by_customer_id').on('registrations').column('customer_id').execute();
}
