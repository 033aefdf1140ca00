import type { Dictionary } from '#contract/coverage.ts';
import { ddiTypes, type Language, numberCountries } from '#domain/constants.ts';
import { intlTag } from '#domain/locale.ts';
import { countryCodes, isoCode } from './data/countries.ts';
import { usStates } from './data/usStates.ts';
import { ddiTypeWords, internationalWords } from './words/names.ts';
import { say } from './words/say.ts';

const ddiTypeNames = (language: Language) =>
  Object.fromEntries(ddiTypes.map((type) => [type, say(language, ddiTypeWords[type])]));

function countryNames(language: Language, codes: readonly string[]): Record<string, string> {
  const names = new Intl.DisplayNames(intlTag(language), { type: 'region' });
  return Object.fromEntries(
    codes.map((code) => [code, code === 'INT' ? say(language, internationalWords) : (names.of(isoCode(code)) ?? code)]),
  );
}

/** §3 Dictionary of everything: all countries of the world, for billing. */
export const wholeDictionary = (language: Language): Dictionary => ({
  country: countryNames(language, countryCodes),
  ddi_type: ddiTypeNames(language),
  us_state: usStates(language),
});

/** The same keys, only what numbers are offered for (§2). */
export const offeredDictionary = (language: Language): Dictionary => ({
  country: countryNames(language, numberCountries),
  ddi_type: ddiTypeNames(language),
  us_state: usStates(language),
});
