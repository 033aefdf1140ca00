import { type BillingForm, billingForm, hostedBillingForm } from '#contract/billing.ts';
import type { Coverage } from '#contract/coverage.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { cardBrand } from '#domain/card.ts';
import type { CardEntry, Currency } from '#domain/constants.ts';
import { currenciesFor } from '#domain/currency.ts';
import { type Check, clear, edit, type Form, leave } from '#domain/form.ts';
import type { Order } from '#domain/order.ts';
import { isAnotherCountry } from '#domain/postalCode.ts';
import { check, cleaned, isValid } from '../forms.ts';
import { noCard } from './unsavedInput.ts';

type Change = Partial<BillingForm>;

/** Values issued by a country, which are invalid in any other. */
const givenBy = {
  card_country: ['card_postcode'],
  customer_country: ['customer_postcode', 'customer_vat'],
} as const;
const countries = ['card_country', 'customer_country'] as const;

/** Whether a value, or an error, belongs to the company. */
export const hasCompany = (fields: Partial<Record<keyof BillingForm, string>>): boolean =>
  Object.entries(fields).some(([field, text]) => field.startsWith('customer_') && text !== '');

type Filled = {
  cardEntry: CardEntry;
  today: IsoDate;
  form: Form<BillingForm>;
  /** The ordered number, and its area once it is known. */
  number_id: number | null;
  area: Coverage | null;
};

/** The country of the ordered number; null if none is ordered, undefined while it is not known. */
const numberCountry = ({ number_id, area }: Filled): string | null | undefined =>
  number_id === null ? null : area?.country_code || undefined;

/** The schema of the form, with what is known beside its values; without a card, where the bank's own page takes it. */
function schemaOf(filled: Filled) {
  const facts = { today: filled.today, numberCountry: numberCountry(filled) };
  return filled.cardEntry === 'hosted' ? hostedBillingForm(facts) : billingForm(facts);
}

/** The check of the form. */
export const checkBilling = (filled: Filled): Check<BillingForm> => check(schemaOf(filled));

/** Whether the form can be sent. */
export const isBillingValid = (filled: Filled): boolean => isValid(schemaOf(filled), filled.form.values);

/**
 * The offered currencies that the server accepts with these countries. The chosen one stays in the list; if it is not
 * available any more, its field shows the error.
 */
export function availableCurrencies(filled: Filled & { currencies: readonly Currency[] }): readonly Currency[] {
  const { card_country, customer_country, card_currency } = filled.form.values;
  const ordered = numberCountry(filled);
  if (ordered === undefined) return filled.currencies;
  const available = currenciesFor(card_country, customer_country, ordered);
  return filled.currencies.filter((currency) => currency === card_currency || available.includes(currency));
}

/** The country of the number has come: the currency is checked against it. */
export const checkCurrency = (filled: Filled): Form<BillingForm> =>
  leave(filled.form, 'card_currency', checkBilling(filled));

/**
 * An edit by the person: postal codes are upper-cased; values issued by a country are cleared when the country changes,
 * and the currency is checked against it at once.
 */
export function editBilling(filled: Filled, change: Change): Form<BillingForm> {
  const { form } = filled;
  const rules = checkBilling(filled);
  const outdated = countries
    .filter((country) => isAnotherCountry(form.values[country], change[country] ?? form.values[country]))
    .flatMap((country) => givenBy[country])
    .filter((field) => !(field in change));
  const empty: Change = Object.fromEntries(outdated.map((field) => [field, '']));
  const edited = clear(edit(form, upperCased(change), rules), empty, rules);
  const isMoved = countries.some((country) => edited.values[country] !== form.values[country]);
  return isMoved ? leave(edited, 'card_currency', rules) : edited;
}

/** §5: some inputs are upper-cased while typing. */
const upperCased = (change: Change): Change => ({
  ...change,
  ...(change.card_postcode !== undefined && { card_postcode: change.card_postcode.toUpperCase() }),
  ...(change.customer_postcode !== undefined && { customer_postcode: change.customer_postcode.toUpperCase() }),
});

/** The form after the card was sent: the security code must be entered again. */
export const withoutSecurityCode = (values: BillingForm): BillingForm => ({ ...values, card_cvv: '' });

/** The form after the step with the card was left. */
export const withoutCard = (values: BillingForm): BillingForm => ({ ...values, ...noCard });

/**
 * Fills in the company's country from the card, and its postal code too if the countries are the same, where they are
 * empty.
 */
export function withCompanyAddress(values: BillingForm): BillingForm {
  const customer_country = values.customer_country || values.card_country;
  const ofCard = customer_country === values.card_country ? values.card_postcode : '';
  return { ...values, customer_country, customer_postcode: values.customer_postcode || ofCard };
}

/** §7: the body of step 4, the only one that carries card data; none where the bank's own page takes the card. */
export const billingBody = ({ timeZone, order, ...filled }: Filled & { timeZone: string; order: Order }) => ({
  step: '4' as const,
  ...cleaned(schemaOf(filled), filled.form.values),
  ...(filled.cardEntry === 'page' && { card_type: cardBrand(filled.form.values.card_number) }),
  package_type: order.packageType,
  nb_users: order.nbUsers,
  nb_cx_bundles: order.nbCxBundles,
  trial_time_zone: timeZone,
});
