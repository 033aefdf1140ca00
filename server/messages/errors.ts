import type { ErrorName } from '#contract/errors.ts';
import type { MessageCode } from '#domain/messages.ts';
import { fieldTexts } from '#domain/messageTexts.ts';
import type { MessageDescriptor } from './translate.ts';

/**
 * Default messages by error name. The time to wait is not part of them: Retry-After carries it, and the page states it.
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
export const internalError: MessageDescriptor = /*i18n*/ {
  id: 'Something went wrong on our side. Try again in a moment.',
};

/** For an unknown path, area or row. */
export const resourceNotFound: MessageDescriptor = /*i18n*/ { id: "We couldn't find this." };

/** Messages of invalid fields, by the message codes of the contract's schemas. */
export const fieldMessages: Record<MessageCode, MessageDescriptor> & { invalid: MessageDescriptor } = {
  ...fieldTexts,
  invalid: /*i18n*/ { id: "This value isn't valid." },
};
