import * as v from 'valibot';
import type { BillingForm } from '#contract/billing.ts';
import type { Choice } from '#domain/choice.ts';
import { currencies, MAX_USERS, packageTypes, type RegistrationStep } from '#domain/constants.ts';
import type { Order } from '#domain/order.ts';
import type { AccountForm } from '../forms.ts';

/** The card's own data, before it is typed and after its use. */
export const noCard = { card_number: '', card_end_month: '', card_end_year: '', card_cvv: '' };

/** Who pays with the card, where the bank's own page takes both. */
export const noHolder = { card_name: '', card_country: '', card_postcode: '' };

const Line = v.string();
const Option = v.nullable(v.object({ id: v.string(), name: v.string() }));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_USERS));
const Yes = v.exactOptional(v.literal(true));

/**
 * Input that was typed but not sent. It survives a reload in the session storage, so it never has a password, a code or
 * card data.
 */
export const UnsavedInput = v.object({
  account: v.exactOptional(
    v.object({ first_name: Line, last_name: Line, email: Line, terms: v.exactOptional(v.boolean()) }),
  ),
  order: v.exactOptional(v.object({ packageType: v.picklist(packageTypes), nbUsers: Count, nbCxBundles: Count })),
  choice: v.exactOptional(v.object({ country: Option, type: Option, state: Option, area: Option, number: Option })),
  billing: v.exactOptional(
    v.object({
      card_name: Line,
      card_country: Line,
      card_postcode: Line,
      card_currency: v.picklist(currencies),
      customer_name: Line,
      customer_country: Line,
      customer_postcode: Line,
      customer_address: Line,
      customer_city: Line,
      customer_vat: Line,
    }),
  ),
  /** When the bank's frame must be closed, ms since the epoch. */
  bankDeadline: v.exactOptional(v.number()),
  /** A card was sent from this tab: the registration may be completed by it, although no answer has arrived. */
  cardSent: Yes,
  /** The hosted page that the registration may still name has ended or was closed. */
  bankIsOver: Yes,
  /** The visitor was invited to a team but has chosen an account of their own; the choice is not offered again. */
  startsOwn: Yes,
});
export type UnsavedInput = v.InferOutput<typeof UnsavedInput>;

/** The unsaved input of step 1. */
export const unsavedAccount = ({ form: { values } }: { form: { values: AccountForm } }): UnsavedInput => ({
  account: {
    first_name: values.first_name,
    last_name: values.last_name,
    email: values.email,
    terms: values.terms,
  },
});

/** The unsaved input of step 4. */
export const unsavedBilling = (step: { form: { values: BillingForm }; isCardSent?: boolean }): UnsavedInput => ({
  billing: withoutCardData(step.form.values),
  ...(step.isCardSent && { cardSent: true as const }),
});

/** The form of step 4 without the card: what may be stored and shown again. */
export const withoutCardData = ({
  card_number,
  card_end_month,
  card_end_year,
  card_cvv,
  ...rest
}: BillingForm): Omit<BillingForm, keyof typeof noCard> => rest;

/** The unsaved input of the plan and the number. */
export const unsavedPlan = ({ order, choice }: { order: Order; choice: Choice | null }): UnsavedInput => ({
  order,
  ...(choice && { choice }),
});

/** The deadline of a hosted page, which a reload must not extend. */
export const unsavedBankCheck = ({ deadline }: { deadline: number | null }): UnsavedInput =>
  deadline === null ? {} : { bankDeadline: deadline };

/** The parts that differ from what is saved, or that were unsaved before: the ones the person has edited. */
export function touched(
  { account, order, choice, billing, ...rest }: UnsavedInput,
  before: UnsavedInput,
  saved: UnsavedInput & { numberId: number | null; number: string | null },
): UnsavedInput {
  const isSavedNumber = choice?.number?.id === saved.number && choice?.area?.id === String(saved.numberId);
  return {
    ...rest,
    ...(account && (before.account || !isSame(account, saved.account)) && { account }),
    ...(order && (before.order || !isSame(order, saved.order)) && { order }),
    ...(choice && (before.choice || !isSavedNumber) && { choice }),
    ...(billing && (before.billing || !isSame(billing, saved.billing)) && { billing }),
  };
}

/** Removes the input of a step that has been sent. */
export function withoutSent(
  { account, order, choice, billing, ...rest }: UnsavedInput,
  step: RegistrationStep,
): UnsavedInput {
  const isAccount = step === '1' || step === '2-sso';
  return {
    ...rest,
    ...(account && !isAccount && { account }),
    ...(order && isAccount && { order }),
    ...(choice && (isAccount || step === '2') && { choice }),
    ...(billing && step !== '4' && { billing }),
  };
}

const isSame = <Part extends object>(part: Part, other: Part | undefined): boolean =>
  other !== undefined && (Object.keys(part) as (keyof Part)[]).every((key) => part[key] === other[key]);
