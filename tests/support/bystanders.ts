import type { Insertable } from 'kysely';
import { invite } from '#server/account/inviting.ts';
import { startLoginChallenge } from '#server/login/challenge.ts';
import { rememberDevice } from '#server/login/device.ts';
import { issueToken } from '#server/login/tokens.ts';
import { userById } from '#server/login/user.ts';
import { insertRegistration } from '#server/registration/creation.ts';
import type { BankAttemptTable } from '#server/store/tables/registrations.ts';
import { addOwner, PASSWORD } from './people.ts';
import type { TestServer } from './server.ts';
import { AREA, numbersFor } from './signUp.ts';

/* People who have nothing to do with what a test does, in every state that a person can be in. */

type Attempt = Insertable<BankAttemptTable>;

const attempts: Record<string, Pick<Attempt, 'status'> & Partial<Attempt>> = {
  'being asked': { status: 'asked' },
  'checked with the same card': { status: 'challenge', card_brand: 'visa', card_last4: '3220' },
  'on the page of the bank': { status: 'challenge', card_brand: null },
  'approved and then refused': { status: 'cancelled', bank_reference: 'approved for another' },
};

/** A team with all that gives access to it, and sign-ups in the middle. Nothing of them is due or runs out soon. */
export async function addBystanders(server: TestServer): Promise<void> {
  const { context, api } = server;
  const { db, now } = context;
  const { userId: owner, customerId, email } = await addOwner(server, 'bystander@example.com');
  const { userId: member } = await addOwner(server, 'colleague@example.com', {
    user: { customer_id: customerId, role: 'member', has_cx_bundle: 1, second_factor: 1 },
  });
  await addOwner(server, 'unconfirmed@example.com', { user: { confirmed_at: null } });
  await addOwner(server, 'disabled@example.com', { user: { disabled_at: now() } });
  await api.login({ body: { email, password: PASSWORD } });
  const created_at = now();
  await db.transaction().execute(async (tx) => {
    for (const userId of [owner, member]) {
      const user = await userById(tx, userId);
      await rememberDevice(context, tx, userId);
      await startLoginChallenge(context, tx, { user, rememberMe: false, language: 'en' });
      await issueToken(context, tx, 'reset', { user_id: userId });
      await issueToken(context, tx, 'confirmation', { user_id: userId });
      const identity = { provider: 'google', issuer: 'https://accounts.example', email_verified: 1 } as const;
      await tx
        .insertInto('sso_identities')
        .values({ ...identity, email: user.email, subject: `${userId}`, user_id: userId, created_at })
        .execute();
    }
    const discount = { customer_id: customerId, campaign: 'spring', percent: 10, redeemed_at: null, created_at };
    await tx.insertInto('discounts').values(discount).execute();
    for (const address of ['mia@example.com', 'invited@example.com']) {
      await invite(context, tx, { customerId, invitedBy: owner, email: address, language: 'en' });
    }
  });
  // A mail that waits until its mailbox accepts it.
  const late = { status: 'queued', last_error: 'try again', next_attempt_at: created_at + 1e9, sent_at: null } as const;
  const mail = {
    recipient: email,
    kind: 'passwordChanged',
    language: 'en',
    topic: 'late',
    message_id: 'late',
  } as const;
  await db
    .insertInto('outbox')
    .values({ ...mail, ...late, sealed: null, expires_at: created_at + 2e9, created_at })
    .execute();
  const completed = { first_name: 'By', last_name: 'Stander', email: 'completed@example.com', user_id: member };
  const state = { step: '4', language: 'en', currency: 'GBP', completed_at: created_at } as const;
  await db.transaction().execute((tx) => insertRegistration(context, tx, { ...completed, ...state }));
  for (const [what, attempt] of Object.entries(attempts)) {
    const person = { first_name: 'By', last_name: 'Stander', email: `${what.replaceAll(' ', '.')}@example.com` };
    const { registration, token } = await db.transaction().execute((tx) =>
      insertRegistration(context, tx, {
        ...person,
        step: '4',
        language: 'en',
        currency: 'GBP',
        user_id: what === 'being asked' ? owner : null,
        code_hash: 'of a bystander',
        code_expires_at: created_at + 1e9,
        resume_hash: `resumed: ${what}`,
        verified_at: created_at,
      }),
    );
    await db
      .insertInto('bank_attempts')
      .values({
        url: `https://bank.example/${what}`,
        card_brand: null,
        card_last4: null,
        bank_reference: null,
        expires_at: created_at + 1e9,
        settled_at: null,
        ...attempt,
        registration_id: registration.id,
        attempt: `attempt ${what}`,
        created_at,
      })
      .execute();
    const [number = ''] = await numbersFor(server, token);
    const holder = { registration_id: registration.id, customer_id: null, expires_at: created_at + 1e9 };
    await db
      .insertInto('reservations')
      .values({ number, number_id: AREA, ...holder })
      .execute();
  }
}

const tables = [
  'customers',
  'users',
  'sessions',
  'devices',
  'login_challenges',
  'tokens',
  'discounts',
  'invitations',
  'sso_identities',
  'registrations',
  'bank_attempts',
  'reservations',
] as const;

/** All rows that belong to people, by table and key. */
export async function rowsOf({ context: { db } }: TestServer): Promise<Record<string, object>> {
  const all = await Promise.all(
    tables.map(async (table) => {
      const rows: Record<string, unknown>[] = await db.selectFrom(table).selectAll().execute();
      return rows.map((row) => [`${table} ${row['id'] ?? row['number']}`, row] as const);
    }),
  );
  // What becomes of a mail is the worker's business; nobody else's may vanish.
  const mails = await db.selectFrom('outbox').select(['id', 'recipient', 'kind']).execute();
  return Object.fromEntries([...all.flat(), ...mails.map((row) => [`outbox ${row.id}`, row] as const)]);
}
