import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { build } from 'vite';
import { until } from './server.ts';
import { test as base, slowness } from './slowCpu.ts';

const resolveFrom = (place: string, name: string) => createRequire(place).resolve(name);
/** The build takes a while under load. */
const BUILD_MS = 120_000;
/** The page walks through every flow for its states before it is ready. */
const OPEN_MS = 120_000 * slowness;
/** The axe of @axe-core/playwright; injected into the page once, because it is large. */
const axePath = resolveFrom(resolveFrom(import.meta.url, '@axe-core/playwright'), 'axe-core/axe.min.js');

type States = {
  names: string[];
  show: (name: string, index: number) => string | null;
  setLanguage: (language: string) => Promise<void>;
};

/** The page that renders every screen in every state of its flow (`tests/states`). */
export type Gallery = {
  page: Page;
  names: () => Promise<string[]>;
  setLanguage: (language: string) => Promise<void>;
  setColorScheme: (colorScheme: 'light' | 'dark') => Promise<void>;
  /**
   * Renders each state of a screen and calls `judge`; with 'one', only the state with the most text for each heading.
   */
  each: (screen: string, which: 'all' | 'one', judge: (title: string) => Promise<void>) => Promise<void>;
};

/** Browser tests of states share one page per worker: `gallery`, initially wide, light and English. */
export const test = base.extend<{ gallery: Gallery }, { opened: Gallery }>({
  opened: [
    async ({ browser }, use) => {
      const folder = await builtOnce();
      const context = await browser.newContext({ timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.route('http://states.localhost/**', (route) => {
        const path = new URL(route.request().url()).pathname.replace(/^\/states\/$/, '/states/index.html');
        const file = join(folder, path.replace('/states/', ''));
        return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 200, body: '' });
      });
      await page.goto('http://states.localhost/states/');
      await page.waitForFunction(() => 'states' in window, null, { timeout: OPEN_MS });
      await page.addScriptTag({ path: axePath });
      await use(galleryOn(page));
      await context.close();
    },
    { scope: 'worker', timeout: BUILD_MS + OPEN_MS },
  ],
  gallery: async ({ opened }, use) => {
    await opened.page.setViewportSize({ width: 1280, height: 900 });
    await opened.setColorScheme('light');
    await opened.setLanguage('en');
    await use(opened);
  },
});

export { expect };

/** The built page of the states: the first worker of a run builds it, the others wait for it. */
async function builtOnce(): Promise<string> {
  const folder = join(import.meta.dirname, `../../test-results/browser/states-${process.ppid}`);
  const ready = join(folder, 'ready');
  const isFirst = mkdirSync(folder, { recursive: true }) !== undefined;
  if (isFirst) {
    const configFile = join(import.meta.dirname, '../../tests/states/vite.config.ts');
    await build({ configFile, build: { outDir: folder } });
    writeFileSync(ready, '');
  }
  await until(async () => existsSync(ready) || undefined, 'the page of the states', BUILD_MS);
  return folder;
}

function galleryOn(page: Page): Gallery {
  const show = (screen: string, index: number) =>
    page.evaluate(([name, at]) => (window as unknown as { states: States }).states.show(name, at), [
      screen,
      index,
    ] as const);
  const found = new Map<string, Promise<number[]>>();
  let spoken = '';
  /** The state with the most text for each heading of the screen, looked up once per language. */
  const fullest = (screen: string) => {
    const key = `${spoken} ${screen}`;
    const known = found.get(key) ?? findFullest(screen);
    found.set(key, known);
    return known;
  };
  const findFullest = (screen: string) =>
    page.evaluate((name) => {
      const { states } = window as unknown as { states: States };
      const best = new Map<string, { index: number; length: number }>();
      for (let index = 0; states.show(name, index) !== null; index += 1) {
        const heading = document.querySelector('h1')?.textContent ?? '';
        const { length } = document.querySelector('main')?.textContent ?? '';
        if (length > (best.get(heading)?.length ?? -1)) best.set(heading, { index, length });
      }
      return [...best.values()].map(({ index }) => index);
    }, screen);
  const all = (screen: string) =>
    page.evaluate((name) => {
      const { states } = window as unknown as { states: States };
      let count = 0;
      while (states.show(name, count) !== null) count += 1;
      return Array.from({ length: count }, (_, index) => index);
    }, screen);
  return {
    page,
    names: () => page.evaluate(() => (window as unknown as { states: States }).states.names),
    setLanguage: (language) => {
      spoken = language;
      return page.evaluate((key) => (window as unknown as { states: States }).states.setLanguage(key), language);
    },
    setColorScheme: async (colorScheme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme);
      // A busy browser may keep inherited colours of the previous palette; a new layout updates all of them.
      await page.evaluate(() => {
        const { documentElement: root } = document;
        root.hidden = true;
        root.getBoundingClientRect();
        root.hidden = false;
      });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    },
    each: async (screen, which, judge) => {
      for (const index of await (which === 'one' ? fullest(screen) : all(screen))) {
        const title = await show(screen, index);
        // Where less motion cannot be asked for, some never finish.
        await page.evaluate(() =>
          Promise.allSettled(
            document
              .getAnimations()
              .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
              .map(({ finished }) => finished),
          ),
        );
        await judge(String(title));
      }
    },
  };
}

type Axe = { run: (place: string, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** All that can differ between light and dark. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Violations of WCAG 2.2 AA that axe finds in a part of the page: rule, element and reason. */
export const violations = (page: Page, place: string, which: 'all' | 'colours' = 'all'): Promise<string[]> =>
  page.evaluate(
    async ({ part, runOnly }) => {
      const { axe } = window as unknown as { axe: Axe };
      const { violations: found } = await axe.run(part, { runOnly, resultTypes: ['violations'] });
      return found.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary.replace(/\s+/g, ' ')}`),
      );
    },
    { part: place, runOnly: which === 'all' ? levels : colourRules },
  );
