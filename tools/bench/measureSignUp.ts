import type { Browser, Locator, Page } from 'playwright';
import type { ProductServer } from '../../e2e/support/server.ts';
import { cards, headings, newEmail, PASSWORD, signUp } from '../../e2e/support/signUp.ts';
import { slowDown } from './measurePage.ts';

/** What a whole sign-up cost a new visitor on a slow phone. Times in ms, sizes in bytes as transferred. */
export type SignUpCost = {
  /** From the first page to the dashboard. */
  transferred: number;
  /** A second visit of the first page. */
  secondVisit: number;
  /** From each key, click or choice to the next paint (`event` entries): the longest, and the median. */
  slowestInteraction: number;
  interaction: number;
  /** The longest task after the first page was wired. */
  longestTask: number;
};

const options = { viewport: { width: 360, height: 740 }, locale: 'en-US' };

/** Signs up once by keys and presses, to the dashboard. */
export async function measureSignUp(browser: Browser, product: ProductServer): Promise<SignUpCost> {
  const context = await browser.newContext({ ...options, baseURL: product.url });
  try {
    const page = await context.newPage();
    const transfers = await slowDown(await context.newCDPSession(page));
    const visitor = signUp(page, product, newEmail('bench'));
    await visitor.open();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await page.evaluate(observe);
    await typeAccount(page, visitor.email);
    await press(page.getByRole('button', { name: 'Create an account', exact: true }));
    await at(page, headings.verification);
    await page.getByLabel('Six-digit code').pressSequentially(await product.nextCode(visitor.email));
    await at(page, headings.planAndNumber);
    await chooseNumber(page);
    await press(page.getByRole('button', { name: 'Continue', exact: true }));
    await at(page, headings.billing);
    await visitor.enterCard(cards.passes);
    // The login opens another document.
    const { interactions, tasks } = await page.evaluate(() => observed);
    await visitor.press('Start trial');
    await page.waitForURL(/\/app\//);
    await page.waitForLoadState('networkidle');
    const sorted = interactions.toSorted((one, other) => one - other);
    return {
      transferred: sum(transfers()),
      secondVisit: await measureSecondVisit(browser, `${product.url}/signup/`),
      slowestInteraction: sorted.at(-1) ?? Number.NaN,
      interaction: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
      longestTask: Math.max(0, ...tasks),
    };
  } finally {
    await context.close();
  }
}

async function measureSecondVisit(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(options);
  try {
    const first = await context.newPage();
    await first.goto(url, { waitUntil: 'networkidle' });
    await first.close();
    const second = await context.newPage();
    const transfers = await slowDown(await context.newCDPSession(second));
    await second.goto(url, { waitUntil: 'networkidle' });
    return sum(transfers());
  } finally {
    await context.close();
  }
}

async function typeAccount(page: Page, email: string) {
  await page.getByLabel('First name').pressSequentially('Anna');
  await page.getByLabel('Last name').pressSequentially('Berg');
  await page.getByLabel('Work email').pressSequentially(email);
  await page.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD);
  await press(page.getByRole('checkbox', { name: /I agree/ }));
}

async function chooseNumber(page: Page) {
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel('Number type').selectOption('G');
  const area = page.getByRole('combobox', { name: 'Area (city) code', exact: true });
  const options = page.getByRole('listbox').getByRole('option');
  await press(area);
  await area.pressSequentially('Bonn');
  await press(options.filter({ hasText: 'Bonn' }).first());
  await press(page.getByRole('combobox', { name: 'Number', exact: true }));
  await press(options.first());
}

/** The look at what the pointer hits comes before the press, or it would count as work of the page. */
async function press(control: Locator) {
  await control.click({ trial: true });
  await control.click({ force: true });
}

const at = (page: Page, heading: string) => page.getByRole('heading', { level: 1, name: heading }).waitFor();

const sum = (transfers: readonly { bytes: number }[]) => transfers.reduce((total, { bytes }) => total + bytes, 0);

/** Filled in the page by `observe`. */
declare const observed: { interactions: number[]; tasks: number[] };

/** Runs in the page once it is wired. */
function observe() {
  const seen: typeof observed = { interactions: [], tasks: [] };
  Object.assign(window, { observed: seen });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId) seen.interactions.push(duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration);
  }).observe({ type: 'longtask' });
}
