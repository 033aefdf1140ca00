import { CODE_LENGTH } from './constants.ts';
import { digitsOf } from './digits.ts';

/** F1: the digits of whatever was typed or pasted ('123 456', '123-456'), six at most. */
export const codeDigits = (text: string): string => digitsOf(text).slice(0, CODE_LENGTH);

/** §5: exactly six digits. */
export const isCompleteCode = (code: string): boolean => /^[0-9]+$/.test(code) && code.length === CODE_LENGTH;
