import {
  cardBrand,
  codeLength,
  formatCardNumber,
  isCardNumberValid,
  MAX_SECURITY_CODE_LENGTH,
  maxLength,
} from '#domain/card.ts';
import type { CardType } from '#domain/constants.ts';
import { digitsOf } from '#domain/digits.ts';
import { digits, type Mask } from './mask.ts';

const maxDigits = (number: string) => maxLength(cardBrand(number));

/** Groups by brand; digits beyond the brand's length (its first digits were edited) are shown after the groups. */
export const cardNumberMask: Mask = {
  clean: digitsOf,
  show: (number) => [formatCardNumber(number), number.slice(maxDigits(number))].filter(Boolean).join(' '),
  limit: maxDigits,
  isWhole: isCardNumberValid,
};

/** As many digits as the brand has. Filled in before the card number, the code may have the length of any brand. */
export const codeMask = (brand: CardType): Mask => digits(codeLength(brand), MAX_SECURITY_CODE_LENGTH);

/** The parts of an expiry date, which apps of banks copy as a whole: '04/29', '4 / 2029'. */
const expiryParts = (text: string): string[] =>
  text
    .split(/[/.\s\p{Pd}]+/u)
    .map(digitsOf)
    .filter(Boolean);

/** Two digits; of a whole date the first part. */
export const monthMask: Mask = { ...digits(2), clean: (text) => expiryParts(text)[0] ?? '' };

/** Two digits, of a whole date the last part; a year that is filled in or typed as 2027 becomes 27. */
export const yearMask: Mask = {
  clean: (text) => {
    const year = expiryParts(text).at(-1) ?? '';
    return /^20\d\d$/.test(year) ? year.slice(2) : year;
  },
  show: (year) => year,
  limit: (year) => (mayBeLongYear(year) ? 4 : 2),
};

/** '20' may be the start of 2027: no valid card expires in 2020. */
const mayBeLongYear = (year: string) => year.startsWith('20');

/** Whether the typed year is complete. */
export const isCompleteYear = (year: string): boolean => year.length === 2 && !mayBeLongYear(year);
