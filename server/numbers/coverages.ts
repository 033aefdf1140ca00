import type { Conditions, Coverage } from '#contract/coverage.ts';
import { ddiTypes, type Language, numberCountries } from '#domain/constants.ts';
import { placeNames } from '../data/nativeNames.ts';
import { rowId } from '../http/rowId.ts';
import type { Store } from '../store/schema.ts';
import type { CoverageTable } from '../store/tables/operation.ts';
import type { Offered } from './dictionaries.ts';

type Page = { page: number; limit: number };

/** The record with an id from a URL; undefined for anything that is not a known id. */
export const findCoverage = (db: Store, id: string | number): Promise<CoverageTable | undefined> =>
  db
    .selectFrom('coverages')
    .selectAll()
    .where('id', '=', rowId(String(id)))
    .executeTakeFirst();

/** Each combination of country, type and state with numbers. */
export const offeredGroups = (db: Store): Promise<Offered[]> =>
  db.selectFrom('coverages').select(['country_code', 'ddi_type', 'state_code']).distinct().execute();

/** The same conditions in one order, each once. */
export function distinct(conditions: Conditions): Conditions {
  const byText = new Map(conditions.map(({ field, value }) => [`${field} ${value}`, { field, value }]));
  return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, condition]) => condition);
}

/** A page of the records that match all conditions, ordered by id. */
export function coveragesOf(db: Store, conditions: Conditions, { page, limit }: Page): Promise<CoverageTable[]> {
  // Stryker disable next-line QueryCondition: SQLite keeps this order by itself
  const ordered = filtered(db, conditions).orderBy('id');
  return ordered
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** A page of the first records of each group; countries in the order of §2, types in the product's order. */
export async function groupedCoverages(
  db: Store,
  field: 'country_code' | 'ddi_type',
  conditions: Conditions,
  { page, limit }: Page,
): Promise<CoverageTable[]> {
  const order: readonly string[] = field === 'country_code' ? numberCountries : ddiTypes;
  const firsts = filtered(db, conditions)
    .clearSelect()
    .select((row) => row.fn.min('id').as('id'))
    .groupBy(field);
  const rows = await db.selectFrom('coverages').selectAll().where('id', 'in', firsts).execute();
  return rows
    .sort((one, other) => order.indexOf(one[field]) - order.indexOf(other[field]))
    .slice((page - 1) * limit, page * limit);
}

function filtered(db: Store, conditions: Conditions) {
  return conditions.reduce(
    (query, { field, value }) => query.where(field, '=', value),
    db.selectFrom('coverages').selectAll(),
  );
}

/** A record as it is sent to the client, with the names of the place in a language. */
export const coverageView = (row: CoverageTable, language: Language): Coverage => ({
  ...row,
  ...placeNames(row, language),
  browsable: true,
});
