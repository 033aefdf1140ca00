import * as v from 'valibot';
import type { IsoDate } from '#domain/calendar.ts';
import { cardBrand, codeLength, expiryMonth, expiryYear, isCardNumberValid, isExpired } from '#domain/card.ts';
import { currenciesFor } from '#domain/currency.ts';
import { digitsOf } from '#domain/digits.ts';
import { withoutInvisibles } from '#domain/invisible.ts';
import { messageCodes } from '#domain/messages.ts';
import { requiresPostalCode } from '#domain/postalCode.ts';
import { CardName, Currency, PostalCode, RequiredText, SecurityCode, Text } from './fields.ts';

const { blank, cardNumberInvalid, securityCodeInvalid, expiryInvalid, cardExpired, currencyUnavailable } = messageCodes;

/** Digits as typed into a field, with other characters and invisible ones. */
const Figures = v.pipe(v.string(blank), v.transform(withoutInvisibles), v.trim(), v.nonEmpty(blank));
const CardNumber = v.pipe(Figures, v.check(isCardNumberValid, cardNumberInvalid), v.transform(digitsOf));
const Month = v.pipe(Figures, v.transform(expiryMonth), v.nonEmpty(expiryInvalid));
const Year = v.pipe(Figures, v.transform(expiryYear), v.nonEmpty(expiryInvalid));

/** What the check depends on besides the form's own values. */
type Facts = {
  /** The visitor's date, against which the card's expiry is checked. */
  today: IsoDate;
  /** The country of the ordered number; null if no number is ordered, undefined while it is not known. */
  numberCountry: string | null | undefined;
};

type Payment = { card_currency: v.InferOutput<typeof Currency>; card_country?: string; customer_country: string };

/** §9: whether the currency goes with the countries; each does while the number's country is not known. */
const hasCurrency =
  (numberCountry: Facts['numberCountry']) =>
  ({ card_currency, card_country, customer_country }: Payment) =>
    numberCountry === undefined || currenciesFor(card_country, customer_country, numberCountry).includes(card_currency);

/** What step 4 holds besides the card. */
const orderFields = {
  card_currency: Currency,
  customer_name: Text,
  customer_country: Text,
  customer_postcode: PostalCode,
  customer_address: Text,
  customer_city: Text,
  customer_vat: Text,
};

const allFields = {
  card_number: CardNumber,
  card_end_month: Month,
  card_end_year: Year,
  card_cvv: v.pipe(SecurityCode, v.nonEmpty(blank), v.regex(/^\d{3,4}$/, securityCodeInvalid)),
  card_name: CardName,
  card_country: RequiredText,
  card_postcode: PostalCode,
  ...orderFields,
};

/** The names of the fields of step 4: an error can name each. */
export const billingFieldNames = Object.keys(allFields) as readonly (keyof typeof allFields)[];

/** Step 4 where the bank's own page takes the card. */
export const hostedBillingForm = ({ numberCountry }: Pick<Facts, 'numberCountry'>) =>
  v.pipe(
    v.object(orderFields),
    v.forward(
      v.partialCheck([['card_currency'], ['customer_country']], hasCurrency(numberCountry), currencyUnavailable),
      ['card_currency'],
    ),
  );

/**
 * §2 Step 4, checked by the page before it is sent and by the server: values as typed, returned as they are sent. The
 * issues are message codes.
 */
export const billingForm = ({ today, numberCountry }: Facts) =>
  v.pipe(
    v.object(allFields),
    v.forward(
      v.partialCheck(
        [['card_number'], ['card_cvv']],
        ({ card_number, card_cvv }) => card_cvv.length === codeLength(cardBrand(card_number)),
        securityCodeInvalid,
      ),
      ['card_cvv'],
    ),
    v.forward(
      // Runs even if the country is invalid, so the path of the country is not listed.
      v.partialCheck(
        [['card_postcode']],
        ({ card_postcode, card_country = '' }: { card_postcode: string; card_country?: string }) =>
          card_postcode !== '' || !requiresPostalCode(card_country),
        blank,
      ),
      ['card_postcode'],
    ),
    v.forward(
      v.partialCheck(
        [['card_end_month'], ['card_end_year']],
        ({ card_end_month: month, card_end_year: year }) => !month || !year || !isExpired(month, year, today),
        cardExpired,
      ),
      ['card_end_month'],
    ),
    v.forward(
      v.partialCheck(
        [['card_currency'], ['card_country'], ['customer_country']],
        hasCurrency(numberCountry),
        currencyUnavailable,
      ),
      ['card_currency'],
    ),
  );
export type BillingForm = v.InferInput<ReturnType<typeof billingForm>>;
