import type { Conditions, Coverage, Dictionary, NumberList } from '#contract/coverage.ts';
import { COUNTRIES_LIMIT, COVERAGES_LIMIT } from '#domain/constants.ts';
import type { Api } from './api.ts';

/**
 * The conditions of a list as the text of `filter`. Defined here, so that this file imports no schema of the contract:
 * schemas are loaded with the API client.
 */
export const filterOf = (conditions: Conditions): string => JSON.stringify(conditions);

/** The requests of the number selects (§7), each over as many calls as needed. */
export function createCoverages(api: Api) {
  const condition = (field: Conditions[number]['field'], value: string) => ({ field, value });

  return {
    readDictionaries: async (signal: AbortSignal): Promise<Dictionary> =>
      (await api.readDictionaries({ query: { timestamp: Date.now() } }, signal)).data.data,

    readCoverageDictionaries: async (signal: AbortSignal): Promise<Dictionary> =>
      (await api.readCoverageDictionaries({ query: { timestamp: Date.now() } }, signal)).data.data,

    listCountries: async (signal: AbortSignal): Promise<Coverage[]> =>
      (await api.listCoverages({ query: { group_by: 'country_code', page: 1, limit: COUNTRIES_LIMIT } }, signal)).data
        .data,

    listNumberTypes: async ({ country_code }: { country_code: string }, signal: AbortSignal): Promise<Coverage[]> => {
      const filter = filterOf([condition('country_code', country_code)]);
      return (await api.listCoverages({ query: { group_by: 'ddi_type', limit: COVERAGES_LIMIT, filter } }, signal)).data
        .data;
    },

    listAreas: (
      { country_code, ddi_type, state_code }: { country_code: string; ddi_type: string; state_code: string | null },
      signal: AbortSignal,
    ): Promise<Coverage[]> => {
      const filter = filterOf([
        condition('ddi_type', ddi_type),
        condition('country_code', country_code),
        ...(state_code === null ? [] : [condition('state_code', state_code)]),
      ]);
      return allPages(async (page) => {
        const query = { limit: COVERAGES_LIMIT, filter, ...(page > 1 && { page }) };
        return (await api.listCoverages({ query }, signal)).data.data;
      });
    },

    readCoverage: async ({ number_id }: { number_id: number }, signal: AbortSignal): Promise<Coverage> =>
      (await api.readCoverage({ params: { number_id: String(number_id) } }, signal)).data.data,

    /** Without the token of a registration, the list of the session (changing the number after sign-up). */
    listNumbers: async (
      { token, coverage_id }: { token: string | null; coverage_id: number },
      signal: AbortSignal,
    ): Promise<NumberList> => {
      const id = String(coverage_id);
      const answer =
        token === null
          ? await api.listAccountNumbers({ params: { coverage_id: id } }, signal)
          : await api.listNumbers({ params: { registration_token: token, coverage_id: id } }, signal);
      return answer.data.data;
    },
  };
}

/** Requests pages as long as they are full; stops when a page brings no new id. */
async function allPages(readPage: (page: number) => Promise<Coverage[]>): Promise<Coverage[]> {
  const found = new Map<number, Coverage>();
  for (let page = 1; ; page += 1) {
    const before = found.size;
    const records = await readPage(page);
    for (const record of records) found.set(record.id, record);
    if (records.length < COVERAGES_LIMIT || found.size === before) return [...found.values()];
  }
}
