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

/** A registration on its way. */
export type Registration = Selectable<RegistrationTable>;

const DAY_MS = 86_400_000;
/** An open registration lives a week from its last change; a completed one is dead a day later. */
export const REGISTRATION_TTL_MS = 7 * DAY_MS;
export const COMPLETED_TTL_MS = DAY_MS;

/** §9: what is ordered before anything is chosen. */
export const nothingOrdered = {
  package_type: 'P',
  nb_users: 1,
  nb_cx_bundles: 0,
  number: null,
  number_id: null,
} as const;

/** §3: billing before step 4. */
export const nothingBilled = {
  customer_name: '',
  customer_country: '',
  customer_postcode: '',
  customer_address: '',
  customer_city: '',
  customer_vat: '',
} as const;

/** The registration of a token, if it lives; a token that leads nowhere is refused, whatever is wrong with it. */
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

/** The registration as it is now, inside the transaction that changes it. */
export const currentRegistration = (tx: Tx, id: number): Promise<Registration> =>
  tx.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Changes a registration; every change keeps it alive. */
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

/** Sentinel: sign-ups with this address take their time. */
export async function simulateLatency(config: Config, email: string): Promise<void> {
  if (emailSentinel(config, email) === 'slow') await wait(SLOW_MS);
}

/** Whether a code can be asked for again: verify-first, at step 2. */
export const awaitsCode = ({ signup_order, step, completed_at }: Registration): boolean =>
  signup_order === 'verify-first' && step === '2' && completed_at === null;

const instant = (millis: number | null): string | null => (millis === null ? null : new Date(millis).toISOString());

/** Teams that the visitor may join instead; nobody learns of them who has not proven the address. */
async function invitationsOf(context: ServerContext, { verified_at, completed_at, email }: Registration) {
  if (verified_at === null || completed_at !== null) return {};
  const invitations = await teamsInviting(context, email);
  return invitations.length > 0 ? { invitations } : {};
}

/** Wire table: where the registration stands after a submission. */
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

/** §3 Registration record; no secret, and once completed nothing but that. `url`: an open challenge. */
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
