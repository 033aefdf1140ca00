import type { RegistrationFields, RegistrationRecord, RegistrationState } from '#contract/registration.ts';
import { teamsInviting } from '../account/invitation.ts';
import { findCoverage } from '../numbers/coverages.ts';
import { pricesOf } from '../numbers/numbers.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Store } from '../store/schema.ts';
import type { AttemptState } from './payment.ts';
import type { Registration } from './registration.ts';
import { awaitsCode } from './steps.ts';

/* A registration as it is sent to the client. */

const instant = (millis: number | null): string | null => (millis === null ? null : new Date(millis).toISOString());

/** Teams that the visitor may join instead; visible after the address is verified only. */
async function invitationsOf(context: ServerContext, { verified_at, completed_at, email }: Registration) {
  if (verified_at === null || completed_at !== null) return {};
  const invitations = await teamsInviting(context, email);
  return invitations.length > 0 ? { invitations } : {};
}

/** The state of the registration after a submission. */
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

/** §3 Registration record. It has no secrets, and after completion nothing but that fact. */
export async function recordOf(
  context: ServerContext,
  registration: Registration,
  attempt: AttemptState,
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
    ...(typeof attempt === 'object' && attempt),
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
    ...(area && pricesOf(area)),
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
