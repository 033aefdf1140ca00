/** What the login calls say when they succeed, and where the usual refusal says too little. */

export const codeSent = /*i18n*/ { id: 'Authentication code has been sent to your email address.' };
export const tooManyWrongCodes = /*i18n*/ { id: 'Too many wrong codes. Log in again to get a new one.' };
export const noMoreCodes = /*i18n*/ {
  id: 'No more codes can be sent for this login. Log in again to get a new one.',
};
export const confirmationSent = /*i18n*/ {
  id: 'If this account still has to be confirmed, we have sent the link to its email address.',
};
export const resetSent = /*i18n*/ { id: 'If there is an account with this email address, we have sent it a link.' };
export const passwordReset = /*i18n*/ { id: 'Your password has been changed.' };
export const discountGiven = /*i18n*/ { id: 'Your discount of {percent}% is set. It is taken off every invoice.' };
