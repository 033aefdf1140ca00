import type { Choice, Level, Option } from './choice.ts';
import type { NumberCountry } from './constants.ts';

/** Where most numbers are ordered: the largest city of a country, by its name and area code. */
const largestCity: Partial<Record<NumberCountry, { city: string; areaCode: string; state?: string }>> = {
  US: { state: 'NY', city: 'New York', areaCode: '646' },
  UK: { city: 'London', areaCode: '20' },
  AU: { city: 'Sydney', areaCode: '2' },
  CA: { city: 'Toronto', areaCode: '416' },
  BR: { city: 'São Paulo', areaCode: '11' },
  PT: { city: 'Lisbon', areaCode: '21' },
  ES: { city: 'Madrid', areaCode: '91' },
  MX: { city: 'Mexico City', areaCode: '55' },
  DE: { city: 'Berlin', areaCode: '30' },
  PL: { city: 'Warsaw', areaCode: '22' },
};

/** A number is never suggested: it is chosen by hand, for Continue needs a choice (§2). */
export type SuggestedLevel = Exclude<Level, 'number'>;

/**
 * What is suggested for a level of the number panel to someone who has chosen nothing yet: the country of the page, a
 * geographic number, the area of the largest city.
 */
export function suggested(level: SuggestedLevel, country: string, { choice, offered }: Offer): Option | null {
  const largest = largestCity[(choice.country?.id ?? country) as NumberCountry];
  const byId = (id: string | undefined) => offered[level].find((option) => option.id === id) ?? null;
  switch (level) {
    case 'country':
      return byId(country);
    case 'type':
      return byId('G');
    case 'state':
      return byId(largest?.state);
    case 'area':
      return largest ? areaOf(offered.area, largest) : null;
  }
}

type Offer = { choice: Choice; offered: Record<Level, readonly Option[]> };

/**
 * The city; if it has another name here, any place with its area code; otherwise the first area, whose code is among
 * the shortest.
 */
function areaOf(areas: readonly Option[], { city, areaCode }: { city: string; areaCode: string }): Option | null {
  const withCode = areas.filter(({ name }) => name.endsWith(`(${areaCode})`));
  return withCode.find(({ name }) => name.startsWith(city)) ?? withCode[0] ?? areas[0] ?? null;
}
