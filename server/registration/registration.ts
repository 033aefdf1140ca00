import { setTimeout as wait } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { defaultOrder } from '#domain/order.ts';
import { reject } from '../http/errors.ts';
import { emailSentinel, SLOW_MS } from '../local/sentinels.ts';
import type { Config } from '../platform/config.ts';
import type { ServerContext } from '../platform/context.ts';
import { DAY_MS } from '../platform/durations.ts';
import { tokenHash } from '../platform/secrets.ts';
import { prepared } from '../store/prepared.ts';
import type { Tx } from '../store/schema.ts';
import type { RegistrationTable } from '../store/tables/registrations.ts';

/** A registration row. */
export type Registration = Selectable<RegistrationTable>;

/** An open registration expires a week after its last change, a completed one after a day. */
export const REGISTRATION_TTL_MS = 7 * DAY_MS;
const COMPLETED_TTL_MS = DAY_MS;

/** What completion changes, whichever way it comes: the secrets are erased. */
export const completedAt = (now: number) =>
  ({ completed_at: now, expires_at: now + COMPLETED_TTL_MS, password_hash: null, code_hash: null }) as const;

/** The initial order. */
export const emptyOrder = {
  package_type: defaultOrder.packageType,
  nb_users: defaultOrder.nbUsers,
  nb_cx_bundles: defaultOrder.nbCxBundles,
  number: null,
  number_id: null,
} as const;

/** §3: the billing data before step 4. */
export const emptyBilling = {
  customer_name: '',
  customer_country: '',
  customer_postcode: '',
  customer_address: '',
  customer_city: '',
  customer_vat: '',
} as const;

const registrationsOf = prepared((db, tokenHash: string, now: number) =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where((row) => row.or([row('token_hash', '=', tokenHash), row('resume_hash', '=', tokenHash)]))
    .where('expires_at', '>', now),
);

/** The valid registration of a token; an unknown token is rejected before anything else is validated. */
export async function findRegistration({ db, now, config }: ServerContext, token: string): Promise<Registration> {
  const [registration] = await registrationsOf(db, tokenHash(token), now());
  if (!registration) return reject('registrationNotFound');
  await simulateLatency(config, registration.email);
  return registration;
}

/**
 * The registration as it is inside the current transaction. Since it was found, another sign-up with the address may
 * have replaced it.
 */
export const currentRegistration = async (tx: Tx, id: number): Promise<Registration> =>
  (await tx.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst()) ??
  reject('registrationNotFound');

/** Updates a registration; every change extends its lifetime. */
export const updateRegistrationRow = async (
  { now }: ServerContext,
  tx: Tx,
  id: number,
  change: Partial<Registration>,
): Promise<Registration> =>
  (await tx
    .updateTable('registrations')
    .set({ expires_at: now() + REGISTRATION_TTL_MS, ...change, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()) ?? reject('registrationNotFound');

/** Sentinel: delays sign-ups with this address. */
export async function simulateLatency(config: Config, email: string): Promise<void> {
  if (emailSentinel(config, email) === 'slow') await wait(SLOW_MS);
}
