import type { MessageCode } from './messages.ts';
import type { Wait } from './wait.ts';

/** An English text, which is its id in the catalogues. */
type MessageText = { readonly id: string };

/**
 * §5 and §8: the messages for invalid fields, of the page and the server. `{min}` is the minimum length of a password,
 * `{letter}` the value of the code.
 */
export const fieldTexts: Record<MessageCode, MessageText> = {
  blank: /*i18n*/ { id: 'This value should not be blank.' },
  required: /*i18n*/ { id: 'This field is required.' },
  email: /*i18n*/ { id: 'Enter an email address like name@example.com.' },
  invisibleInEmail: /*i18n*/ {
    id: 'There is an invisible character in this address. Type it again instead of pasting it.',
  },
  foreignLetter: /*i18n*/ {
    id: "We can't send email to an address with “{letter}” before the @. Only the letters a to z work there.",
  },
  invisible: /*i18n*/ {
    id: 'There is an invisible character in this text. Type it again instead of pasting it.',
  },
  code: /*i18n*/ { id: 'Enter all six digits of the code.' },
  number: /*i18n*/ { id: 'Enter a whole number.' },
  tooLong: /*i18n*/ { id: 'This is too long. Use fewer characters.' },
  illFormed: /*i18n*/ { id: "This contains a character we can't read. Type it again." },
  passwordShort: /*i18n*/ { id: 'Use at least {min} characters.' },
  passwordsDiffer: /*i18n*/ { id: "Passwords don't match." },
  consent: /*i18n*/ { id: 'Agree to the terms and the privacy policy to continue.' },
  cardNumberInvalid: /*i18n*/ { id: 'Card number is invalid' },
  expiryInvalid: /*i18n*/ { id: 'Enter the expiry date as it appears on the card, for example 04 and 29.' },
  cardExpired: /*i18n*/ { id: 'This card has expired. Use another card.' },
  securityCodeInvalid: /*i18n*/ {
    id: 'Enter the 3 digits on the back of the card, or the 4 on the front of an American Express card.',
  },
  currencyUnavailable: /*i18n*/ {
    id: 'PLN is only available with a card, company or number in Poland. Choose another currency.',
  },
};

/** How long to wait before another attempt. */
export const waitTexts: Record<Wait['unit'], MessageText> = {
  seconds: /*i18n*/ { id: 'Try again in {seconds, plural, one {# second} other {# seconds}}.' },
  minutes: /*i18n*/ { id: 'Try again in {minutes, plural, one {# minute} other {# minutes}}.' },
  hours: /*i18n*/ { id: 'Try again in {hours, plural, one {# hour} other {# hours}}.' },
};
