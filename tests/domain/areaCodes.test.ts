import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatPhone } from '#domain/phone.ts';

const [, ...rows] = readFileSync(new URL('../../server/data/coverages.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const areas = rows.map((row) => {
  const [country = '', dialling = '', type, area = ''] = row.split('\t');
  return { country, dialling, type, area };
});

/** National digits of a number with an area code, by country. */
const nationalLength: Record<string, number> = { AU: 9, BR: 10, DE: 10, MX: 10, PL: 9, PT: 9 };

test.each([
  ['+49301234567', '+49 30 123 4567'],
  ['+492211234567', '+49 221 123 4567'],
  ['+4933051123456', '+49 33051 123 456'],
  ['+493301123456', '+49 3301 123 456'],
  ['+5511912345678', '+55 11 912 345 678'],
  ['+551132345678', '+55 11 3234 5678'],
  ['+351211234567', '+351 21 123 4567'],
  ['+351239123456', '+351 239 123 456'],
  ['+525512345678', '+52 55 1234 5678'],
  ['+48221234567', '+48 22 123 4567'],
  ['+61291234567', '+61 2 9123 4567'],
])('a known area code is a group of its own: %s is shown as %s', (e164, shown) => {
  expect(formatPhone(e164)).toBe(shown);
});

test('every area code on offer is a group of its own, unless a shorter one begins it', () => {
  const offered = areas.filter(({ country, type, area }) => nationalLength[country] && type === 'G' && area !== '');
  expect(new Set(offered.map(({ country }) => country)).size).toBe(6);
  const split = offered.filter(({ country, dialling, area }) => {
    const number = `${area}9876543210`.slice(0, nationalLength[country]);
    const [, group = ''] = formatPhone(`+${dialling}${number}`).split(' ');
    return group !== area && !offered.some((other) => other.dialling === dialling && other.area === group);
  });
  expect(split).toEqual([]);
  // In Germany six of 5,200 places have the code of a larger one and more digits.
  const shorter = offered.filter(({ country, dialling, area }) => {
    const number = `${area}9876543210`.slice(0, nationalLength[country]);
    return !formatPhone(`+${dialling}${number}`).startsWith(`+${dialling} ${area} `);
  });
  expect(new Set(shorter.map(({ area }) => area)).size).toBeLessThan(10);
});
