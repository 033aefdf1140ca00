import { CODE_LENGTH } from './constants.ts';
import { digitsOf, plainDigits } from './digits.ts';

const standsAlone = new RegExp(`(?<!\\d)\\d{${CODE_LENGTH}}(?!\\d)`);

/**
 * F1: the digits of whatever was typed or pasted ('123 456', '123-456'), six at most; out of a whole sentence the six
 * that stand together ('Within 10 minutes: 123456').
 */
export const codeDigits = (text: string): string =>
  standsAlone.exec(plainDigits(text))?.[0] ?? digitsOf(text).slice(0, CODE_LENGTH);

/** §5: exactly six digits. */
export const isCompleteCode = (code: string): boolean => /^[0-9]+$/.test(code) && code.length === CODE_LENGTH;
