import { type BrowserContext, test as base, type Page } from 'playwright/test';
import { inFirefox } from '../../tools/browsers.ts';
import { emulateScheme } from './emulatedScheme.ts';

/** How many times slower the pages run than this machine could. `SLOW_CPU=4` stands for a slow phone. */
export const slowness = Number(process.env['SLOW_CPU'] ?? 1);

/** Every test runs in a browser whose pages are slowed, also those that the page or the test opens. */
export const test = base.extend<object, object>({
  browser: [
    async ({ browser }, use) => {
      if (inFirefox) emulateScheme(browser);
      if (slowness > 1) {
        const newContext = browser.newContext.bind(browser);
        browser.newContext = async (options) => slowed(await newContext(options));
      }
      await use(browser);
    },
    { scope: 'worker' },
  ],
});

/** The time limit of the running test, in place of the usual one; longer where the pages are slowed. */
export const setTimeLimit = (milliseconds: number): void => test.setTimeout(milliseconds * slowness);

function slowed(context: BrowserContext): BrowserContext {
  // A page that is closed before it is slowed needs no slowing.
  context.on('page', (page) => void slow(page).catch(() => undefined));
  return context;
}

async function slow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
}
