import type { ErrorName } from '#contract/errors.ts';
import type { MessageCode } from '#domain/messages.ts';
import type { Wait } from '#domain/wait.ts';
import type { MessageDescriptor } from './translate.ts';

/**
 * Default messages by error name. The time to wait is not part of them: Retry-After carries it, and the page words it.
 */
export const errorMessages: Record<ErrorName, MessageDescriptor> = {
  wrongCredentials: /*i18n*/ { id: 'Wrong email address or password.' },
  notConfirmed: /*i18n*/ { id: "Your account isn't confirmed yet." },
  codeWrong: /*i18n*/ { id: 'This code is wrong or has expired. Use the latest code, or ask for a new one.' },
  tooManyAttempts: /*i18n*/ { id: 'Too many attempts.' },
  sessionExpired: /*i18n*/ { id: 'Your session has ended. Log in again to continue.' },
  tokenInvalid: /*i18n*/ { id: 'This link has expired or has already been used.' },
  notAllowed: /*i18n*/ { id: "You don't have permission to do this." },
  signUpOpen: /*i18n*/ { id: "You haven't finished signing up. Your trial starts when you complete the last step." },
  registrationNotFound: /*i18n*/ { id: 'This sign-up is no longer available. Start again.' },
  stepRejected: /*i18n*/ { id: 'This sign-up is now at a different step. Reload the page to continue.' },
  numberTaken: /*i18n*/ { id: 'This number has just been taken. Choose another one.' },
  emailUnusable: /*i18n*/ { id: "This email address can't be used." },
  cardDeclined: /*i18n*/ { id: 'Your card was declined. Try another card.' },
  validation: /*i18n*/ { id: 'Check the details you entered.' },
  unavailable: /*i18n*/ { id: "This isn't available right now." },
};

/** A server error of unknown duration. */
export const ourFault: MessageDescriptor = /*i18n*/ { id: 'Something went wrong on our side. Try again in a moment.' };

/** The time to wait where there is no header; the same text as on the page. */
export const waitMessages: Record<Wait['unit'], MessageDescriptor> = {
  seconds: /*i18n*/ { id: 'Try again in {seconds, plural, one {# second} other {# seconds}}.' },
  minutes: /*i18n*/ { id: 'Try again in {minutes, plural, one {# minute} other {# minutes}}.' },
  hours: /*i18n*/ { id: 'Try again in {hours, plural, one {# hour} other {# hours}}.' },
};

/** For an unknown path, area or row. */
export const nothingHere: MessageDescriptor = /*i18n*/ { id: "We couldn't find this." };

/**
 * Messages of invalid fields, by the message codes of the contract's schemas. `{min}` is the minimum length of a
 * password, `{letter}` the value of the code.
 */
export const fieldMessages: Record<MessageCode, MessageDescriptor> & { invalid: MessageDescriptor } = {
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
  invalid: /*i18n*/ { id: "This value isn't valid." },
};
