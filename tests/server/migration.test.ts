import { expect, test } from 'vitest';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { emptyFolder, withDatabase } from '#tests/support/dataFolder.ts';

/** Undoes the migrations from 0004-standard-names on. */
const before = [
  'alter table events drop column language',
  "delete from migrations where name = '0009-event-language'",
  'drop index invitations_by_email_key',
  'drop index invitations_by_invited_by',
  'drop index tokens_by_discount_id',
  'drop index registrations_by_customer_id',
  "delete from migrations where name = '0008-lookup-indexes'",
  'drop index reservations_by_expires_at',
  'drop index outbox_by_created_at',
  'drop index events_by_created_at',
  'drop index invitations_by_expires_at',
  'drop index registrations_by_sso_identity_id',
  'drop index test_bank_by_expires_at',
  "delete from migrations where name = '0007-expiry-indexes'",
  'drop index outbox_by_topic',
  'alter table idempotency drop column claim',
  "delete from migrations where name = '0006-idempotency-claims'",
  'drop index invitations_by_reminder_hash',
  'alter table invitations drop column reminder_hash',
  "delete from migrations where name = '0005-invitation-reminders'",
  'alter table registrations rename column attempts to tries',
  'alter table registrations rename column card_attempts to card_tries',
  'alter table registrations rename column decoy to shadow',
  'alter table registrations rename to drafts',
  'alter table reservations rename column registration_id to draft_id',
  'alter table bank_attempts rename column registration_id to draft_id',
  'alter table login_challenges rename column attempts to tries',
  'alter table login_challenges rename to login_chains',
  'alter table outbox rename column attempts to tries',
  'alter table outbox rename column next_attempt_at to next_try_at',
  'alter table outbox rename column expires_at to worthless_at',
  "delete from migrations where name = '0004-standard-names'",
];

test('a database with the former table names is migrated at the start and keeps its rows', async () => {
  const folder = emptyFolder();
  const { db } = await openSqlite(folder, 0);
  await db
    .insertInto('outbox')
    .values({
      kind: 'reset',
      recipient: 'ann@example.com',
      language: 'en',
      message_id: 'm1',
      status: 'queued',
      attempts: 3,
      next_attempt_at: 5,
      expires_at: 9,
      created_at: 1,
    })
    .execute();
  await db.destroy();
  withDatabase(folder, (database) => {
    for (const statement of before) database.exec(statement);
  });

  const { db: renamed } = await openSqlite(folder, 1);
  expect(await renamed.selectFrom('outbox').select(['attempts', 'next_attempt_at', 'expires_at']).execute()).toEqual([
    { attempts: 3, next_attempt_at: 5, expires_at: 9 },
  ]);
  expect(await renamed.selectFrom('registrations').select('id').execute()).toEqual([]);
  expect(await renamed.selectFrom('login_challenges').selectAll().execute()).toEqual([]);
  expect(await renamed.selectFrom('invitations').select('reminder_hash').execute()).toEqual([]);
  await renamed.destroy();
});
