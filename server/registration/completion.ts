import { knownTimeZone, todayIn } from '#domain/calendar.ts';
import type { Language } from '#domain/constants.ts';
import { trialEnd } from '#domain/trial.ts';
import type { Context } from '../context.ts';
import { queueMail } from '../mail/outbox.ts';
import { handOver, reserve } from '../reservation.ts';
import type { BankAttemptTable, Tx } from '../store/schema.ts';
import { COMPLETED_LIFE_MS, changeDraft, type Draft } from './draft.ts';
import { makeOwner } from './owner.ts';

/** What is known of the card that the bank has approved. */
export type ApprovedCard = Pick<BankAttemptTable, 'card_brand' | 'card_last4' | 'bank_reference'>;

/**
 * §4: the sign-up is done, once: customer and owner stand, the number is theirs, the end of the trial
 * is fixed (M1), the mails are queued. What the draft held of the person's secrets is gone.
 */
export async function complete(
  context: Context,
  tx: Tx,
  draft: Draft,
  card: ApprovedCard,
  language: Language,
): Promise<Draft> {
  if (draft.completed_at !== null) return draft;
  const { now, config } = context;
  const zone = knownTimeZone(draft.trial_time_zone);
  const trialEndsOn = trialEnd(todayIn(zone, now()), config.settings.trialLength);
  if (draft.number !== null && draft.number_id !== null) {
    await reserve(context, tx, { number: draft.number, number_id: draft.number_id }, { draft_id: draft.id });
  }

  const userId = await makeOwner(context, tx, draft);
  const country = draft.customer_country || (draft.card_country ?? '');
  const cardPostcode = country === draft.card_country ? (draft.card_postcode ?? '') : '';
  const { id: customerId } = await tx
    .insertInto('customers')
    .values({
      company: draft.customer_name,
      country,
      postcode: draft.customer_postcode || cardPostcode,
      address: draft.customer_address,
      city: draft.customer_city,
      vat: draft.customer_vat,
      package_type: draft.package_type,
      nb_users: draft.nb_users,
      nb_cx_bundles: draft.nb_cx_bundles,
      currency: draft.card_currency ?? draft.currency,
      number: draft.number,
      number_id: draft.number_id,
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
    .set({ customer_id: customerId, has_cx_bundle: draft.nb_cx_bundles > 0 ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
  await handOver(tx, draft.id, customerId);

  const post = { to: draft.email, language };
  await queueMail(context, tx, { ...post, kind: 'trialStarted', values: { date: trialEndsOn } });
  if (draft.verified_at === null) {
    await queueMail(context, tx, { ...post, kind: 'confirmation', topic: `confirmation ${draft.email_key}` });
  }
  return changeDraft(context, tx, draft.id, {
    step: '4',
    user_id: userId,
    customer_id: customerId,
    completed_at: now(),
    expires_at: now() + COMPLETED_LIFE_MS,
    password_hash: null,
    code_hash: null,
  });
}
