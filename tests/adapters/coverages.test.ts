import { expect, test } from 'vitest';
import type { Api } from '#adapters/api.ts';
import { createCoverages } from '#adapters/coverages.ts';
import { record } from '../machines/registration/offer.ts';

const signal = new AbortController().signal;
const germany = { country_code: 'DE', ddi_type: 'G', state_code: null };
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => record({ id: from + index, city: `Place ${from + index}` }));

/** An API with these pages, first to last; it records its requests. */
function pages(...found: ReturnType<typeof rows>[]) {
  const queries: Record<string, unknown>[] = [];
  const listCoverages = async ({ query }: { query: Record<string, unknown> }) => {
    queries.push(query);
    return { status: 200, data: { data: found[Number(query['page'] ?? 1) - 1] ?? [] } };
  };
  return { queries, areas: () => createCoverages({ listCoverages } as unknown as Api).listAreas(germany, signal) };
}

test('§7 areas are requested by type and country, at most 5000, without a page', async () => {
  const { queries, areas } = pages(rows(1, 3));
  expect((await areas()).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(queries).toEqual([
    {
      limit: 5000,
      filter: '[{"field":"ddi_type","value":"G"},{"field":"country_code","value":"DE"}]',
    },
  ]);
});

test.each([
  ['a list as long as one page', [5000, 0], 5000],
  ['a list of two pages', [5000, 651], 5651],
  ['a list of three pages', [5000, 5000, 1], 10_001],
])('%s is loaded completely', async (_, lengths, total) => {
  const { queries, areas } = pages(...lengths.map((length, page) => rows(page * 5000, length)));
  const found = await areas();
  expect(found).toHaveLength(total);
  expect(new Set(found.map(({ id }) => id)).size).toBe(total);
  expect(queries.map(({ page }) => page)).toEqual(lengths.map((__, page) => (page === 0 ? undefined : page + 1)));
});

test('a server that ignores paging is not requested endlessly, and nothing is listed twice', async () => {
  const same = rows(1, 5000);
  const { queries, areas } = pages(same, same, same);
  expect(await areas()).toHaveLength(5000);
  expect(queries).toHaveLength(2);
});
