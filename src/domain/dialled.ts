import { plainDigits } from './digits.ts';

/** A phone number, or the start of one, as somebody typed it. */
export type Dialled = {
  /** Written with '+' or '00': its digits begin with the dialling code. */
  isInternational: boolean;
  /** Without the zeros in front that are dialled, but are no part of the number. */
  digits: string;
};

/** Reads '+49 (0)221', '0049 221', '0221/', '(646) 555-0123': signs and spaces do not count. */
export function readDialled(text: string): Dialled {
  const plain = plainDigits(text).replace(/\(\s*0\s*\)/g, '');
  return {
    isInternational: /^[^\d+＋]*([+＋]|00)/.test(plain),
    digits: withoutTrunk(plain.replace(/\D/g, '')),
  };
}

/** The number without the zero that is dialled before it at home: '0221' is 221. */
export const withoutTrunk = (digits: string): string => digits.replace(/^0+/, '');
