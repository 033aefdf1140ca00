import { deepUnless } from '../support/deep.ts';
import { test } from '../support/fixtures.ts';
import { goldenPaths, plannedFlows } from './golden.ts';
import { walkInBrowser } from './walk.ts';

/** Flows with a page or a step of their own; the others are parts of these pages, as the panels of the dashboard are. */
const entryFlows = ['auth', 'recovery', 'newPassword', 'dashboard', 'registration', 'account', 'plan', 'billing'];

/**
 * Walks the golden plan of each flow in Chromium, limited to paths with a matching start. `npm test` takes the first
 * path of the flows above, `npm run test:deep` all of all flows.
 */
export function walkAll(isOurs: (start: string) => boolean): void {
  for (const flow of plannedFlows)
    for (const [index, path] of goldenPaths(flow).entries())
      if (isOurs(path.start.name))
        test(
          `${flow}: ${path.title}`,
          deepUnless(index === 0 && entryFlows.includes(flow)),
          async ({ page, server }) => {
            await walkInBrowser(page, flow, path, server.url);
          },
        );
}
