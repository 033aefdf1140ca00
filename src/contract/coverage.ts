import * as v from 'valibot';
import { COUNTRIES_LIMIT } from '#domain/constants.ts';
import { call } from './call.ts';
import {
  Figure,
  Flag,
  Label,
  maybe,
  maybeReadable,
  PackageType,
  Prices,
  perCurrency,
  readableItems,
} from './fields.ts';

const Name = v.nullish(Label, '');

/** §3 Coverage record. A grouped answer has one record for each group, perhaps with only the fields of the grouping. */
export const Coverage = v.object({
  id: v.nullish(Figure, 0),
  country_code: Name,
  country_tel_code: Name,
  ddi_type: Name,
  area_code: Name,
  state_code: Name,
  /** Name of the place in X-Language, if it has one; else in English. */
  city: Name,
  /** Additive: alternative names for the search. */
  aliases: maybeReadable(v.array(v.string())),
  browsable: v.fallback(v.nullish(Flag, true), true),
});
export type Coverage = v.InferOutput<typeof Coverage>;

const Coverages = v.object({ data: readableItems(Coverage) });
const Count = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
);

/** `filter` of §7: a JSON list of equalities on allowed fields. */
const Conditions = v.array(
  v.object({
    field: v.picklist(['country_code', 'ddi_type', 'state_code']),
    value: v.pipe(v.string(), v.maxLength(8)),
  }),
);
export type Conditions = v.InferOutput<typeof Conditions>;
/** Serialises and parses `filter`: the client passes a list, the address carries JSON. */
const Filter = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      const parsed = v.safeParse(Conditions, JSON.parse(dataset.value));
      if (parsed.success) return parsed.output;
    } catch {
      // falls through to the one error below
    }
    addIssue({ message: 'filter' });
    return NEVER;
  }),
);

/**
 * The one route behind the four rows of §7 on /ddipricelistcoverages: countries, number types, area codes. Paged:
 * `page` starts at 1.
 */
export const listCoverages = call({
  method: 'get',
  path: '/ddipricelistcoverages',
  query: v.object({
    group_by: v.optional(v.picklist(['country_code', 'ddi_type'])),
    page: v.optional(Count, 1),
    limit: v.optional(Count, COUNTRIES_LIMIT),
    filter: v.optional(Filter),
  }),
  answers: { 200: Coverages },
});

/** The area of a number. */
export const readCoverage = call({
  method: 'get',
  path: '/ddipricelistcoverages/:number_id',
  answers: { 200: v.object({ data: Coverage }) },
});

/** A code without a name is shown as the code. */
const Names = v.nullish(
  v.pipe(
    v.record(v.string(), v.fallback(v.nullable(Label), null)),
    v.transform((names) => Object.fromEntries(Object.entries(names).filter(isNamed))),
  ),
  {},
);
const isNamed = (entry: [string, string | null]): entry is [string, string] => entry[1] !== null;

/** §3 Dictionary: names in X-Language, by code. */
export const Dictionary = v.object({ country: Names, ddi_type: Names, us_state: Names });
export type Dictionary = v.InferOutput<typeof Dictionary>;

const Timestamp = v.object({ timestamp: v.optional(v.union([v.number(), v.string()])) });

/** §7: the names of countries, number types and US states. */
export const readDictionaries = call({
  method: 'get',
  path: '/dictionaries',
  query: Timestamp,
  answers: { 200: v.object({ data: Dictionary }) },
});

/** §7: the names that the lists of numbers use. */
export const readCoverageDictionaries = call({
  method: 'get',
  path: '/ddipricelistcoverages/dictionaries',
  query: Timestamp,
  answers: { 200: v.object({ data: Dictionary }) },
});

/** §3 Number list response: setup fee (nrc) and monthly fee (mrc) for each currency. */
export const NumberPrices = perCurrency(v.object({ nrc: Figure, mrc: Figure }));
export type NumberPrices = v.InferOutput<typeof NumberPrices>;
const PhoneNumber = v.union([
  v.object({ e164: v.string() }),
  v.pipe(
    v.string(),
    v.transform((e164) => ({ e164 })),
  ),
]);
/** The free numbers of an area, with their prices. */
export const NumberList = v.object({
  numbers: v.nullish(readableItems(PhoneNumber), []),
  is_package: maybe(Flag),
  prices: v.nullish(NumberPrices, {}),
});
export type NumberList = v.InferOutput<typeof NumberList>;

/**
 * One route for both rows `/registrations/{token}/numbers/{…}` of §7; for a number, the answer may hold prices only.
 */
export const listNumbers = call({
  method: 'get',
  path: '/registrations/:registration_token/numbers/:coverage_id',
  answers: { 200: v.object({ data: NumberList }) },
});

/** §3 Package. */
export const Package = v.object({ type: PackageType, prices: Prices, cx_prices: v.nullish(Prices, {}) });
export type Package = v.InferOutput<typeof Package>;

/** Both plans; packages of types that this product does not sell are dropped. */
export const Packages = readableItems(Package);

/** The packages and their prices, for an order of the sign-up. */
export const listPackages = call({
  method: 'get',
  path: '/registrations/:registration_token/packages',
  answers: { 200: v.object({ data: Packages }) },
});
