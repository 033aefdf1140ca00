import { withoutInvisibles } from './invisible.ts';

/** Blocks of ten digits that our visitors' keyboards may produce: full-width, Arabic-Indic, Persian. */
const zeros = [0xff10, 0x0660, 0x06f0];

/** The digits of a text as 0–9, whatever is between them. */
export const digitsOf = (text: string): string => plainDigits(text).replace(/[^0-9]/g, '');

/** A text with all digits written as 0–9; everything else is unchanged. */
export const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** A number without the separators of its digits: spaces, dashes of any length, minus signs, invisible characters. */
export const joinedDigits = (text: string): string =>
  plainDigits(withoutInvisibles(text)).replace(/[\s\p{Pd}\u2212]/gu, '');

/** Splits digits into groups of the given lengths, separated by spaces; missing digits are left out. */
export function grouped(digits: string, lengths: readonly number[]): string {
  const starts = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, length) => sum + length, 0));
  const groups = lengths.map((length, index) => digits.slice(starts[index], (starts[index] ?? 0) + length));
  return groups.filter((group) => group !== '').join(' ');
}
