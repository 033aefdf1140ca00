import { calls } from '#contract/calls.ts';
import { COVERAGES_LIMIT } from '#domain/constants.ts';
import { coverageEdition } from '../data/importCoverages.ts';
import { reject } from '../http/errors.ts';
import { publicResponses } from '../http/publicResponses.ts';
import { type App, answer } from '../http/serve.ts';
import { resourceNotFound } from '../messages/errors.ts';
import {
  coveragesOf,
  coverageView,
  distinct,
  findCoverage,
  groupedCoverages,
  offeredGroups,
} from '../numbers/coverages.ts';
import { offeredDictionary, wholeDictionary } from '../numbers/dictionaries.ts';
import type { ServerContext } from '../platform/context.ts';

/** §7: countries, number types, areas, and the names of their codes. */
export function mountCoverages(app: App, context: ServerContext): void {
  const { db } = context;
  const serve = publicResponses(app, context, coverageEdition(db));

  serve(calls.readDictionaries, () => ({
    dependsOn: null,
    read: async (language) => answer(200, { data: wholeDictionary(language) }),
  }));
  serve(calls.readCoverageDictionaries, () => ({
    dependsOn: null,
    read: async (language) => answer(200, { data: offeredDictionary(language, await offeredGroups(db)) }),
  }));

  serve(calls.listCoverages, ({ query: { group_by, filter = [], page, limit } }) => {
    const conditions = distinct(filter);
    const rows = { page, limit: Math.min(limit, COVERAGES_LIMIT) };
    return {
      dependsOn: [group_by, conditions, rows],
      async read(language) {
        const found = group_by
          ? await groupedCoverages(db, group_by, conditions, rows)
          : await coveragesOf(db, conditions, rows);
        return answer(200, { data: found.map((row) => coverageView(row, language)) });
      },
    };
  });

  serve(calls.readCoverage, ({ params }) => ({
    dependsOn: params.number_id,
    async read(language) {
      const row = await findCoverage(db, params.number_id);
      return row
        ? answer(200, { data: coverageView(row, language) })
        : reject('tokenInvalid', { message: resourceNotFound });
    },
  }));
}
