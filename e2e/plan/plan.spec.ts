import { test } from '../support/fixtures.ts';
import { type GoldenPath, goldenPaths } from './golden.ts';
import { openings } from './openings.ts';
import { walkInBrowser } from './walk.ts';

const all = Object.keys(openings).flatMap((flow) =>
  goldenPaths(flow).map((path, index) => ({ flow, path, isDeep: index > 0 })),
);
const isPlanFirst = ({ path: { start } }: { path: GoldenPath }) => start.name.includes('plan-first');

/** The golden plan of each flow, in Chromium. `npm test` takes the first path of each, `npm run test:deep` all. */
function walkAll(paths: typeof all) {
  for (const { flow, path, isDeep } of paths)
    test(`${flow}: ${path.title}${isDeep ? ' @deep' : ''}`, async ({ page }) => {
      await walkInBrowser(page, flow, path);
    });
}

test.describe('golden plans', () => walkAll(all.filter((one) => !isPlanFirst(one))));

test.describe('golden plans, plan first', () => {
  test.use({ settings: { SIGNUP_ORDER: 'plan-first' } });
  walkAll(all.filter(isPlanFirst));
});
