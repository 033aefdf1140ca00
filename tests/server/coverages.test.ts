import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filterOf } from '#adapters/coverages.ts';
import { numberCountries } from '#domain/constants.ts';
import { editionOf, readCoverages } from '#server/data/importCoverages.ts';
import { placeNames } from '#server/data/nativeNames.ts';
import { startServer } from '#tests/support/server.ts';

const MISSING = "We couldn't find this.";
const BASE = '/v1/phone/ddipricelistcoverages';
const country = (value: string) => ({ field: 'country_code', value }) as const;
const geographic = { field: 'ddi_type', value: 'G' } as const;

describe('places (§7, wire table)', () => {
  it('are all imported: 24,853, each with a unique id', async () => {
    const { context } = await startServer();
    const rows = await context.db.selectFrom('coverages').selectAll().execute();
    expect(rows.filter(({ ddi_type }) => ddi_type === 'G')).toHaveLength(24_853);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('are imported once', async () => {
    const first = await startServer();
    await first.context.db.deleteFrom('coverages').where('id', '=', 1).execute();
    await first.close();
    const second = await startServer({}, { dataDir: first.dataDir });
    expect(await second.context.db.selectFrom('coverages').select('id').where('id', '=', 1).execute()).toEqual([]);
  });

  it('are imported anew where the database has those of another edition', async () => {
    const first = await startServer();
    await first.context.db.deleteFrom('coverages').where('id', '=', 1).execute();
    const edition = editionOf('AU\t61\tG\t2\t\tAberfoyle\n', []);
    await first.context.db.updateTable('facts').set({ value: edition }).where('name', '=', 'coverages').execute();
    await first.close();
    const second = await startServer({}, { dataDir: first.dataDir });
    expect(await second.context.db.selectFrom('coverages').select('id').where('id', '=', 1).execute()).toHaveLength(1);
  });

  it('are another edition with any change of a place or a type', () => {
    const editions = [
      editionOf('AU\t61\tG\t2\t\tAberfoyle\n', [{ area_code: '888' }]),
      editionOf('AU\t61\tG\t2\t\tAberfoyle\nFR\t33\tG\t1\t\tParis\n', [{ area_code: '888' }]),
      editionOf('AU\t61\tG\t2\t\tAberfoyle\n', [{ area_code: '877' }]),
    ];
    expect(new Set(editions).size).toBe(3);
  });

  it('grouped by country are one row for each country of §2', async () => {
    const { api } = await startServer();
    const { data } = await api.listCoverages({ query: { group_by: 'country_code', page: 1, limit: 500 } });
    expect(data.data.map(({ country_code }) => country_code)).toEqual(numberCountries);
    expect(data.data.find(({ country_code }) => country_code === 'DE')).toMatchObject({
      country_tel_code: '49',
      browsable: true,
    });
  });

  it('grouped by type are the types of a country; International has no places', async () => {
    const { api } = await startServer();
    const types = async (code: string) => {
      const query = { group_by: 'ddi_type', limit: 5000, filter: filterOf([country(code)]) } as const;
      return (await api.listCoverages({ query })).data.data.map(({ ddi_type }) => ddi_type);
    };
    expect(await types('DE')).toEqual(['G', 'M', 'N', 'T']);
    expect(await types('US')).toEqual(['G', 'T']);
    expect(await types('INT')).not.toContain('G');
  });

  it('grouped by type come in the order of the product, whatever is added later', async () => {
    const { api, context } = await startServer();
    const { id: _, ...row } = await context.db
      .selectFrom('coverages')
      .selectAll()
      .where('country_code', '=', 'DE')
      .where('ddi_type', '=', 'T')
      .executeTakeFirstOrThrow();
    await context.db
      .insertInto('coverages')
      .values({ ...row, id: 899_999 })
      .execute();
    const query = { group_by: 'ddi_type', filter: filterOf([country('DE')]) } as const;
    const types = (await api.listCoverages({ query })).data.data.map(({ ddi_type }) => ddi_type);
    expect(types).toEqual(['G', 'M', 'N', 'T']);
  });

  it('grouped come in pages too', async () => {
    const { api } = await startServer();
    const page = async (page: number, group_by: 'country_code' | 'ddi_type', filter?: string) => {
      const query = { group_by, page, limit: 3, ...(filter && { filter }) };
      return (await api.listCoverages({ query })).data.data.map((row) => row[group_by]);
    };
    expect(await page(1, 'country_code')).toEqual(numberCountries.slice(0, 3));
    expect(await page(2, 'country_code')).toEqual(numberCountries.slice(3, 6));
    expect(await page(2, 'ddi_type', filterOf([country('DE')]))).toEqual(['T']);
  });

  it('are in the order of their ids, whatever the order of the filter', async () => {
    const { api } = await startServer();
    const state = { field: 'state_code', value: 'NY' } as const;
    const ids = async (...conditions: Parameters<typeof filterOf>[0]) => {
      const { data } = await api.listCoverages({ query: { limit: 50, filter: filterOf(conditions) } });
      return data.data.map(({ id }) => id);
    };
    const found = await ids(geographic, country('US'), state);
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(await ids(state, country('US'), geographic, state)).toEqual(found);
  });

  it('types without areas have one record with an empty city', async () => {
    const { api } = await startServer();
    const filter = filterOf([country('UK'), { field: 'ddi_type', value: 'M' }]);
    const { data } = await api.listCoverages({ query: { limit: 5000, filter } });
    expect(data.data).toMatchObject([{ city: '', country_code: 'UK', ddi_type: 'M' }]);
  });

  it('come in pages, and nothing is cut off: Germany has 5,207, Brazil 5,651', async () => {
    const { api } = await startServer();
    for (const [code, count] of [
      ['DE', 5207],
      ['BR', 5651],
    ] as const) {
      const filter = filterOf([geographic, country(code)]);
      const first = (await api.listCoverages({ query: { limit: 5000, filter } })).data.data;
      const second = (await api.listCoverages({ query: { limit: 5000, page: 2, filter } })).data.data;
      expect(first).toHaveLength(5000);
      expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(count);
      expect((await api.listCoverages({ query: { limit: 5000, page: 3, filter } })).data.data).toEqual([]);
    }
  });

  it('of the United States can be filtered by state', async () => {
    const { api } = await startServer();
    const filter = filterOf([geographic, country('US'), { field: 'state_code', value: 'NY' }]);
    const { data } = await api.listCoverages({ query: { limit: 5000, filter } });
    const expected = readCoverages().filter((row) => row.country_code === 'US' && row.state_code === 'NY');
    expect(data.data).toHaveLength(expected.length);
    expect(data.data.every(({ state_code }) => state_code === 'NY')).toBe(true);
  });

  it('are found by id; anything else is 404', async () => {
    const { api, request } = await startServer();
    const { data } = await api.readCoverage({ params: { number_id: '1' } });
    expect(data.data).toMatchObject({ id: 1, country_code: 'AU', area_code: '2', city: 'Aberfoyle' });
    for (const id of ['0', '-1', '1.0', '1e3', '99999999', "1'--", '%00', 'dictionaries2']) {
      const answer = await request(`${BASE}/${id}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ message: MISSING });
    }
  });

  it.each([
    ['a filter that is no JSON', 'filter=x'],
    ['a filter on a field that is not allowed', 'filter=[{"field":"id","value":"1"}]'],
    ['a filter that compares otherwise', 'filter=[{"field":"country_code","op":">","value":{"$gt":""}}]'],
    ['a page of no number', 'page=first'],
    ['page 0', 'page=0'],
    ['a limit below one', 'limit=0'],
    ['a limit beyond all reason', 'limit=1000000000'],
    ['a group that is not offered', 'group_by=city'],
  ])('refuse %s', async (_, query) => {
    const { request } = await startServer();
    const answer = await request(`${BASE}?${encodeURI(query)}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ code: 'VA1001' }] });
  });

  it('treat SQL in a filter as a value', async () => {
    const { api } = await startServer();
    const filter = filterOf([{ field: 'country_code', value: "' OR 1" }]);
    expect((await api.listCoverages({ query: { filter } })).data.data).toEqual([]);
  });

  it('give at most 5000 rows at once', async () => {
    const { api } = await startServer();
    expect((await api.listCoverages({ query: { limit: 999_999 } })).data.data).toHaveLength(5000);
  });

  it('may be cached, and are not sent again when unchanged', async () => {
    const { request } = await startServer();
    const first = await request(`${BASE}?limit=10`);
    expect(first.headers.get('Cache-Control')).toMatch(/^private, max-age=\d+$/);
    const etag = first.headers.get('ETag') ?? '';
    expect((await request(`${BASE}?limit=10`, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect((await request(`${BASE}?limit=11`, { headers: { 'If-None-Match': etag } })).status).toBe(200);
  });

  it('are compressed: Germany takes less than 90 KiB', async () => {
    const { request } = await startServer();
    const filter = encodeURIComponent(filterOf([country('DE')]));
    const answer = await request(`${BASE}?limit=5000&filter=${filter}`, { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(answer.headers.get('Content-Encoding')).toBe('br');
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(90 * 1024);
  });
});

describe('dictionaries (§3)', () => {
  it('name all countries, number types and US states in X-Language', async () => {
    const { client } = await startServer();
    const names = async (language: string) =>
      (await client({ headers: { 'X-Language': language } }).readDictionaries({ query: {} })).data.data;
    const english = await names('en');
    expect(english.country).toMatchObject({ DE: 'Germany', UK: 'United Kingdom', PL: 'Poland' });
    expect(Object.keys(english.country).length).toBeGreaterThan(240);
    expect(english.ddi_type).toEqual({ G: 'Geographic', M: 'Mobile', N: 'National', T: 'Toll-free' });
    expect(english.us_state).toMatchObject({ NY: 'New York', DC: 'District of Columbia' });
    expect(Object.keys(english.us_state)).toHaveLength(51);
    expect((await names('de')).country).toMatchObject({ DE: 'Deutschland' });
    expect(await names('es')).toMatchObject({ country: { DE: 'Alemania' }, us_state: { NY: 'Nueva York' } });
    expect((await names('pl')).country).toMatchObject({ DE: 'Niemcy' });
    expect((await names('pt')).country).toMatchObject({ PL: 'Polónia' });
    expect((await names('br')).country).toMatchObject({ PL: 'Polônia' });
    expect((await names('xx')).country).toMatchObject({ DE: 'Germany' });
  });

  it('of coverages contain only what is offered, including International', async () => {
    const { api } = await startServer();
    const { data } = await api.readCoverageDictionaries({ query: { timestamp: 1 } });
    expect(Object.keys(data.data.country).sort()).toEqual([...numberCountries].sort());
    expect(data.data.country).toMatchObject({ INT: 'International' });
  });

  it('of coverages contain no state and no type without an area', async () => {
    const { api } = await startServer();
    const { us_state, ddi_type } = (await api.readCoverageDictionaries({ query: {} })).data.data;
    expect(us_state).not.toHaveProperty('DC');
    expect(Object.keys(us_state)).toHaveLength(50);
    const areasOf = async (state: string) => {
      const filter = filterOf([geographic, country('US'), { field: 'state_code', value: state }]);
      return (await api.listCoverages({ query: { limit: 1, filter } })).data.data.length;
    };
    for (const state of Object.keys(us_state)) expect(await areasOf(state), state).toBe(1);
    expect(Object.keys(ddi_type)).toEqual(['G', 'M', 'N', 'T']);
  });

  it('of coverages omit what was removed from the records', async () => {
    const { api, context } = await startServer();
    await context.db.deleteFrom('coverages').where('state_code', '=', 'NY').execute();
    await context.db.updateTable('coverages').set({ state_code: 'NY' }).where('country_code', '=', 'CA').execute();
    await context.db.deleteFrom('coverages').where('country_code', '=', 'PL').execute();
    await context.db.deleteFrom('coverages').where('ddi_type', '=', 'M').execute();
    const { country: countries, us_state, ddi_type } = (await api.readCoverageDictionaries({ query: {} })).data.data;
    expect([countries.PL, us_state.NY, ddi_type.M]).toEqual([undefined, undefined, undefined]);
    expect([countries.DE, us_state.CA, ddi_type.G]).toEqual(['Germany', 'California', 'Geographic']);
  });
});

describe('places with another name in their own language', () => {
  const place = async (language: string, country_code: string, area_code: string) => {
    const { client, context } = await startServer();
    const { id } = await context.db
      .selectFrom('coverages')
      .select('id')
      .where('country_code', '=', country_code)
      .where('area_code', '=', area_code)
      .executeTakeFirstOrThrow();
    const api = client({ headers: { 'X-Language': language } });
    const { city, aliases } = (await api.readCoverage({ params: { number_id: String(id) } })).data.data;
    return [city, ...(aliases ?? [])];
  };

  it.each([
    ['en', 'DE', '221', ['Cologne', 'Köln']],
    ['de', 'DE', '221', ['Köln', 'Cologne']],
    ['pl', 'DE', '221', ['Cologne', 'Köln']],
    ['de', 'DE', '89', ['München', 'Munich']],
    ['de', 'DE', '30', ['Berlin']],
    ['pl', 'PL', '22', ['Warszawa', 'Warsaw']],
    ['pl', 'PL', '71', ['Wrocław', 'Wroclaw']],
    ['en', 'PL', '42', ['Łódź']],
    ['pl', 'PL', '42', ['Łódź']],
    ['de', 'PL', '29', ['Ostrołęka']],
    ['en', 'PL', '86', ['Łomża']],
    ['pt', 'PT', '21', ['Lisboa', 'Lisbon']],
    ['br', 'PT', '21', ['Lisboa', 'Lisbon']],
    ['es', 'MX', '55', ['Ciudad de México, CDMX', 'Mexico City, FD']],
    ['mx', 'MX', '55', ['Ciudad de México, CDMX', 'Mexico City, FD']],
    ['en', 'ES', '957', ['Cordova', 'Córdoba']],
    ['de', 'DE', '641', ['Gießen', 'Giessen']],
    ['mx', 'MX', '990', ['Mérida', 'Merida']],
  ])('in %s, %s %s is %o', async (language, country_code, area_code, names) => {
    expect(await place(language, country_code, area_code)).toEqual(names);
  });

  it('carry both names in lists too', async () => {
    const { client } = await startServer();
    const filter = filterOf([geographic, country('PL')]);
    const list = async (language: string) =>
      (await client({ headers: { 'X-Language': language } }).listCoverages({ query: { filter } })).data.data;
    const named = (rows: Awaited<ReturnType<typeof list>>, code: string) =>
      rows.find(({ area_code }) => area_code === code);
    expect(named(await list('pl'), '22')).toMatchObject({ city: 'Warszawa', aliases: ['Warsaw'] });
    expect(named(await list('en'), '22')).toMatchObject({ city: 'Warsaw', aliases: ['Warszawa'] });
    expect(named(await list('en'), '12')).not.toHaveProperty('aliases');
  });

  it('are each a place of the table', () => {
    const [, ...lines] = readFileSync('server/data/native-names.tsv', 'utf8').trimEnd().split('\n');
    const places = new Set(readCoverages().map((row) => [row.country_code, row.area_code, row.city].join()));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !places.has(line.split('\t').slice(0, 3).join()))).toEqual([]);
  });

  it.each(['de', 'es', 'pl', 'pt'] as const)(
    'are called the same under each of their area codes, in %s',
    (language) => {
      const names = new Map<string, Set<string>>();
      for (const row of readCoverages()) {
        const place = `${row.country_code} ${row.city}`;
        names.set(place, (names.get(place) ?? new Set()).add(placeNames(row, language).city));
      }
      expect([...names].filter(([, called]) => called.size > 1)).toEqual([]);
    },
  );

  it('are spelled with ß on German pages', () => {
    const german = readCoverages().filter(({ country_code }) => country_code === 'DE');
    const called = german.map((row) => placeNames(row, 'de').city);
    expect(called).toEqual(expect.arrayContaining(['Meißen', 'Haßfurt', 'Groß-Gerau', 'Kassel', 'Düsseldorf']));
    expect(called.filter((city) => /\b(Gross|Weiss|Preuss|Strass)|strasse\b/i.test(city))).toEqual([]);
  });

  it('names of Polish places keep all their letters', () => {
    const polish = readCoverages().filter(({ country_code, ddi_type }) => country_code === 'PL' && ddi_type === 'G');
    expect(polish.map(({ city }) => city)).toEqual(expect.arrayContaining(['Łódź', 'Ostrołęka', 'Łomża']));
    expect(polish.filter(({ city }) => /^(Lódź|Ostrolęka|Lomża)$/.test(city))).toEqual([]);
  });
});
