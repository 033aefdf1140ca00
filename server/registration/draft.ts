import { setTimeout as wait } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { RegistrationFields, RegistrationRecord, RegistrationState } from '#contract/registration.ts';
import { teamsInviting } from '../account/invitation.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { reject } from '../errors.ts';
import { pricesOf } from '../numbers.ts';
import { findCoverage } from '../routes/coverages.ts';
import { tokenHash } from '../secrets.ts';
import { emailSentinel, SLOW_MS } from '../sentinels.ts';
import type { DraftTable, Store, Tx } from '../store/schema.ts';

/** A registration on its way. */
export type Draft = Selectable<DraftTable>;

const DAY_MS = 86_400_000;
/** R1: an open draft lives a week from its last change; W8: a completed one is dead a day later. */
export const DRAFT_LIFE_MS = 7 * DAY_MS;
export const COMPLETED_LIFE_MS = DAY_MS;

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

/** The draft of a token, if it lives; a token that leads nowhere is refused, whatever is wrong with it. */
export async function findDraft({ db, now, config }: Context, token: string): Promise<Draft> {
  const hash = tokenHash(token);
  const draft = await db
    .selectFrom('drafts')
    .selectAll()
    .where((row) => row.or([row('token_hash', '=', hash), row('resume_hash', '=', hash)]))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  if (!draft) return reject('registrationNotFound');
  await dawdle(config, draft.email);
  return draft;
}

/** The draft as it is now, inside the transaction that changes it. */
export const currentDraft = (tx: Tx, id: number): Promise<Draft> =>
  tx.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Changes a draft; every change keeps it alive. */
export const changeDraft = ({ now }: Context, tx: Tx, id: number, change: Partial<Draft>): Promise<Draft> =>
  tx
    .updateTable('drafts')
    .set({ expires_at: now() + DRAFT_LIFE_MS, ...change, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Sentinel: sign-ups with this address take their time. */
export async function dawdle(config: Config, email: string): Promise<void> {
  if (emailSentinel(config, email) === 'slow') await wait(SLOW_MS);
}

/** Whether a code can be asked for again: verify-first, at step 2. */
export const awaitsCode = ({ signup_order, step, completed_at }: Draft): boolean =>
  signup_order === 'verify-first' && step === '2' && completed_at === null;

const instant = (millis: number | null): string | null => (millis === null ? null : new Date(millis).toISOString());

/** Teams that the visitor may join instead; nobody learns of them who has not proven the address. */
async function invitationsOf(context: Context, { verified_at, completed_at, email }: Draft) {
  if (verified_at === null || completed_at !== null) return {};
  const invitations = await teamsInviting(context, email);
  return invitations.length > 0 ? { invitations } : {};
}

/** Wire table: where the draft stands after a submission. */
export const stateOf = async (context: Context, draft: Draft, token: string): Promise<RegistrationState> => ({
  token,
  step: draft.step,
  completed_at: instant(draft.completed_at),
  ...(awaitsCode(draft) && { resend_at: instant(draft.resend_at) }),
  ...(await invitationsOf(context, draft)),
});

/** §3 Registration record; no secret (W8), and once completed nothing but that (R1). `url`: an open challenge. */
export async function recordOf(
  context: Context,
  draft: Draft,
  url: string | null | undefined,
): Promise<RegistrationRecord> {
  const { step, completed_at, number_id } = draft;
  if (completed_at !== null) return { data: {}, step, completed_at: instant(completed_at), number_id: null };
  return {
    data: await fieldsOf(context.db, draft),
    step,
    completed_at: null,
    number_id,
    ...(draft.sso_identity_id !== null && { sso: true }),
    ...(awaitsCode(draft) && { resend_at: instant(draft.resend_at) }),
    ...(await invitationsOf(context, draft)),
    ...(url !== undefined && { url }),
  };
}

async function fieldsOf(db: Store, draft: Draft): Promise<RegistrationFields> {
  const area = draft.number_id === null ? undefined : await findCoverage(db, draft.number_id);
  return {
    first_name: draft.first_name,
    last_name: draft.last_name,
    email: draft.email,
    nb_users: draft.nb_users,
    package_type: draft.package_type,
    nb_cx_bundles: draft.nb_cx_bundles,
    number: draft.number,
    country_code: area?.country_code ?? null,
    ddi_type: area?.ddi_type ?? null,
    state: area?.state_code || null,
    area_code: area?.area_code ?? null,
    ...(area && { is_package: pricesOf(area).is_package }),
    card_currency: draft.card_currency,
    card_country: draft.card_country,
    card_postcode: draft.card_postcode,
    card_name: draft.card_name,
    customer_name: draft.customer_name,
    customer_country: draft.customer_country,
    customer_postcode: draft.customer_postcode,
    customer_address: draft.customer_address,
    customer_city: draft.customer_city,
    customer_vat: draft.customer_vat,
  };
}
