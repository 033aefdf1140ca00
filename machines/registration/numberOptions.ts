import type { Coverage, Dictionary, NumberList, NumberPrices } from '#contract/coverage.ts';
import { type Choice, choose, isCompleteChoice, type Level, levelsAfter, type Option } from '#domain/choice.ts';
import { formatPhone } from '#domain/phone.ts';

/** How many areas are tried, one after another, when the chosen one has no numbers. */
const MAX_RESTOCKING_ATTEMPTS = 5;

/** The options of each select. */
type Offered = Record<Level, readonly Option[]>;

/** What is chosen, what is offered, the list that the offered numbers come from, and the hint beside it. */
export type Selection = {
  choice: Choice;
  offered: Offered;
  list: NumberList | null;
  /** §8: the chosen area had no numbers, or a saved value could not be restored. */
  hint: 'restocking' | 'numberDataUnreadable' | null;
};

/** A number as it is ordered, with its prices (§4: picking a number sets is_package and prices). */
export type PickedNumber = { number: string; number_id: number; is_package: boolean; prices: NumberPrices };

/** Each value once, whatever a list repeats; one without a value cannot be chosen. */
const choosable = (options: readonly Option[]): Option[] =>
  [...new Map(options.map((option) => [option.id, option])).values()].filter(({ id }) => id !== '');

/** §2: name and dialling code. */
export const countryOptions = (countries: readonly Coverage[], names: Dictionary): Option[] =>
  choosable(
    countries
      .filter(({ browsable }) => browsable)
      .map(({ country_code, country_tel_code }) => {
        const name = names.country[country_code] ?? country_code;
        return { id: country_code, name: country_tel_code ? `${name} (+${country_tel_code})` : name };
      }),
  );

/** The number types of a country, by name. */
export const typeOptions = (types: readonly Coverage[], names: Dictionary): Option[] =>
  choosable(types.map(({ ddi_type }) => ({ id: ddi_type, name: names.ddi_type[ddi_type] ?? ddi_type })));

/** The US states, by name. */
export const stateOptions = (names: Dictionary): Option[] =>
  Object.entries(names.us_state).map(([id, name]) => ({ id, name }));

/**
 * City and area code, searchable by other names and by dialling code; large places, which have the shortest codes, come
 * first. A type without areas has one record without a city, named after its type.
 */
export const areaOptions = (areas: readonly Coverage[], type: Option | null): Option[] =>
  areas
    .toSorted((one, other) => one.area_code.length - other.area_code.length)
    .map((area) => ({
      id: String(area.id),
      name: areaName(area, type?.name ?? ''),
      keywords: [...(area.aliases ?? []), `+${area.country_tel_code} ${area.area_code}`],
    }));

const areaName = ({ city, area_code }: Coverage, typeName: string): string =>
  city && area_code ? `${city} (${area_code})` : city || area_code || typeName;

/** The area of a number, for a summary: 'Berlin (30), Germany', 'Toll-free, 800, Germany'. */
export function placeName(place: Coverage, names: Dictionary): string {
  const typeName = names.ddi_type[place.ddi_type] ?? '';
  const area = areaName(place, typeName);
  const country = names.country[place.country_code] ?? place.country_code;
  return [!place.city && area !== typeName && typeName, area, country].filter(Boolean).join(', ');
}

/** The free numbers of an area, formatted. */
export const numberOptions = ({ numbers }: NumberList): Option[] =>
  choosable(numbers.map(({ e164 }) => ({ id: e164, name: formatPhone(e164) })));

/** The option with this id; null if it is no longer offered. */
export const findOption = (options: readonly Option[], id: string | null | undefined): Option | null =>
  options.find((option) => option.id === id) ?? null;

/** §4: a choice resets the selects after it and removes their options. */
export function withChoice({ choice, offered, list, hint }: Selection, level: Level, option: Option | null): Selection {
  return {
    choice: choose(choice, level, option),
    offered: { ...offered, ...Object.fromEntries(levelsAfter(level).map((next) => [next, []])) },
    list: level === 'number' ? list : null,
    hint: level === 'number' ? hint : null,
  };
}

/** The areas after the chosen one, wrapping to the first, five at most. */
export function areasToTry(areas: readonly Option[], chosen: Option | null): Option[] {
  const at = areas.findIndex(({ id }) => id === chosen?.id);
  return [...areas.slice(at + 1), ...areas.slice(0, Math.max(at, 0))].slice(0, MAX_RESTOCKING_ATTEMPTS);
}

/** The chosen number with the prices of its own list; null until one is chosen. */
export const pickedNumber = ({ choice, list }: Selection): PickedNumber | null =>
  isCompleteChoice(choice) && list
    ? {
        number: choice.number.id,
        number_id: Number(choice.area.id),
        is_package: list.is_package ?? false,
        prices: list.prices,
      }
    : null;
