/** §4: the message that a 3-D Secure page posts to its parent when it is done. It is only a hint: the reload decides. */
export const BANK_MESSAGE = '3DS-authentication-complete';
