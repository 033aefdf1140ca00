/**
 * Codes of the messages of rules and flows. `messageTexts.ts` and `src/text/catalogue.ts` map them to text; the
 * server's own messages are passed beside them as text.
 */
export const messageCodes = {
  /** §8 'This value should not be blank.' */
  blank: 'blank',
  /** §5 reset: 'This field is required.' */
  required: 'required',
  email: 'email',
  /** For an address: an invisible character; a character before the @ that mail servers may not accept. */
  invisibleInEmail: 'invisibleInEmail',
  foreignLetter: 'foreignLetter',
  /** For any other text: an invisible character. */
  invisible: 'invisible',
  code: 'code',
  number: 'number',
  tooLong: 'tooLong',
  /** Half a character (a lone surrogate), which cannot be stored. */
  illFormed: 'illFormed',
  passwordShort: 'passwordShort',
  /** §8 'Passwords don't match.' */
  passwordsDiffer: 'passwordsDiffer',
  consent: 'consent',
  cardNumberInvalid: 'cardNumberInvalid',
  expiryInvalid: 'expiryInvalid',
  cardExpired: 'cardExpired',
  securityCodeInvalid: 'securityCodeInvalid',
  /** §9: PLN without a card, a company or a number in Poland. */
  currencyUnavailable: 'currencyUnavailable',
} as const;

/** A message of a form field. */
export type MessageCode = (typeof messageCodes)[keyof typeof messageCodes];

/** A code with the one value that its text contains: 'foreignLetter:ż'. */
export const codeWith = (code: MessageCode, value: string): string => `${code}:${value}`;

/** The code of an error and its value, if it has one; null for a text that is not ours. */
export function readCode(error: string): { code: MessageCode; value: string } | null {
  const [code = ''] = error.split(':', 1);
  return Object.hasOwn(messageCodes, code) ? { code: code as MessageCode, value: error.slice(code.length + 1) } : null;
}
