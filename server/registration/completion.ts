import type { Language } from '#domain/constants.ts';
import { knownTimeZone, todayIn } from '#domain/timeZone.ts';
import { trialEnd } from '#domain/trial.ts';
import { orderedFee } from '../account/fee.ts';
import { queueMail } from '../mail/outbox.ts';
import { assignToCustomer } from '../numbers/reservation.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import type { BankAttemptTable } from '../store/tables/registrations.ts';
import { holdNumber } from './order.ts';
import { createOwner } from './owner.ts';
import { completedAt, type Registration, updateRegistrationRow } from './registration.ts';

/** What is stored of the card that the bank has approved. */
type ApprovedCard = Pick<BankAttemptTable, 'card_brand' | 'card_last4' | 'bank_reference'>;

/**
 * §4: completes the sign-up, once: creates customer and owner, transfers the number, fixes the end of the trial and
 * queues the mails. The registration's secrets are erased.
 */
export async function complete(
  context: ServerContext,
  tx: Tx,
  registration: Registration,
  card: ApprovedCard,
  language: Language,
): Promise<Registration> {
  if (registration.completed_at !== null) return registration;
  const { now, config } = context;
  const zone = knownTimeZone(registration.trial_time_zone);
  const trialEndsOn = trialEnd(todayIn(zone, now()), config.settings.trialLength);
  await holdNumber(context, tx, registration);
  const userId = await createOwner(context, tx, registration);
  const country = registration.customer_country || (registration.card_country ?? '');
  const cardPostcode = country === registration.card_country ? (registration.card_postcode ?? '') : '';
  const { id: customerId } = await tx
    .insertInto('customers')
    .values({
      company: registration.customer_name,
      country,
      postcode: registration.customer_postcode || cardPostcode,
      address: registration.customer_address,
      city: registration.customer_city,
      vat: registration.customer_vat,
      package_type: registration.package_type,
      nb_users: registration.nb_users,
      nb_cx_bundles: registration.nb_cx_bundles,
      currency: registration.card_currency ?? registration.currency,
      number: registration.number,
      number_id: registration.number_id,
      ...card,
      completed_at: now(),
      trial_ends_on: trialEndsOn,
      trial_time_zone: zone,
      cancelled_at: null,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('users')
    .set({ customer_id: customerId, has_cx_bundle: registration.nb_cx_bundles > 0 ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
  await assignToCustomer(tx, registration.id, customerId);

  const mail = { to: registration.email, language };
  const values = { date: trialEndsOn, ...(await orderedFee(tx, customerId)) };
  await queueMail(context, tx, { ...mail, kind: 'trialStarted', values });
  if (registration.verified_at === null) {
    await queueMail(context, tx, { ...mail, kind: 'confirmation', about: registration.email_key });
  }
  return updateRegistrationRow(context, tx, registration.id, {
    step: '4',
    user_id: userId,
    customer_id: customerId,
    ...completedAt(now()),
  });
}
