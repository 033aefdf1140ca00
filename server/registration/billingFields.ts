import * as v from 'valibot';
import { type BillingForm, billingForm, hostedBillingForm } from '#contract/billing.ts';
import { cardFields, type UpdateRegistration } from '#contract/registration.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { cardBrand } from '#domain/card.ts';
import type { CardEntry } from '#domain/constants.ts';
import { countryCodeOf } from '#domain/countryCode.ts';
import { availableCurrency, currenciesFor } from '#domain/currency.ts';
import { isAnotherCountry } from '#domain/postalCode.ts';
import { isTimeZone, todayIn } from '#domain/timeZone.ts';
import type { Card } from '../bank/port.ts';
import { isCountryCode } from '../data/countries.ts';
import { reject, rejectIssues } from '../http/errors.ts';
import { emptyBilling, type Registration } from './registration.ts';

type Update = v.InferOutput<typeof UpdateRegistration>;

/** The stored fields of step 4: all but the card. */
type BillingColumns = Pick<
  Registration,
  | 'card_currency'
  | 'card_country'
  | 'card_postcode'
  | 'card_name'
  | 'customer_name'
  | 'customer_country'
  | 'customer_postcode'
  | 'customer_address'
  | 'customer_city'
  | 'customer_vat'
  | 'trial_time_zone'
>;

/**
 * Step 4 as sent, for the bank and for the row of the registration; fields of the company that are absent keep their
 * values. Checked by the rules of the page's form and by the list of countries; rejects with an error for each invalid
 * field. `numberCountry`: the country of the ordered number, null if there is none. `cardEntry`: `hosted` takes no card.
 */
export function readBilling(
  body: Update,
  registration: Registration,
  { cardEntry, numberCountry, now }: { cardEntry: CardEntry; numberCountry: string | null; now: number },
): { card: Card | null; columns: Partial<BillingColumns> } {
  const values = valuesOf(body, registration, numberCountry);
  const trial_time_zone = body.trial_time_zone && isTimeZone(body.trial_time_zone) ? body.trial_time_zone : null;
  if (cardEntry === 'hosted') {
    const field = cardFields.find((name) => body[name]);
    if (field) reject('validation', { field });
    return { card: null, columns: { ...parsed(hostedForm(numberCountry), values), trial_time_zone } };
  }
  const form = parsed(pageForm({ today: today(body.trial_time_zone, now), numberCountry }), values);
  const { card_number, card_end_month, card_end_year, card_cvv, ...columns } = form;
  return {
    card: {
      type: cardBrand(card_number),
      number: card_number,
      endMonth: card_end_month,
      endYear: card_end_year,
      securityCode: card_cvv,
      name: form.card_name,
      country: form.card_country,
      postcode: form.card_postcode,
    },
    columns: { ...columns, trial_time_zone },
  };
}

/** The values of the whole form: as sent, else as stored. */
function valuesOf(body: Update, registration: Registration, numberCountry: string | null): BillingForm {
  const card_country = countryCodeOf(body.card_country ?? '');
  const customer_country = countryCodeOf(body.customer_country ?? registration.customer_country);
  const stored = isAnotherCountry(registration.customer_country, customer_country) ? emptyBilling : registration;
  const unchosen = registration.card_currency ?? registration.currency;
  const available = currenciesFor(card_country, customer_country, numberCountry);
  return {
    card_number: body.card_number ?? '',
    card_end_month: body.card_end_month ?? '',
    card_end_year: body.card_end_year ?? '',
    card_cvv: body.card_cvv ?? '',
    card_name: body.card_name ?? '',
    card_country,
    card_postcode: body.card_postcode ?? '',
    card_currency: body.card_currency ?? availableCurrency(unchosen, available),
    customer_name: body.customer_name ?? registration.customer_name,
    customer_country,
    customer_postcode: body.customer_postcode ?? stored.customer_postcode,
    customer_address: body.customer_address ?? registration.customer_address,
    customer_city: body.customer_city ?? registration.customer_city,
    customer_vat: body.customer_vat ?? stored.customer_vat,
  };
}

/* The forms by the shared rules. The page's lists hold only countries that exist, so that check is the server's own. */

const isListed = (country: string): boolean => country === '' || isCountryCode(country);

const pageForm = (facts: Parameters<typeof billingForm>[0]) =>
  v.pipe(
    billingForm(facts),
    v.forward(
      v.partialCheck([['card_country']], ({ card_country }) => isListed(card_country)),
      ['card_country'],
    ),
    v.forward(
      v.partialCheck([['customer_country']], ({ customer_country }) => isListed(customer_country)),
      ['customer_country'],
    ),
  );

const hostedForm = (numberCountry: string | null) =>
  v.pipe(
    hostedBillingForm({ numberCountry }),
    v.forward(
      v.partialCheck([['customer_country']], ({ customer_country }) => isListed(customer_country)),
      ['customer_country'],
    ),
  );

function parsed<Input, Output>(schema: v.GenericSchema<Input, Output>, values: Input): Output {
  const { success, output, issues } = v.safeParse(schema, values);
  return success ? output : rejectIssues(issues);
}

/** The visitor's date. For an unknown time zone, the date in the zone where a month ends last. */
const today = (zone: string | undefined, now: number): IsoDate =>
  todayIn(zone && isTimeZone(zone) ? zone : 'Etc/GMT+12', now);
