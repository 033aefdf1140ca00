import type { Browser, Page } from 'playwright';
import { slowPhone } from './measurePage.ts';

/** A long list on a slow processor. Times in ms from the event to the next paint; the memory of the page in bytes. */
export type ListCost = { open: number; key: number; nodes: number; memory: number };

/** Opens the list of that many entries, then types into it. */
export async function measureList(browser: Browser, url: string, count: number): Promise<ListCost> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.cpu });
    await page.goto(`${url}?count=${count}`, { waitUntil: 'load' });
    const field = page.getByRole('combobox');
    await field.waitFor();
    await page.evaluate(observe);
    await field.click();
    await page.getByRole('option').first().waitFor();
    const [open = 0] = await slowest(page);
    await field.pressSequentially('Berlin 41');
    const [key = 0] = await slowest(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { open, key, nodes: await page.locator('*').count(), memory: usedSize };
  } finally {
    await context.close();
  }
}

/** What has been observed since the last call, the longest first; waits until all of it has been painted. */
const slowest = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    return durations.splice(0).toSorted((one, other) => other - one);
  });

/** Filled in the page by `observe`. */
declare const durations: number[];

/** Runs in the page: from each event that shows something to its next paint; the browser reports none below 16 ms. */
function observe() {
  const seen: typeof durations = [];
  Object.assign(window, { durations: seen });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId) seen.push(duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
