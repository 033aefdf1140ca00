/* Messages of successful login calls, and those that are more specific than the default error. */

export const codeSent = /*i18n*/ { id: 'Authentication code has been sent to your email address.' };
export const tooManyWrongCodes = /*i18n*/ { id: 'Too many wrong codes. Log in again to get a new one.' };
export const noMoreCodes = /*i18n*/ {
  id: 'No more codes can be sent for this login. Log in again to get a new one.',
};
export const confirmationSent = /*i18n*/ {
  id: "If this account still needs to be confirmed, we've sent a new link to its email address.",
};
export const resetSent = /*i18n*/ { id: "If there's an account for this email address, we've sent it a reset link." };
export const passwordReset = /*i18n*/ { id: 'Your password has been changed.' };
export const discountGiven = /*i18n*/ {
  id: "Your {percent}% discount has been applied. We'll take it off every invoice.",
};
