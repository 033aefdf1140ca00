import type { IsoDate } from './calendar.ts';
import type { CardType } from './constants.ts';
import { digitsOf, grouped, joinedDigits } from './digits.ts';

/** The format of a brand's numbers: lengths in ascending order, digit groups, and length of the security code. */
type Brand = { lengths: readonly number[]; groups: readonly number[]; codeLength: number };

const anyLength = [12, 13, 14, 15, 16, 17, 18, 19];
const fours = [4, 4, 4, 4, 3];

/** §5: lengths, masks and codes by brand; unknown brands may have 12 to 19 digits. */
const brands: Record<CardType, Brand> = {
  visa: { lengths: [16, 18, 19], groups: fours, codeLength: 3 },
  mastercard: { lengths: [16], groups: fours, codeLength: 3 },
  amex: { lengths: [15], groups: [4, 6, 5], codeLength: 4 },
  maestro: { lengths: anyLength, groups: fours, codeLength: 3 },
  other: { lengths: anyLength, groups: fours, codeLength: 3 },
};

/**
 * Leading digits, from–to, of equal length; the first matching row decides. Rows of 'other' exclude Brazilian cards.
 */
const prefixes: readonly (readonly [from: number, to: number, brand: CardType])[] = [
  [504175, 504175, 'other'],
  [506699, 506778, 'other'],
  [509000, 509999, 'other'],
  [636297, 636297, 'other'],
  [636368, 636368, 'other'],
  [637095, 637095, 'other'],
  [4, 4, 'visa'],
  [51, 55, 'mastercard'],
  [2221, 2720, 'mastercard'],
  [34, 34, 'amex'],
  [37, 37, 'amex'],
  [50, 50, 'maestro'],
  [56, 59, 'maestro'],
  [61, 61, 'maestro'],
  [63, 63, 'maestro'],
  [66, 69, 'maestro'],
];

/** §5: the brand by the leading digits; 'other' until they identify one. */
export function cardBrand(number: string): CardType {
  const digits = digitsOf(number);
  const fits = (from: number, to: number) => {
    const start = Number(digits.slice(0, String(from).length));
    return start >= from && start <= to;
  };
  return prefixes.find(([from, to]) => fits(from, to))?.[2] ?? 'other';
}

/** The maximum number of digits for this brand. */
export const maxLength = (brand: CardType): number => Math.max(...brands[brand].lengths);

/** Length of the security code: four digits for American Express, else three. */
export const codeLength = (brand: CardType): number => brands[brand].codeLength;

/** Length of the longest security code of all brands. */
export const MAX_SECURITY_CODE_LENGTH = Math.max(...Object.values(brands).map((brand) => brand.codeLength));

/** The number in groups, cut to the maximum of its brand: '4242 4242 4242 4242', '3782 822463 10005'. */
export function formatCardNumber(number: string): string {
  const brand = cardBrand(number);
  const digits = digitsOf(number).slice(0, maxLength(brand));
  return grouped(digits, brands[brand].groups);
}

/**
 * §5: valid length and checksum for the detected brand; only digits, separators and invisible characters are accepted.
 */
export function isCardNumberValid(number: string): boolean {
  const digits = joinedDigits(number).replaceAll('.', '');
  return brands[cardBrand(digits)].lengths.includes(digits.length) && hasChecksum(digits);
}

/** Whether the number is complete and focus may move on: at the maximum length, or at sixteen digits if valid. */
export function isCompleteNumber(number: string): boolean {
  const digits = digitsOf(number);
  return digits.length === maxLength(cardBrand(digits)) || (digits.length === 16 && isCardNumberValid(digits));
}

/**
 * Luhn: every second digit from the right is doubled and its digits are added; the sum ends in 0. With anything else
 * than digits there is no sum.
 */
function hasChecksum(digits: string): boolean {
  const total = [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return total % 10 === 0;
}

/** §5: the year as it is sent, '20yy', from two or four digits; '' for anything else. */
export function expiryYear(text: string): string {
  const digits = digitsOf(text);
  if (/^[0-9]{2}$/.test(digits)) return `20${digits}`;
  return /^20[0-9]{2}$/.test(digits) ? digits : '';
}

/** §5: the month as it is sent, '01' to '12'; '' for anything else. */
export function expiryMonth(text: string): string {
  const month = digitsOf(text).padStart(2, '0');
  return /^(0[1-9]|1[0-2])$/.test(month) ? month : '';
}

/** A card is valid until the end of its month. Month '01'–'12', year '20yy'. */
export const isExpired = (month: string, year: string, today: IsoDate): boolean =>
  `${year}-${month}` < today.slice(0, 7);
