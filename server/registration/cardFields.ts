import type { InferOutput } from 'valibot';
import type { UpdateRegistration } from '#contract/registration.ts';
import { type IsoDate, isTimeZone, todayIn } from '#domain/calendar.ts';
import { cardBrand, codeLength, expiryMonth, expiryYear, isCardNumberValid, isExpired } from '#domain/card.ts';
import { digitsOf } from '#domain/digits.ts';
import { isAnotherCountry, requiresPostalCode } from '#domain/postalCode.ts';
import type { Card } from '../bank/port.ts';
import { readCountryCode } from '../data/countries.ts';
import { rejectFields } from '../http/errors.ts';
import { fieldMessages } from '../messages/errors.ts';
import { nothingBilled, type Registration } from './registration.ts';

type Update = InferOutput<typeof UpdateRegistration>;

const plnOnlyInPoland = /*i18n*/ { id: 'PLN is only available to customers in Poland.' };

/** The stored fields of step 4: all but the card. */
export type BillingColumns = Pick<
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

/** Validates every card field on the server; rejects with an error for each invalid one. */
export function checkCard(body: Update, now: number): Card {
  const { card_number = '', card_cvv = '', card_name = '', card_country = '', card_postcode = '' } = body;
  const type = cardBrand(card_number);
  const endMonth = expiryMonth(body.card_end_month ?? '');
  const endYear = expiryYear(body.card_end_year ?? '');
  const country = readCountryCode(card_country);
  const expired = endMonth && endYear && isExpired(endMonth, endYear, today(body.trial_time_zone, now));
  rejectFields({
    card_number: card_number.trim()
      ? isCardNumberValid(card_number)
        ? undefined
        : fieldMessages.cardNumberInvalid
      : fieldMessages.blank,
    card_end_month: expired
      ? fieldMessages.cardExpired
      : wrong(body.card_end_month, endMonth !== '', fieldMessages.expiryInvalid),
    card_end_year: wrong(body.card_end_year, endYear !== '', fieldMessages.expiryInvalid),
    card_cvv: wrong(
      card_cvv,
      new RegExp(`^[0-9]{${codeLength(type)}}$`).test(card_cvv),
      fieldMessages.securityCodeInvalid,
    ),
    card_name: wrong(card_name, true),
    card_country: wrong(card_country, country !== null),
    card_postcode: card_postcode === '' && requiresPostalCode(country ?? '') ? fieldMessages.blank : undefined,
  });
  return {
    type,
    number: digitsOf(card_number),
    endMonth,
    endYear,
    securityCode: card_cvv,
    name: card_name,
    country: country ?? '',
    postcode: card_postcode,
  };
}

/**
 * The stored billing data. PLN is for customers in Poland only (§9): by the country of the card, the company or the
 * number.
 */
export function billingOf(
  body: Update,
  card: Card,
  registration: Registration,
  numberCountry: string | undefined,
): BillingColumns {
  const named = body.customer_country ?? registration.customer_country;
  const customerCountry = named === '' ? '' : readCountryCode(named);
  const kept = isAnotherCountry(registration.customer_country, customerCountry ?? '') ? nothingBilled : registration;
  const currency = body.card_currency ?? registration.card_currency ?? registration.currency;
  const isPolish = [card.country, customerCountry, numberCountry].includes('PL');
  const isChosen = body.card_currency !== undefined;
  rejectFields({
    customer_country: customerCountry === null ? fieldMessages.invalid : undefined,
    card_currency: isChosen && currency === 'PLN' && !isPolish ? plnOnlyInPoland : undefined,
  });
  return {
    card_currency: currency === 'PLN' && !isPolish ? 'EUR' : currency,
    card_country: card.country,
    card_postcode: card.postcode,
    card_name: card.name,
    customer_name: body.customer_name ?? registration.customer_name,
    customer_country: customerCountry ?? '',
    customer_postcode: body.customer_postcode ?? kept.customer_postcode,
    customer_address: body.customer_address ?? registration.customer_address,
    customer_city: body.customer_city ?? registration.customer_city,
    customer_vat: body.customer_vat ?? kept.customer_vat,
    trial_time_zone: body.trial_time_zone && isTimeZone(body.trial_time_zone) ? body.trial_time_zone : null,
  };
}

const wrong = (
  text: string | undefined,
  isRight: boolean,
  message: typeof fieldMessages.invalid = fieldMessages.invalid,
) => (!text?.trim() ? fieldMessages.blank : isRight ? undefined : message);

/** The visitor's date. For an unknown time zone, the date in the zone where a month ends last. */
const today = (zone: string | undefined, now: number): IsoDate =>
  todayIn(zone && isTimeZone(zone) ? zone : 'Etc/GMT+12', now);
