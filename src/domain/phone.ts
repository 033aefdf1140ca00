import { grouped } from './digits.ts';

/** Dialling codes of two digits; those starting with 1 or 7 have one digit, all others three. */
const twoDigits = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

const codeLengthOf = (digits: string): number => (/^[17]/.test(digits) ? 1 : twoDigits.test(digits) ? 2 : 3);

/** How the national part is grouped; the first row whose pattern matches all of it decides. */
type Grouping = readonly [national: RegExp, groups: readonly number[]];

/** §9: countries with a notation of their own, by dialling code, as far as the length does not give it. */
const countries: Record<string, readonly Grouping[]> = {
  // Spain: toll-free 900 and 800 in threes, all others 3-2-2-2.
  '34': [
    [/^[89]00\d{6}$/, [3, 3, 3]],
    [/^\d{9}$/, [3, 2, 2, 2]],
  ],
  // United Kingdom: by the length of the area code; the five-digit ones are listed.
  '44': [
    [/^1(3873|5242|539[4-6]|697[347]|768[347]|9467)\d{5}$/, [5, 5]],
    [/^(2\d|5[56]|70|76(?!24))\d{8}$/, [2, 4, 4]],
    [/^(11\d|1\d1)\d{7}$/, [3, 3, 4]],
    [/^[17]\d{9}$/, [4, 6]],
    [/^1\d{8}$/, [4, 5]],
    [/^[58]00\d{6}$/, [3, 6]],
  ],
  // New Zealand: one-digit areas, mobiles 2x, the short toll-free numbers.
  '64': [
    [/^[34679]\d{7}$/, [1, 3, 4]],
    [/^80\d{6}$/, [3, 2, 3]],
    [/^2\d{7}$/, [2, 3, 3]],
    [/^2\d{8}$/, [2, 3, 4]],
    [/^2\d{9}$/, [2, 4, 4]],
  ],
  // Singapore: the longer numbers that are toll-free or for a premium.
  '65': [
    [/^1[89]00\d{7}$/, [4, 3, 4]],
    [/^7000\d{7}$/, [4, 4, 3]],
  ],
  // Turkey: 3-3-2-2, as in its numbering plan.
  '90': [[/^\d{10}$/, [3, 3, 2, 2]]],
  // Taiwan: toll-free in threes; areas of three, two and one digits, the longest first.
  '886': [
    [/^80\d{7}$/, [3, 3, 3]],
    [/^826\d{5}$/, [3, 5]],
    [/^836\d{5}$/, [3, 2, 3]],
    [/^(37|49|82|89)\d{6}$/, [2, 3, 3]],
    [/^(49|20|50)\d{7}$/, [2, 3, 4]],
    [/^70\d{8}$/, [2, 4, 4]],
    [/^[2-8]\d{7}$/, [1, 3, 4]],
    [/^[2-8]\d{8}$/, [1, 4, 4]],
  ],
};

/**
 * The area codes of other countries, by dialling code, as in server/data/coverages.tsv (tests/domain/areaCodes.test.ts):
 * an area code is a group of its own.
 */
const areaCodes: Record<string, RegExp> = {
  // Portugal: Lisbon and Porto have two digits, all others three.
  '351': /^(2[12]|2[3-9]\d)/,
  // Germany: two to five digits; those of five begin with 33 to 39, as do some of three and four.
  '49': new RegExp(
    `^(${[
      '[34]0|[68]9',
      '2(0[1-389]|1[124]|2[18]|3[14]|[4-9]1)|3([35-9][15]|4[015])|4([2-57-9]1|6[15])|[568][1-9]1',
      '7([1-57-9]1|6[01])|9(06|[1-9]1)',
      '33(0[1-467]|2[127-9]|3[124578]|[46][1246]|7[1257-9]|8[1256]|9[145])',
      '34(2[135]|3[1357]|4[13578]|6[1246]|7[1356]|9[1346])',
      '35(0[14]|2[1-3589]|3[1357]|[49][1246]|6[1-4]|7[13468]|8[13568])',
      '36(0[1356]|2[1-489]|3[124-6]|4[1347]|6[13]|7[12579]|8[1-356]|9[135])',
      '37(2[1-7]|3[1357]|4[145]|6[1-5]|7[1-4])',
      '38(21|3[1468]|4[1347]|6[0135-9]|7[1467]|8[136])',
      '39(0[12479]|2[1358]|3[1357]|4[134679]|6[1-9]|7[136]|8[147]|9[1468])',
      '3[3-9]\\d{3}|(?![789]00)[24-9]\\d{3}',
    ].join('|')})`,
  ),
  // Mexico: some large cities have two digits, all others three.
  '52': /^(33|37(?![57])|48(?!1)|5[58]|69|81|95|96(?![0679])|97|[2-9]\d\d)/,
  // Poland and Brazil: two digits; Brazilian mobile numbers have them, too.
  '48': /^(1[2-8]|2[2-59]|3[02-4]|4[1-468]|5[24-689]|6[1-3578]|7[14-7]|8[1-79]|9[145])(?=\d{7}$)/,
  '55': /^([14689][1-9]|2[12478]|3[1-578]|5[13-5]|7[13-579])(?=\d{8,9}$)/,
  // Australia: one digit.
  '61': /^([2378])(?=\d{8}$)/,
};

/** §9: what is left, by its length. */
const byLength: Record<number, readonly number[]> = {
  4: [4],
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
  if (own) return `+${code} ${grouped(national, own)}`;
  const [area = ''] = areaCodes[code]?.exec(national) ?? [];
  const rest = national.slice(area.length);
  return [`+${code}`, area, grouped(rest, byLength[rest.length] ?? [rest.length])].filter(Boolean).join(' ');
}
