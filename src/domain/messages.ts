/**
 * Codes of the messages that a rule or a flow gives rise to. The words are chosen last, in
 * `src/text/catalogue.ts`; what the server says in its own words travels beside them as text.
 */
export const messageCodes = {
  /** §8 'This value should not be blank.' */
  blank: 'blank',
  /** §5 reset: 'This field is required.' */
  required: 'required',
  email: 'email',
  code: 'code',
  number: 'number',
  tooLong: 'tooLong',
  /** Half a character (a lone surrogate), which nothing can keep. */
  illFormed: 'illFormed',
  passwordShort: 'passwordShort',
  /** §8 'Passwords don't match.' */
  passwordsDiffer: 'passwordsDiffer',
  consent: 'consent',
  cardNumberInvalid: 'cardNumberInvalid',
  expiryInvalid: 'expiryInvalid',
  cardExpired: 'cardExpired',
  securityCodeInvalid: 'securityCodeInvalid',
} as const;

/** A message of a form field. */
export type MessageCode = (typeof messageCodes)[keyof typeof messageCodes];
