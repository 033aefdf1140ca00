import { etag } from 'hono/etag';
import { calls } from '#contract/calls.ts';
import type { Conditions, Coverage } from '#contract/coverage.ts';
import { COVERAGES_LIMIT, ddiTypes, type Language, numberCountries } from '#domain/constants.ts';
import { API_PATH } from '#domain/hosts.ts';
import { placeNames } from '../data/nativeNames.ts';
import { reject } from '../http/errors.ts';
import { type App, answer, serve } from '../http/serve.ts';
import { nothingHere } from '../messages/errors.ts';
import { type Offered, offeredDictionary, wholeDictionary } from '../numbers/dictionaries.ts';
import type { ServerContext } from '../platform/context.ts';
import type { CoverageTable, Store } from '../store/schema.ts';

/** These responses change with a release only, so pages may cache them for a few minutes. */
const KEPT_SECONDS = 300;

/** ETags use SHA-256, because the library's default SHA-1 is avoided everywhere. */
const generateDigest = (body: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', body);

/** §7: countries, number types, areas, and the names of their codes. */
export function mountCoverages(app: App, { db }: ServerContext): void {
  for (const path of ['/dictionaries', '/ddipricelistcoverages', '/ddipricelistcoverages/*']) {
    app.use(API_PATH + path, etag({ generateDigest }), async (request, next) => {
      await next();
      if (request.res.status === 200) request.header('Cache-Control', `private, max-age=${KEPT_SECONDS}`);
      request.header('Vary', 'X-Language', { append: true });
    });
  }

  serve(app, calls.readDictionaries, async (_, { language }) => answer(200, { data: wholeDictionary(language) }));
  serve(app, calls.readCoverageDictionaries, async (_, { language }) =>
    answer(200, { data: offeredDictionary(language, await groups(db)) }),
  );

  serve(app, calls.listCoverages, async ({ query }, { language }) => {
    const { group_by, filter = [], page, limit } = query;
    const rows = group_by ? await oneForEach(db, group_by, filter) : await places(db, filter, page, limit);
    const shown = group_by ? pageOf(rows, page, limit) : rows;
    return answer(200, { data: shown.map((row) => onTheWire(row, language)) });
  });

  serve(app, calls.readCoverage, async ({ params }, { language }) => {
    const row = await findCoverage(db, params.number_id);
    return row ? answer(200, { data: onTheWire(row, language) }) : reject('tokenInvalid', { message: nothingHere });
  });
}

/** The record with an id from a URL; undefined for anything that is not a known id. */
export const findCoverage = async (db: Store, id: string | number): Promise<CoverageTable | undefined> =>
  /^[1-9]\d{0,8}$/.test(String(id))
    ? db.selectFrom('coverages').selectAll().where('id', '=', Number(id)).executeTakeFirst()
    : undefined;

/** Each combination of country, type and state with numbers. */
const groups = (db: Store): Promise<Offered[]> =>
  db.selectFrom('coverages').select(['country_code', 'ddi_type', 'state_code']).distinct().execute();

/** Records that match all conditions, ordered by id. */
function filtered(db: Store, conditions: Conditions) {
  return conditions.reduce(
    (query, { field, value }) => query.where(field, '=', value),
    db.selectFrom('coverages').selectAll(),
  );
}

const places = (db: Store, conditions: Conditions, page: number, limit: number) => {
  const rows = Math.min(limit, COVERAGES_LIMIT);
  return filtered(db, conditions)
    .orderBy('id')
    .limit(rows)
    .offset((page - 1) * rows)
    .execute();
};

/** The first record of each group; countries in the order of §2, types in the product's order. */
async function oneForEach(
  db: Store,
  field: 'country_code' | 'ddi_type',
  conditions: Conditions,
): Promise<CoverageTable[]> {
  const order: readonly string[] = field === 'country_code' ? numberCountries : ddiTypes;
  const firsts = filtered(db, conditions)
    .clearSelect()
    .select((row) => row.fn.min('id').as('id'))
    .groupBy(field);
  const rows = await db.selectFrom('coverages').selectAll().where('id', 'in', firsts).execute();
  return rows.sort((one, other) => order.indexOf(one[field]) - order.indexOf(other[field]));
}

const pageOf = <T>(rows: readonly T[], page: number, limit: number): readonly T[] =>
  rows.slice((page - 1) * limit, page * limit);

const onTheWire = (row: CoverageTable, language: Language): Coverage => ({
  ...row,
  ...placeNames(row, language),
  browsable: true,
});
