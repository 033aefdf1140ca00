import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** Renames tables and columns to standard terms; the data stays. */
export async function up(db: Kysely<Database>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('drafts').renameTo('registrations').execute();
  await schema.alterTable('registrations').renameColumn('tries', 'attempts').execute();
  await schema.alterTable('registrations').renameColumn('card_tries', 'card_attempts').execute();
  await schema.alterTable('registrations').renameColumn('shadow', 'decoy').execute();
  await schema.alterTable('reservations').renameColumn('draft_id', 'registration_id').execute();
  await schema.alterTable('bank_attempts').renameColumn('draft_id', 'registration_id').execute();
  await schema.alterTable('login_chains').renameTo('login_challenges').execute();
  await schema.alterTable('login_challenges').renameColumn('tries', 'attempts').execute();
  await schema.alterTable('outbox').renameColumn('tries', 'attempts').execute();
  await schema.alterTable('outbox').renameColumn('next_try_at', 'next_attempt_at').execute();
  await schema.alterTable('outbox').renameColumn('worthless_at', 'expires_at').execute();
}
