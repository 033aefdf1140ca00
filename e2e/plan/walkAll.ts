import { test } from '../support/fixtures.ts';
import { goldenPaths, plannedFlows } from './golden.ts';
import { walkInBrowser } from './walk.ts';

/**
 * Walks the golden plan of each flow in Chromium, limited to paths with a matching start. `npm test` takes the first
 * path of each flow, `npm run test:deep` all.
 */
export function walkAll(isOurs: (start: string) => boolean): void {
  for (const flow of plannedFlows)
    for (const [index, path] of goldenPaths(flow).entries())
      if (isOurs(path.start.name))
        test(`${flow}: ${path.title}${index > 0 ? ' @deep' : ''}`, async ({ page, server }) => {
          await walkInBrowser(page, flow, path, server.url);
        });
}
