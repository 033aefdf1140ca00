import { CODE_LENGTH } from './constants.ts';
import { digitsOf, plainDigits } from './digits.ts';

const adjacent = new RegExp(`(?<!\\d)\\d{${CODE_LENGTH}}(?!\\d)`);
const inHalves = new RegExp(`(?<!\\d)\\d{${CODE_LENGTH / 2}}[\\s\\p{Pd}]\\d{${CODE_LENGTH / 2}}(?!\\d)`, 'u');

/**
 * The digits of a typed or pasted text ('123 456', '123-456'), six at most; from a whole sentence, the six that are
 * adjacent or in two halves ('Within 10 minutes: 123456').
 */
export function codeDigits(text: string): string {
  const plain = plainDigits(text);
  const [code] = adjacent.exec(plain) ?? inHalves.exec(plain) ?? [plain];
  return digitsOf(code).slice(0, CODE_LENGTH);
}

/** §5: exactly six digits. */
export const isCompleteCode = (code: string): boolean => /^[0-9]+$/.test(code) && code.length === CODE_LENGTH;

/** Where text is written into a code: the selected digits, or the caret if start and end are equal. */
type CodeSelection = {
  start: number;
  end: number;
  /** How many digits were deleted at the caret: as many are inserted in their place. */
  gap?: number;
};

/**
 * §2: the code after text was written into it, and the new position of the caret. As in six boxes, each digit replaces
 * the one in its box; a longer selection is replaced as in any text; a complete code replaces everything.
 */
export function writeCode(code: string, { start, end, gap = 0 }: CodeSelection, text: string) {
  const digits = codeDigits(text);
  if (isCompleteCode(digits)) return { code: digits, caret: CODE_LENGTH };
  if (digits === '') return { code, caret: start };
  const replaced = end - start > 1 ? 0 : Math.max(digits.length - gap, 0);
  const behind = code.slice(Math.max(start + replaced, end));
  const written = (code.slice(0, start) + digits + behind).slice(0, CODE_LENGTH);
  return { code: written, caret: Math.min(start + digits.length, CODE_LENGTH) };
}
