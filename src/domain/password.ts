import { PASSWORD_MAX, PASSWORD_MIN } from './constants.ts';

/** Message code of a password that the shared rule refuses. */
export type PasswordProblem = 'passwordShort' | 'tooLong';

const lengthOf = (text: string): number => [...text].length;

/** At least 8 and at most 256 characters (code points), of any kind; null when it may be used. */
export function passwordProblem(password: string): PasswordProblem | null {
  const length = lengthOf(password);
  if (length < PASSWORD_MIN) return 'passwordShort';
  return length > PASSWORD_MAX ? 'tooLong' : null;
}

/** Shorter words say too little: they would forbid good passwords. */
const SHORTEST_CONTEXT_WORD = 4;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Words that stand near a person (product, e-mail, name, company): whole, and in their parts, longest first. */
export function contextWords(near: readonly string[]): string[] {
  const words = near.map(folded).flatMap((text) => [text, text.replace(/\s/g, ''), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words)]
    .filter((word) => lengthOf(word) >= SHORTEST_CONTEXT_WORD)
    .sort((one, other) => other.length - one.length);
}

/** Server only: whether too little is left of a password once its context words are taken out. */
export function isMadeOfContext(password: string, near: readonly string[]): boolean {
  const whole = folded(password);
  const rest = contextWords(near).reduce((text, word) => text.replaceAll(word, ''), whole);
  return rest !== whole && lengthOf(rest) < PASSWORD_MIN;
}
