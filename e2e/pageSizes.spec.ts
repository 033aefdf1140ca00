import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPaths } from '#domain/routes.ts';
import { pageSize, sizeTable } from '../tools/pageSizes.ts';
import { expect, test } from './support/fixtures.ts';

const dist = join(import.meta.dirname, '../dist');

/** What has been reached, with a small margin; docs/decisions/first-load.md has the aims. */
const KIB = 1024;
const scriptLimit = { login: 107 * KIB, registration: 116 * KIB };

for (const family of ['login', 'registration'] as const) {
  test(`what the first screen of ${family} loads stays within its limits, in every language`, () => {
    const sizes = [...allPaths()].filter((path) => path.family === family).map(({ path }) => pageSize(path));
    console.log(sizeTable(sizes));
    expect(sizes.length).toBeGreaterThan(6);
    for (const { page, script, style, requests } of sizes) {
      expect.soft(script, `scripts of ${page}`).toBeLessThanOrEqual(scriptLimit[family]);
      expect.soft(style, `styles of ${page}`).toBeLessThanOrEqual(6 * KIB);
      expect.soft(requests, `requests of ${page}`).toBeLessThanOrEqual(7);
    }
  });
}

test('what a first screen calls is compiled while it arrives: its scripts begin with the comment that asks for it', () => {
  const scripts = ['/login/', '/signup/']
    .flatMap((path) => pageSize(path).files)
    .filter((file) => file.endsWith('.js'));
  expect(new Set(scripts).size).toBeGreaterThan(4);
  for (const file of scripts) {
    expect.soft(readFileSync(join(dist, file), 'utf8'), file).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});

for (const path of ['/login/', '/signup/']) {
  test(`the styles of ${path} are in the page and not requested again`, async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname.slice(1)));
    await page.goto(path);
    await expect(page.getByRole('dialog')).toBeVisible();
    const { files } = pageSize(path);
    expect(requested).toEqual(expect.arrayContaining(files.filter((file) => file.endsWith('.js'))));
    expect(requested.filter((file) => /\/app-[^/]*\.css$/.test(file))).toEqual([]);
  });
}

for (const path of ['/login/', '/de/signup/']) {
  test(`until ${path} works, it requests only the scripts and styles that it links`, async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!('hydrated' in document.documentElement.dataset)) return;
        observer.disconnect();
        requestAnimationFrame(() => performance.mark('painted'));
      }).observe(document, { attributes: true, subtree: true });
    });
    await page.goto(path);
    await expect(page.getByRole('dialog')).toBeVisible();
    const early = await page.evaluate(() => {
      const paintedAt = performance.getEntriesByName('painted')[0]?.startTime ?? 0;
      const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= paintedAt);
      return files.map(({ name }) => new URL(name).pathname.slice(1)).filter((name) => /\.(js|css)$/.test(name));
    });
    // The deep run records transitions with the inspector, which no other page loads.
    const own = early.filter((name) => !/\/inspect-/.test(name));
    expect(own.toSorted()).toEqual(
      pageSize(path)
        .files.filter((file) => /\.(js|css)$/.test(file))
        .toSorted(),
    );
  });
}
