import { setTimeout as wait } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { emailKey } from '#server/login/emailKey.ts';
import type { CustomerTable, UserTable } from '#server/store/tables/accounts.ts';
import type { TestServer } from './server.ts';

export const PASSWORD = 'correct horse battery';

/** A user as after a finished sign-up: confirmed, owner of a customer, no second-factor setting of their own. */
export async function addOwner(
  { context }: TestServer,
  email: string,
  {
    user = {},
    customer = {},
  }: { user?: Partial<Insertable<UserTable>>; customer?: Partial<Insertable<CustomerTable>> } = {},
): Promise<{ userId: number; customerId: number; email: string }> {
  const { db, now, passwords } = context;
  const { id: customerId } = await db
    .insertInto('customers')
    .values({
      company: 'Example Ltd',
      country: 'US',
      postcode: '10001',
      address: '',
      city: '',
      vat: '',
      package_type: 'P',
      nb_users: 3,
      nb_cx_bundles: 1,
      currency: 'USD',
      number: null,
      number_id: null,
      card_brand: 'visa',
      card_last4: '4242',
      bank_reference: 'card-1',
      completed_at: now(),
      trial_ends_on: '2025-04-05',
      trial_time_zone: 'UTC',
      cancelled_at: null,
      created_at: now(),
      ...customer,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: userId } = await db
    .insertInto('users')
    .values({
      customer_id: customerId,
      role: 'owner',
      first_name: 'Ann',
      last_name: 'Owner',
      email,
      email_key: emailKey(email),
      password_hash: await passwords.hash(PASSWORD),
      confirmed_at: now(),
      disabled_at: null,
      language: 'en',
      consent_version: null,
      created_at: now(),
      ...user,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId, customerId, email };
}

/**
 * How long a test waits for a mail. Most mutants of what sends a mail make it wait in vain, and only one of them is
 * tried at a time.
 */
export const MAIL_TIMEOUT_MS = process.env['MUTANT_TESTS'] ? 3_000 : 10_000;

type ReceivedMail = { to: string; subject: string; text: string; html: string; at: string };

/** Mails to an address in the local inbox, newest first, once no delivery is pending. */
export async function mailsTo({ request, context }: TestServer, to: string): Promise<ReceivedMail[]> {
  const onItsWay = () =>
    context.db
      .selectFrom('outbox')
      .select('id')
      .where('status', '=', 'queued')
      .where('last_error', 'is', null)
      .executeTakeFirst();
  const deadline = performance.now() + MAIL_TIMEOUT_MS;
  while (await onItsWay()) {
    if (performance.now() > deadline) throw new Error('A mail is neither sent nor refused.');
    await wait(2);
  }
  const answer = await request(`/inbox.json?to=${encodeURIComponent(to)}`);
  return (await answer.json()) as ReceivedMail[];
}

/** The newest code that was mailed to an address; a notice that was queued before it may be sent after it. */
export async function codeFor(server: TestServer, to: string): Promise<string> {
  const mails = await mailsTo(server, to);
  const code = mails.map(({ text }) => /^\d{6}$/m.exec(text)?.[0]).find((found) => found);
  if (!code) throw new Error(`No code was mailed to ${to}.`);
  return code;
}

/** The token of the newest link with one that was mailed to an address. */
export async function tokenFor(server: TestServer, to: string, parameter = 'token'): Promise<string> {
  const mails = await mailsTo(server, to);
  const token = mails.map(({ text }) => tokenIn(text, parameter)).find((found) => found);
  if (!token) throw new Error(`No link was mailed to ${to}.`);
  return token;
}

function tokenIn(text: string, parameter: string): string | null {
  const address = /https?:\/\/\S+/.exec(text)?.[0];
  return address === undefined ? null : new URL(address).searchParams.get(parameter);
}

/** A six-digit code other than this one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
