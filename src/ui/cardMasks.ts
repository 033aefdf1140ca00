import {
  cardBrand,
  cardDigits,
  codeLength,
  formatCardNumber,
  isCardNumberValid,
  LONGEST_CODE,
  maxLength,
} from '#domain/card.ts';
import type { CardType } from '#domain/constants.ts';
import { digitsOf } from '#domain/digits.ts';
import { digits, type Mask } from './mask.ts';

const longest = (number: string) => maxLength(cardBrand(number));

/** Groups by brand; digits that outgrow a brand (its first digits were edited) stay in sight behind the groups. */
export const cardNumberMask: Mask = {
  clean: cardDigits,
  show: (number) => [formatCardNumber(number), number.slice(longest(number))].filter(Boolean).join(' '),
  limit: longest,
  isWhole: isCardNumberValid,
};

/** As many digits as the brand has; filled in before the number, the code may be of any brand. */
export const codeMask = (brand: CardType): Mask => digits(codeLength(brand), LONGEST_CODE);

/** Two digits; a year that is filled in or typed as 2027 becomes 27. */
export const yearMask: Mask = {
  clean: (text) => {
    const year = digitsOf(text);
    return /^20\d\d$/.test(year) ? year.slice(2) : year;
  },
  show: (year) => year,
  limit: (year) => (mayBeLongYear(year) ? 4 : 2),
};

/** '20' may go on to 2027: no card that is valid ends in 2020. */
const mayBeLongYear = (year: string) => year.startsWith('20');

/** Whether the typing of a year has ended. */
export const isCompleteYear = (year: string): boolean => year.length === 2 && !mayBeLongYear(year);
