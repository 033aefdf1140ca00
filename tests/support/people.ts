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
  while (await onItsWay()) await wait(2);
  const answer = await request(`/inbox.json?to=${encodeURIComponent(to)}`);
  return (await answer.json()) as ReceivedMail[];
}

/** The code of the newest mail to an address. */
export async function codeFor(server: TestServer, to: string): Promise<string> {
  const [newest] = await mailsTo(server, to);
  const code = /^\d{6}$/m.exec(newest?.text ?? '')?.[0];
  if (!code) throw new Error(`No code was mailed to ${to}.`);
  return code;
}

/** The token in the link of the newest mail to an address. */
export async function tokenFor(server: TestServer, to: string, parameter = 'token'): Promise<string> {
  const [newest] = await mailsTo(server, to);
  const address = /https?:\/\/\S+/.exec(newest?.text ?? '')?.[0];
  const token = address && new URL(address).searchParams.get(parameter);
  if (!token) throw new Error(`No link was mailed to ${to}.`);
  return token;
}

/** A six-digit code other than this one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
