import { plainDigits } from './digits.ts';

/** A phone number, or the start of one, as typed. */
export type Dialled = {
  /** Written with '+' or '00': its digits begin with the dialling code. */
  isInternational: boolean;
  /** Without the leading zeros, which are dialled but not part of the number. */
  digits: string;
};

/** Reads '+49 (0)221', '0049 221', '0221/', '(646) 555-0123': punctuation and spaces are ignored. */
export function readDialled(text: string): Dialled {
  const plain = plainDigits(text).replace(/\(\s*0\s*\)/g, '');
  return {
    isInternational: /^[^\d+＋]*([+＋]|00)/.test(plain),
    digits: withoutTrunk(plain.replace(/\D/g, '')),
  };
}

/** The number without the trunk prefix, the zero that is dialled for national calls: '0221' is 221. */
export const withoutTrunk = (digits: string): string => digits.replace(/^0+/, '');
