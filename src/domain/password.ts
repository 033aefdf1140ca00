import { PASSWORD_MAX, PASSWORD_MIN } from './constants.ts';

/** Message code for a password that the shared rule rejects. */
type PasswordProblem = 'passwordShort' | 'tooLong';

const lengthOf = (text: string): number => [...text].length;

/**
 * 8 to 256 characters (code points) of any kind, whichever way their accents are typed; null if the password is
 * acceptable.
 */
export function passwordProblem(password: string): PasswordProblem | null {
  const length = lengthOf(password.normalize('NFC'));
  if (length < PASSWORD_MIN) return 'passwordShort';
  return length > PASSWORD_MAX ? 'tooLong' : null;
}

/** Shorter words are ignored: they would reject good passwords. */
const MIN_CONTEXT_WORD_LENGTH = 4;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Words close to a person (product, e-mail, name, company): whole and in parts, longest first. */
function contextWords(near: readonly string[]): string[] {
  const words = near.map(folded).flatMap((text) => [text, text.replace(/\s/g, ''), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words)]
    .filter((word) => lengthOf(word) >= MIN_CONTEXT_WORD_LENGTH)
    .sort((one, other) => other.length - one.length);
}

/** Server only: whether too little of a password remains once its context words are removed. */
export function isMadeOfContext(password: string, near: readonly string[]): boolean {
  const whole = folded(password);
  const rest = contextWords(near).reduce((text, word) => text.replaceAll(word, ''), whole);
  return rest !== whole && lengthOf(rest) < PASSWORD_MIN;
}
