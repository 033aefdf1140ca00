import type { Coverage } from '#contract/coverage.ts';
import {
  americanTypes,
  berlin,
  berlinNumbers,
  bonn,
  countries,
  germanTypes,
  munich,
  names,
  newYork,
  noNumbers,
} from '../machines/registration/offer.ts';

const coverages = [berlin, munich, bonn, newYork];

export type ListRequest = { coverage_id?: number } & Partial<Coverage>;

/**
 * The answer to a call that loads dictionaries, places or numbers; undefined for any other call. With few numbers
 * New York has none and no alternative area; Munich has none, but Berlin and Bonn have.
 */
export function listFor(name: string, { country_code, coverage_id }: ListRequest, hasFewNumbers: boolean): unknown {
  switch (name) {
    case 'readDictionaries':
    case 'readCoverageDictionaries':
      return names;
    case 'listCountries':
      return countries;
    case 'listNumberTypes':
      return country_code === 'US' ? americanTypes : germanTypes;
    case 'listAreas':
      return coverages.filter((coverage) => coverage.country_code === country_code);
    case 'listNumbers':
      return hasFewNumbers && (coverage_id === newYork.id || coverage_id === munich.id) ? noNumbers : berlinNumbers;
    case 'readCoverage':
      return berlin;
    default:
      return undefined;
  }
}
