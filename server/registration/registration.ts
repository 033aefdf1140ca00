import { setTimeout as wait } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { RegistrationFields, RegistrationRecord, RegistrationState } from '#contract/registration.ts';
import { teamsInviting } from '../account/invitation.ts';
import { reject } from '../http/errors.ts';
import { emailSentinel, SLOW_MS } from '../local/sentinels.ts';
import { pricesOf } from '../numbers/numbers.ts';
import type { Config } from '../platform/config.ts';
import type { ServerContext } from '../platform/context.ts';
import { tokenHash } from '../platform/secrets.ts';
import { findCoverage } from '../routes/coverages.ts';
import type { RegistrationTable, Store, Tx } from '../store/schema.ts';

/** A registration row. */
export type Registration = Selectable<RegistrationTable>;

const DAY_MS = 86_400_000;
/** An open registration expires a week after its last change, a completed one after a day. */
export const REGISTRATION_TTL_MS = 7 * DAY_MS;
export const COMPLETED_TTL_MS = DAY_MS;

/** §9: the initial order. */
export const nothingOrdered = {
  package_type: 'P',
  nb_users: 1,
  nb_cx_bundles: 0,
  number: null,
  number_id: null,
} as const;

/** §3: the billing data before step 4. */
export const nothingBilled = {
  customer_name: '',
  customer_country: '',
  customer_postcode: '',
  customer_address: '',
  customer_city: '',
  customer_vat: '',
} as const;

/** The valid registration of a token; an unknown token is rejected before anything else is validated. */
export async function findRegistration({ db, now, config }: ServerContext, token: string): Promise<Registration> {
  const hash = tokenHash(token);
  const registration = await db
    .selectFrom('registrations')
    .selectAll()
    .where((row) => row.or([row('token_hash', '=', hash), row('resume_hash', '=', hash)]))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  if (!registration) return reject('registrationNotFound');
  await simulateLatency(config, registration.email);
  return registration;
}

/** The registration as it is inside the current transaction. */
export const currentRegistration = (tx: Tx, id: number): Promise<Registration> =>
  tx.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Updates a registration; every change extends its lifetime. */
export const updateRegistrationRow = (
  { now }: ServerContext,
  tx: Tx,
  id: number,
  change: Partial<Registration>,
): Promise<Registration> =>
  tx
    .updateTable('registrations')
    .set({ expires_at: now() + REGISTRATION_TTL_MS, ...change, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Sentinel: delays sign-ups with this address. */
export async function simulateLatency(config: Config, email: string): Promise<void> {
  if (emailSentinel(config, email) === 'slow') await wait(SLOW_MS);
}

/** Whether the registration can have another code: verify-first, at step 2. */
export const awaitsCode = ({ signup_order, step, completed_at }: Registration): boolean =>
  signup_order === 'verify-first' && step === '2' && completed_at === null;

const instant = (millis: number | null): string | null => (millis === null ? null : new Date(millis).toISOString());

/** Teams that the visitor may join instead; visible after the address is verified only. */
async function invitationsOf(context: ServerContext, { verified_at, completed_at, email }: Registration) {
  if (verified_at === null || completed_at !== null) return {};
  const invitations = await teamsInviting(context, email);
  return invitations.length > 0 ? { invitations } : {};
}

/** Wire table: the state of the registration after a submission. */
export const stateOf = async (
  context: ServerContext,
  registration: Registration,
  token: string,
): Promise<RegistrationState> => ({
  token,
  step: registration.step,
  completed_at: instant(registration.completed_at),
  ...(awaitsCode(registration) && { resend_at: instant(registration.resend_at) }),
  ...(await invitationsOf(context, registration)),
});

/** §3 Registration record. It has no secrets, and after completion nothing but that fact. `url`: an open challenge. */
export async function recordOf(
  context: ServerContext,
  registration: Registration,
  url: string | null | undefined,
): Promise<RegistrationRecord> {
  const { step, completed_at, number_id } = registration;
  if (completed_at !== null) return { data: {}, step, completed_at: instant(completed_at), number_id: null };
  return {
    data: await fieldsOf(context.db, registration),
    step,
    completed_at: null,
    number_id,
    ...(registration.sso_identity_id !== null && { sso: true }),
    ...(awaitsCode(registration) && { resend_at: instant(registration.resend_at) }),
    ...(await invitationsOf(context, registration)),
    ...(url !== undefined && { url }),
  };
}

async function fieldsOf(db: Store, registration: Registration): Promise<RegistrationFields> {
  const area = registration.number_id === null ? undefined : await findCoverage(db, registration.number_id);
  return {
    first_name: registration.first_name,
    last_name: registration.last_name,
    email: registration.email,
    nb_users: registration.nb_users,
    package_type: registration.package_type,
    nb_cx_bundles: registration.nb_cx_bundles,
    number: registration.number,
    country_code: area?.country_code ?? null,
    ddi_type: area?.ddi_type ?? null,
    state: area?.state_code || null,
    area_code: area?.area_code ?? null,
    ...(area && { is_package: pricesOf(area).is_package }),
    card_currency: registration.card_currency,
    card_country: registration.card_country,
    card_postcode: registration.card_postcode,
    card_name: registration.card_name,
    customer_name: registration.customer_name,
    customer_country: registration.customer_country,
    customer_postcode: registration.customer_postcode,
    customer_address: registration.customer_address,
    customer_city: registration.customer_city,
    customer_vat: registration.customer_vat,
  };
}
