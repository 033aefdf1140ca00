import type { Dictionary } from '#contract/coverage.ts';
import { ddiTypes, type Language, numberCountries } from '#domain/constants.ts';
import { isoCode } from '#domain/countryCode.ts';
import { intlTag } from '#domain/locale.ts';
import { countryCodes } from '../data/countries.ts';
import { usStates } from '../data/usStates.ts';
import { internationalName, numberTypeNames } from '../messages/names.ts';
import { translate } from '../messages/translate.ts';
import type { CoverageTable } from '../store/tables/operation.ts';

const ddiTypeNames = (language: Language) =>
  Object.fromEntries(ddiTypes.map((type) => [type, translate(language, numberTypeNames[type])]));

function countryNames(language: Language, codes: readonly string[]): Record<string, string> {
  const names = new Intl.DisplayNames(intlTag(language), { type: 'region' });
  return Object.fromEntries(
    codes.map((code) => [
      code,
      code === 'INT' ? translate(language, internationalName) : (names.of(isoCode(code)) ?? code),
    ]),
  );
}

/** §3 Dictionary: all countries of the world, for billing. */
export const wholeDictionary = (language: Language): Dictionary => ({
  country: countryNames(language, countryCodes),
  ddi_type: ddiTypeNames(language),
  us_state: usStates(language),
});

/** A country, type and state in which numbers are offered; few countries have states. */
export type Offered = Pick<CoverageTable, 'country_code' | 'ddi_type' | 'state_code'>;

/** The same keys, limited to what has numbers (§2): no state without an area. */
export function offeredDictionary(language: Language, offered: readonly Offered[]): Dictionary {
  const whole = { ...wholeDictionary(language), country: countryNames(language, numberCountries) };
  const states = offered.filter(({ country_code }) => country_code === 'US').map(({ state_code }) => state_code);
  return {
    country: only(whole.country, new Set(offered.map(({ country_code }) => country_code))),
    ddi_type: only(whole.ddi_type, new Set(offered.map(({ ddi_type }) => ddi_type))),
    us_state: only(whole.us_state, new Set(states)),
  };
}

const only = (names: Record<string, string>, codes: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(names).filter(([code]) => codes.has(code)));
