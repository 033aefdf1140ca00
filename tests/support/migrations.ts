/** What undoes each migration after 0003, the newest first, for the databases of older releases. */
export const undoing: Readonly<Record<string, readonly string[]>> = {
  '0009-event-language': ['alter table events drop column language'],
  '0008-lookup-indexes': [
    'drop index invitations_by_email_key',
    'drop index invitations_by_invited_by',
    'drop index tokens_by_discount_id',
    'drop index registrations_by_customer_id',
  ],
  '0007-expiry-indexes': [
    'drop index reservations_by_expires_at',
    'drop index outbox_by_created_at',
    'drop index events_by_created_at',
    'drop index invitations_by_expires_at',
    'drop index registrations_by_sso_identity_id',
    'drop index test_bank_by_expires_at',
  ],
  '0006-idempotency-claims': ['drop index outbox_by_topic', 'alter table idempotency drop column claim'],
  '0005-invitation-reminders': [
    'drop index invitations_by_reminder_hash',
    'alter table invitations drop column reminder_hash',
  ],
  '0004-standard-names': [
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
  ],
};

/** The statements that make a database one of before a migration; of before the newest, unless another is named. */
export function statementsToUndo(oldest = Object.keys(undoing)[0]): string[] {
  const names = Object.keys(undoing);
  return names
    .slice(0, names.indexOf(oldest ?? '') + 1)
    .flatMap((name) => [...(undoing[name] ?? []), `delete from migrations where name = '${name}'`]);
}
