import { expect, test } from 'vitest';
import { createApi } from '#adapters/api.ts';
import { createCoverages } from '#adapters/coverages.ts';

const { signal } = new AbortController();

/** The number selects' questions over a client that answers with the given pages, and the queries that were sent. */
function respondingWith(...pages: object[][]) {
  const requests: { path: string; query: Record<string, string> }[] = [];
  const api = createApi({
    baseUrl: 'https://api.example/v1/phone',
    headers: () => ({}),
    sessionToken: () => null,
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(new Request(input, init).url);
      requests.push({ path: pathname.slice('/v1/phone'.length), query: Object.fromEntries(searchParams) });
      const data = pathname.endsWith('dictionaries')
        ? { country: {}, ddi_type: {}, us_state: {} }
        : (pages[requests.length - 1] ?? []);
      return Response.json({ data });
    },
  });
  return { requests, coverages: createCoverages(api) };
}

const place = (id: number) => ({
  id,
  country_code: 'DE',
  country_tel_code: '49',
  ddi_type: 'G',
  area_code: String(id),
  state_code: '',
  city: 'Bonn',
  browsable: true,
});

test('§7 countries are one page of 500', async () => {
  const { requests, coverages } = respondingWith([place(1)]);
  await coverages.listCountries(signal);
  expect(requests).toEqual([
    { path: '/ddipricelistcoverages', query: { group_by: 'country_code', page: '1', limit: '500' } },
  ]);
});

test('§7 dictionaries carry a timestamp', async () => {
  const { requests, coverages } = respondingWith();
  await coverages.readDictionaries(signal);
  await coverages.readCoverageDictionaries(signal);
  expect(requests.map(({ path }) => path)).toEqual(['/dictionaries', '/ddipricelistcoverages/dictionaries']);
  for (const { query } of requests) expect(query).toEqual({ timestamp: expect.stringMatching(/^\d{13}$/) });
});

test('§7 types are requested by country, in one page of 5000', async () => {
  const { requests, coverages } = respondingWith([place(1)]);
  await coverages.listNumberTypes({ country_code: 'DE' }, signal);
  expect(requests.map(({ query }) => ({ ...query, filter: JSON.parse(query['filter'] ?? '') }))).toEqual([
    { group_by: 'ddi_type', limit: '5000', filter: [{ field: 'country_code', value: 'DE' }] },
  ]);
});

test.each([
  [null, []],
  ['NY', [{ field: 'state_code', value: 'NY' }]],
])('§7 areas are requested by country and type, and by state where there is one: %s', async (state_code, more) => {
  const { requests, coverages } = respondingWith([place(1)]);
  await coverages.listAreas({ country_code: 'US', ddi_type: 'G', state_code }, signal);
  expect(requests.map(({ query }) => ({ ...query, filter: JSON.parse(query['filter'] ?? '') }))).toEqual([
    {
      limit: '5000',
      filter: [{ field: 'ddi_type', value: 'G' }, { field: 'country_code', value: 'US' }, ...more],
    },
  ]);
});

test('§7 numbers are those of a registration, or of the session once there is none', async () => {
  const paths: string[] = [];
  const api = createApi({
    baseUrl: 'https://api.example',
    headers: () => ({}),
    sessionToken: () => 't',
    fetch: async (input, init) => {
      paths.push(new URL(new Request(input, init).url).pathname);
      return Response.json({ data: { numbers: ['+491'], prices: {} } });
    },
  });
  const { listNumbers } = createCoverages(api);
  for (const token of ['r-1', null]) {
    expect((await listNumbers({ token, coverage_id: 11 }, signal)).numbers).toEqual([{ e164: '+491' }]);
  }
  expect(paths).toEqual(['/registrations/r-1/numbers/11', '/account/numbers/11']);
});

test('§7 the place of a number is read by its id', async () => {
  const paths: string[] = [];
  const api = createApi({
    baseUrl: 'https://api.example',
    headers: () => ({}),
    sessionToken: () => null,
    fetch: async (input, init) => {
      paths.push(new URL(new Request(input, init).url).pathname);
      return Response.json({ data: place(11) });
    },
  });
  expect(await createCoverages(api).readCoverage({ number_id: 11 }, signal)).toMatchObject({ id: 11 });
  expect(paths).toEqual(['/ddipricelistcoverages/11']);
});
