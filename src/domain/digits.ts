import { withoutInvisibles } from './invisible.ts';

/** Blocks of ten digits that keyboards for our visitors may write: full-width, Arabic-Indic, Persian. */
const zeros = [0xff10, 0x0660, 0x06f0];

/** The digits of a text as 0–9, whatever stands between them. */
export const digitsOf = (text: string): string => plainDigits(text).replace(/[^0-9]/g, '');

/** A text with all digits written as 0–9; everything else is left alone. */
export const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** A number without what parts its digits: spaces, dashes of any length, minus signs, characters that nobody sees. */
export const joinedDigits = (text: string): string =>
  plainDigits(withoutInvisibles(text)).replace(/[\s\p{Pd}\u2212]/gu, '');

/** Cuts digits into groups of the given lengths, separated by spaces; what is missing is left out. */
export function grouped(digits: string, lengths: readonly number[]): string {
  const starts = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, length) => sum + length, 0));
  const groups = lengths.map((length, index) => digits.slice(starts[index], (starts[index] ?? 0) + length));
  return groups.filter((group) => group !== '').join(' ');
}
