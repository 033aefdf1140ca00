import { etag } from 'hono/etag';
import { calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { reject } from '../http/errors.ts';
import { type App, answer, serve } from '../http/serve.ts';
import { nothingHere } from '../messages/errors.ts';
import { coveragesOf, coverageView, findCoverage, groupedCoverages, offeredGroups } from '../numbers/coverages.ts';
import { offeredDictionary, wholeDictionary } from '../numbers/dictionaries.ts';
import type { ServerContext } from '../platform/context.ts';

/** These responses change with a release only, so pages may cache them for a few minutes. */
const CACHE_SECONDS = 300;

/** ETags use SHA-256, because the library's default SHA-1 is avoided everywhere. */
const generateDigest = (body: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', body);

/** §7: countries, number types, areas, and the names of their codes. */
export function mountCoverages(app: App, { db }: ServerContext): void {
  for (const path of ['/dictionaries', '/ddipricelistcoverages', '/ddipricelistcoverages/*']) {
    app.use(API_PATH + path, etag({ generateDigest }), async (request, next) => {
      await next();
      if (request.res.status === 200) request.header('Cache-Control', `private, max-age=${CACHE_SECONDS}`);
      request.header('Vary', 'X-Language', { append: true });
    });
  }

  serve(app, calls.readDictionaries, async (_, { language }) => answer(200, { data: wholeDictionary(language) }));
  serve(app, calls.readCoverageDictionaries, async (_, { language }) =>
    answer(200, { data: offeredDictionary(language, await offeredGroups(db)) }),
  );

  serve(app, calls.listCoverages, async ({ query }, { language }) => {
    const { group_by, filter = [], ...page } = query;
    const rows = group_by ? await groupedCoverages(db, group_by, filter, page) : await coveragesOf(db, filter, page);
    return answer(200, { data: rows.map((row) => coverageView(row, language)) });
  });

  serve(app, calls.readCoverage, async ({ params }, { language }) => {
    const row = await findCoverage(db, params.number_id);
    return row ? answer(200, { data: coverageView(row, language) }) : reject('tokenInvalid', { message: nothingHere });
  });
}
