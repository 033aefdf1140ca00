/*
 * `npm run screens`: draws the twelve main screens into docs/screens/ and writes docs/screens.md. With `-- --check` no
 * picture is kept: every screen is opened in four widths, light and dark, in four languages, and the exit code is 1 if
 * anything overflows; `--keep=<folder>` keeps the picture of each. Names of screens restrict both: `npm run screens --
 * home login`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import type { Language } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import { overflows } from '../../e2e/support/layout.ts';
import { type ProductServer, startServer } from '../../e2e/support/server.ts';
import { launchChromium } from '../browsers.ts';
import { argumentsOf } from '../commandLine.ts';
import { type Screen, screens } from './list.ts';

type Look = { width: number; colorScheme: 'light' | 'dark'; language: Language };

const options = /^--(check|keep=.+)$/;
const names = screens.map(({ name }) => name);
const words = argumentsOf(
  `npm run screens -- [--check [--keep=<folder>]] [<screen> …]\nScreens: ${names.join(', ')}`,
  (given) =>
    given.every((word) => options.test(word) || names.includes(word)) &&
    (given.includes('--check') || !given.some((word) => word.startsWith('--keep='))),
);

/** Only the screens that the command names, if it names any. */
const named = words.filter((word) => !word.startsWith('--'));
const isWanted = ({ name }: Screen): boolean => named.length === 0 || named.includes(name);

/** Where `--check` keeps its pictures, if anywhere. */
const kept = words.find((word) => word.startsWith('--keep='))?.slice('--keep='.length);

const docs = join(import.meta.dirname, '../../docs');
const pictured: readonly Look[] = [
  { width: 1440, colorScheme: 'light', language: 'en' },
  { width: 390, colorScheme: 'dark', language: 'en' },
];
const checked: readonly Look[] = (['en', 'de', 'pl', 'br'] as const).flatMap((language) =>
  [320, 390, 768, 1440].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme, language })),
  ),
);

/** Opens a screen as a new visitor who has answered the question about cookies. */
async function opened(browser: Browser, product: ProductServer, screen: Screen, look: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.width < 600 ? 780 : 900 },
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
    locale: new Intl.Locale(localeTag(look.language)).maximize().toString().replace(/-Latn/, ''),
    timezoneId: 'Europe/Berlin',
  });
  const value = encodeURIComponent('{"cookie_consent":1,"cookie_analytics":0,"cookie_marketing":0}');
  await context.addCookies([{ name: 'consent', value, url: product.url }]);
  const page = await context.newPage();
  await screen.open({ page, product, language: look.language });
  if (screen.name !== 'inbox') await page.waitForSelector('html[data-hydrated]');
  // What comes once the page works: the typeface, and the day on which the trial ends.
  await page.waitForFunction(
    () =>
      [...document.fonts].some(({ family, status }) => /^"?Bitter"?$/.test(family) && status === 'loaded') &&
      document.querySelector('.registration-unseen') === null,
  );
  return page;
}

/** A picture as WebP, which Chromium itself compresses. */
async function webpOf(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.8);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

async function draw(browser: Browser, product: ProductServer): Promise<void> {
  mkdirSync(join(docs, 'screens'), { recursive: true });
  for (const screen of screens.filter(isWanted)) {
    for (const look of pictured) {
      const page = await opened(browser, product, screen, look);
      const file = join(docs, 'screens', `${screen.name}-${look.width}.webp`);
      writeFileSync(file, await webpOf(browser, await page.screenshot()));
      await page.context().close();
      console.log(file);
    }
  }
  writeFileSync(join(docs, 'screens.md'), table());
}

const table = (): string =>
  [
    '# The main screens',
    '',
    'Drawn by `npm run screens` from the running product; `npm run screens -- --check` opens them in four widths, light and dark, in four languages, and looks for what overflows.',
    ...screens.flatMap(({ name, title }) => [
      '',
      `## ${title}`,
      '',
      `| 1440 px, light | 390 px, dark |`,
      '|---|---|',
      `| ![${title}](screens/${name}-1440.webp) | <img src="screens/${name}-390.webp" alt="${title}, narrow" width="260"> |`,
    ]),
    '',
  ].join('\n');

/** Each look has a server of its own: a network may use few cards in an hour. */
async function check(browser: Browser): Promise<number> {
  let wrong = 0;
  const wanted = screens.filter(isWanted);
  for (const look of checked) {
    const product = await startServer();
    for (const screen of wanted) {
      const page = await opened(browser, product, screen, look);
      for (const found of await overflows(page)) {
        wrong += 1;
        console.log(`${screen.name}, ${Object.values(look).join(' ')}: ${found}`);
      }
      if (kept) {
        const name = [screen.name, look.language, look.width, look.colorScheme].join('-');
        await page.screenshot({ path: join(kept, `${name}.png`), fullPage: true });
      }
      await page.context().close();
    }
    await product.stop();
  }
  console.log(`${checked.length * wanted.length} screens, ${wrong} overflows`);
  return wrong === 0 ? 0 : 1;
}

async function drawAll(browser: Browser): Promise<void> {
  const product = await startServer();
  await draw(browser, product).finally(product.stop);
}

const browser = await launchChromium();
try {
  if (words.includes('--check')) process.exitCode = await check(browser);
  else await drawAll(browser);
} finally {
  await browser.close();
}
