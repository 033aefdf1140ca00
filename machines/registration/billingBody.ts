import { type BillingForm, billingForm, cleaned } from '#contract/forms.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { cardBrand } from '#domain/card.ts';
import { type Check, clear, edit, type Form } from '#domain/form.ts';
import type { Order } from '#domain/order.ts';
import { isAnotherCountry } from '#domain/postalCode.ts';

/** The fields of step 4 that an error can name. */
export const billingFields = [
  'card_number',
  'card_end_month',
  'card_end_year',
  'card_cvv',
  'card_name',
  'card_country',
  'card_postcode',
  'card_currency',
  'customer_name',
  'customer_country',
  'customer_postcode',
  'customer_address',
  'customer_city',
  'customer_vat',
] as const;

type Change = Partial<BillingForm>;

/** Values issued by a country, which are invalid in any other. */
const givenBy = {
  card_country: ['card_postcode'],
  customer_country: ['customer_postcode', 'customer_vat'],
} as const;
const countries = ['card_country', 'customer_country'] as const;

/**
 * An edit by the person: postal codes are upper-cased; values issued by a country are cleared when the country changes.
 */
export function editBilling(form: Form<BillingForm>, change: Change, check: Check<BillingForm>): Form<BillingForm> {
  const outdated = countries
    .filter((country) => isAnotherCountry(form.values[country], change[country] ?? form.values[country]))
    .flatMap((country) => givenBy[country])
    .filter((field) => !(field in change));
  const empty: Change = Object.fromEntries(outdated.map((field) => [field, '']));
  return clear(edit(form, upperCased(change), check), empty, check);
}

/** §5: some inputs are upper-cased while typing. */
const upperCased = (change: Change): Change => ({
  ...change,
  ...(change.card_postcode !== undefined && { card_postcode: change.card_postcode.toUpperCase() }),
  ...(change.customer_postcode !== undefined && { customer_postcode: change.customer_postcode.toUpperCase() }),
});

type Filled = { today: IsoDate; timeZone: string; form: Form<BillingForm>; order: Order };

/** §7: the body of step 4, the only one that carries card data. */
export const billingBody = ({ today, timeZone, form, order }: Filled) => ({
  step: '4' as const,
  ...cleaned(billingForm(today), form.values),
  card_type: cardBrand(form.values.card_number),
  package_type: order.packageType,
  nb_users: order.nbUsers,
  nb_cx_bundles: order.nbCxBundles,
  trial_time_zone: timeZone,
});
