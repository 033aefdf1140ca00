/*
 * `npm run bench:web -- [rounds]`: loads the login and the first step of the sign-up as a new visitor on a slow phone, and
 * beside them, in the same run and in turn, two limits: a plain HTML form, and the smallest React page; then a whole
 * sign-up, and long lists. Prints medians and ratios and writes them down (`report.ts`). Keep the machine idle meanwhile.
 */
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { startServer } from '../../e2e/support/server.ts';
import { launchChromium } from '../browsers.ts';
import { argumentsOf, counts } from '../commandLine.ts';
import { buildProduct } from './buildProduct.ts';
import { buildLimits } from './limits/build.ts';
import { serveFolder } from './limits/serve.ts';
import { type ListCost, measureList } from './measureList.ts';
import { measurePage, type PageLoad } from './measurePage.ts';
import { measureSignUp, type SignUpCost } from './measureSignUp.ts';
import { writeReport } from './report.ts';
import { kib, markdownTable, median, spread } from './table.ts';

const [rounds = 5] = argumentsOf('npm run bench:web -- [rounds]', counts(1)).map(Number);

const browser = await launchChromium();
buildProduct();
const folder = await buildLimits();
const [limits, product, planFirst] = await Promise.all([
  serveFolder(folder),
  startServer(),
  startServer({ SIGNUP_ORDER: 'plan-first' }),
]);

/** Entries of a long list: a country's areas, those of the largest country, and many more than there are. */
const listLengths = [500, 5651, 50_000];

const pages = {
  'plain HTML form': `${limits.url}/plain.html`,
  'React hello': `${limits.url}/hello/`,
  'login, en': `${product.url}/login/`,
  'login, de': `${product.url}/de/login/`,
  'sign-up, en': `${product.url}/signup/`,
  'sign-up, de': `${product.url}/de/signup/`,
  'sign-up, plan-first': `${planFirst.url}/signup/`,
};

try {
  const loads = new Map<string, PageLoad[]>();
  // The first round fills the caches of the servers and of the browser's code; it does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, url] of Object.entries(pages)) {
      const load = await measurePage(browser, url);
      if (round > 0) loads.set(name, [...(loads.get(name) ?? []), load]);
      process.stdout.write('.');
    }
  }
  const signUps: SignUpCost[] = [];
  for (let round = 0; round < rounds; round += 1) signUps.push(await measureSignUp(browser, product));
  const lists = new Map<number, ListCost[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const count of listLengths) {
      const cost = await measureList(browser, `${limits.url}/list/`, count);
      lists.set(count, [...(lists.get(count) ?? []), cost]);
    }
  }
  const text = [
    report(loads),
    '### A whole sign-up',
    signUpTable(signUps),
    '### Long lists, CPU slowed down four times',
    listTable(lists),
  ].join('\n\n');
  console.log(`\n\n${text}`);
  writeReport('The first screen on a slow phone', text);
} finally {
  await browser.close();
  limits.stop();
  await Promise.all([product.stop(), planFirst.stop()]);
  rmSync(folder, { recursive: true });
}

function report(loads: ReadonlyMap<string, readonly PageLoad[]>): string {
  const all = (name: string, of: keyof PageLoad) => (loads.get(name) ?? []).map((load) => load[of]);
  const ratio = (name: string, of: keyof PageLoad, limit: string) =>
    (median(all(name, of)) / median(all(limit, of))).toFixed(2);
  const names = [...loads.keys()];
  const times = ['firstPaint', 'largestPaint', 'canType', 'wired', 'blocking'] as const;
  return [
    `Chromium ${browser.version()}, CPU slowed down four times, Slow 4G (1.6 Mbit/s, 150 ms), ${rounds} rounds of all pages in turn, ${cpus().length} cores. Medians, with the least and the greatest value, in ms; sizes in KiB as transferred before the page is wired.`,
    markdownTable(
      [
        'Page',
        'First paint',
        'Largest paint',
        'Can type',
        'Wired',
        'Blocking',
        'Shift',
        'Requests',
        'Blocking the paint',
        'Scripts',
        'Styles',
      ],
      names.map((name) => [
        name,
        ...times.map((time) => spread(all(name, time))),
        median(all(name, 'layoutShift')).toFixed(3),
        String(median(all(name, 'requests'))),
        String(median(all(name, 'paintBlocking'))),
        kib(median(all(name, 'script'))),
        kib(median(all(name, 'style'))),
      ]),
    ),
    'As ratios: the first three to the plain form, the last to React hello.',
    markdownTable(
      ['Page', 'First paint', 'Largest paint', 'Can type', 'Wired'],
      names.map((name) => [
        name,
        ratio(name, 'firstPaint', 'plain HTML form'),
        ratio(name, 'largestPaint', 'plain HTML form'),
        ratio(name, 'canType', 'plain HTML form'),
        ratio(name, 'wired', 'React hello'),
      ]),
    ),
  ].join('\n\n');
}

function signUpTable(costs: readonly SignUpCost[]): string {
  const all = (of: keyof SignUpCost) => costs.map((cost) => cost[of]);
  return markdownTable(
    ['Transferred, KiB', 'Second visit, KiB', 'Key to paint, ms', 'Slowest, ms', 'Longest task, ms'],
    [
      [
        kib(median(all('transferred'))),
        kib(median(all('secondVisit'))),
        spread(all('interaction')),
        spread(all('slowestInteraction')),
        spread(all('longestTask')),
      ],
    ],
  );
}

function listTable(lists: ReadonlyMap<number, readonly ListCost[]>): string {
  return markdownTable(
    ['Entries', 'Opening, ms', 'Slowest key, ms', 'Elements', 'Memory, KiB'],
    [...lists].map(([count, costs]) => [
      String(count),
      spread(costs.map(({ open }) => open)),
      spread(costs.map(({ key }) => key)),
      String(median(costs.map(({ nodes }) => nodes))),
      kib(median(costs.map(({ memory }) => memory))),
    ]),
  );
}
