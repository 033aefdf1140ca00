import { expect, test } from 'vitest';
import { readDialled, withoutTrunk } from '#domain/dialled.ts';

test.each([
  ['+49 (0)221', true, '49221'],
  ['+49 ( 0 ) 221 (0) 4', true, '492214'],
  ['0049 221', true, '49221'],
  ['(00 49) 221', true, '49221'],
  ['＋49 221', true, '49221'],
  ['tel: +49', true, '49'],
  ['0221/', false, '221'],
  ['(646) 555-0123', false, '6465550123'],
  ['646 +1', false, '6461'],
  ['6400', false, '6400'],
  ['٠٢٢١', false, '221'],
  ['Köln', false, ''],
  ['', false, ''],
])('%s begins with a dialling code: %s; its digits are %s', (text, isInternational, digits) => {
  expect(readDialled(text)).toEqual({ isInternational, digits });
});

test.each([
  ['0221', '221'],
  ['00221', '221'],
  ['2210', '2210'],
  ['', ''],
])('%s without the trunk prefix is %s', (digits, rest) => {
  expect(withoutTrunk(digits)).toBe(rest);
});
