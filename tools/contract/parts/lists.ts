import type { Area, Suite } from '../context.ts';
import { textAt } from '../rows.ts';

/** §7: countries, number types and areas, and the names for them. */
export async function tryLists({ tryRow }: Suite): Promise<Area> {
  const timestamp = { query: { timestamp: '1' } };
  const names = { status: 200, has: ['data.country', 'data.ddi_type', 'data.us_state'] };
  await tryRow('', 'readDictionaries', timestamp, names);
  await tryRow('', 'readCoverageDictionaries', timestamp, names);
  const countries = await tryRow(
    'countries',
    'listCoverages',
    { query: { group_by: 'country_code', page: '1', limit: '500' } },
    { status: 200, has: ['data.0.country_code', 'data.0.country_tel_code'] },
  );
  const filter = (...conditions: [field: string, value: string | null][]) =>
    conditions.every(([, value]) => value !== null)
      ? JSON.stringify(conditions.map(([field, value]) => ({ field, value })))
      : null;
  const country = textAt(countries, 'data.0.country_code');
  const ofCountry = filter(['country_code', country]);
  const types = await tryRow(
    'number types',
    'listCoverages',
    ofCountry === null ? null : { query: { group_by: 'ddi_type', filter: ofCountry, limit: '5000' } },
    { status: 200, has: ['data.0.ddi_type'] },
  );
  const ofType = filter(['country_code', country], ['ddi_type', textAt(types, 'data.0.ddi_type')]);
  const areas = await tryRow(
    'areas',
    'listCoverages',
    ofType === null ? null : { query: { filter: ofType, page: '1', limit: '5000' } },
    { status: 200, has: ['data.0.id', 'data.0.area_code'] },
  );
  const area = textAt(areas, 'data.0.id');
  await tryRow('', 'readCoverage', area === null ? null : { params: { number_id: area } }, {
    status: 200,
    has: ['data.country_code', 'data.ddi_type', 'data.area_code'],
  });
  return area;
}
