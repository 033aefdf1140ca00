import { grouped } from './digits.ts';

/** Dialling codes of two digits; those starting with 1 or 7 have one digit, all others three. */
const twoDigits = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

const codeLengthOf = (digits: string): number => (/^[17]/.test(digits) ? 1 : twoDigits.test(digits) ? 2 : 3);

/** How the national part is grouped; the first row whose pattern matches all of it decides. */
type Grouping = readonly [national: RegExp, groups: readonly number[]];

/** §9: countries with a notation of their own, by dialling code. */
const countries: Record<string, readonly Grouping[]> = {
  // North America: area 3, exchange 3, line 4.
  '1': [[/^\d{10}$/, [3, 3, 4]]],
  // Spain: toll-free 900 and 800 in threes, all others 3-2-2-2.
  '34': [
    [/^[89]00\d{6}$/, [3, 3, 3]],
    [/^\d{9}$/, [3, 2, 2, 2]],
  ],
  // United Kingdom: by the length of the area code; the five-digit ones are listed.
  '44': [
    [/^1(3873|5242|539[4-6]|697[347]|768[347]|9467)\d{5}$/, [5, 5]],
    [/^(2\d|5[56]|70|76(?!24))\d{8}$/, [2, 4, 4]],
    [/^(11\d|1\d1|[389]\d\d)\d{7}$/, [3, 3, 4]],
    [/^[17]\d{9}$/, [4, 6]],
    [/^1\d{8}$/, [4, 5]],
    [/^[58]00\d{6}$/, [3, 6]],
  ],
  // New Zealand: one-digit areas, mobiles 2x, toll-free 508 and 800.
  '64': [
    [/^[34679]\d{7}$/, [1, 3, 4]],
    [/^80\d{6}$/, [3, 2, 3]],
    [/^(508|800)\d{6}$/, [3, 3, 3]],
    [/^(508|800)\d{7}$/, [3, 3, 4]],
    [/^2\d{7}$/, [2, 3, 3]],
    [/^2\d{8}$/, [2, 3, 4]],
    [/^2\d{9}$/, [2, 4, 4]],
  ],
  // Singapore: fours; toll-free and premium numbers are longer.
  '65': [
    [/^\d{8}$/, [4, 4]],
    [/^800\d{7}$/, [3, 3, 4]],
    [/^1[89]00\d{7}$/, [4, 3, 4]],
    [/^7000\d{7}$/, [4, 4, 3]],
  ],
  // Turkey: 3-3-2-2, as in its numbering plan.
  '90': [[/^\d{10}$/, [3, 3, 2, 2]]],
  // Taiwan: mobiles and toll-free in threes; areas of three, two and one digits, the longest first.
  '886': [
    [/^(9\d|80)\d{7}$/, [3, 3, 3]],
    [/^826\d{5}$/, [3, 5]],
    [/^836\d{5}$/, [3, 2, 3]],
    [/^(37|49|82|89)\d{6}$/, [2, 3, 3]],
    [/^(49|20|50)\d{7}$/, [2, 3, 4]],
    [/^70\d{8}$/, [2, 4, 4]],
    [/^[2-8]\d{7}$/, [1, 3, 4]],
    [/^[2-8]\d{8}$/, [1, 4, 4]],
  ],
};

/** §9: all other countries, by length of the national part. */
const byLength: Record<number, readonly number[]> = {
  5: [2, 3],
  6: [3, 3],
  7: [3, 4],
  8: [4, 4],
  9: [3, 3, 3],
  10: [3, 3, 4],
  11: [3, 4, 4],
  12: [4, 4, 4],
  13: [4, 4, 5],
};

/** §9: an E.164 number in readable form: '+44 20 7946 0958'. Anything else is returned unchanged. */
export function formatPhone(e164: string): string {
  if (!/^\+[1-9]\d{4,14}$/.test(e164)) return e164;
  const digits = e164.slice(1);
  const code = digits.slice(0, codeLengthOf(digits));
  const national = digits.slice(code.length);
  const own = countries[code]?.find(([pattern]) => pattern.test(national))?.[1];
  return `+${code} ${grouped(national, own ?? byLength[national.length] ?? [national.length])}`;
}
