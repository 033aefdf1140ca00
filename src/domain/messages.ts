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
  /** Of an address: a character that nobody sees; a letter before the @ that mail cannot be sent to. */
  invisibleInEmail: 'invisibleInEmail',
  foreignLetter: 'foreignLetter',
  /** The same of any other text. */
  invisible: 'invisible',
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

/** A code with the one value that its words name: 'foreignLetter:ż'. */
export const codeWith = (code: MessageCode, value: string): string => `${code}:${value}`;

/** The code of an error and its value, if it has one; null for words of somebody else. */
export function readCode(error: string): { code: MessageCode; value: string } | null {
  const [code = ''] = error.split(':', 1);
  return Object.hasOwn(messageCodes, code) ? { code: code as MessageCode, value: error.slice(code.length + 1) } : null;
}
