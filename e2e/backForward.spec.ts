import { browserToTest, findChromium } from '../tools/browsers.ts';
import { dashboard, newCustomer } from './support/customer.ts';
import { deep } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { logIn, people } from './support/logIn.ts';

/*
 * The browser keeps pages that were left as they were (back/forward cache). Playwright switches that
 * off; here it is on, in a whole browser.
 */
const { launchOptions } = browserToTest(findChromium());
test.use({ launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] } });
test.beforeEach(() => needs('the back/forward cache'));

test(
  'after Back from a provider, the page restored from the back/forward cache has working buttons',
  deep,
  async ({ page, product }) => {
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { cameBack: persisted }));
    });
    const customer = logIn(page, product, people.member);
    await customer.open();
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await expect(page.getByText('Someone else')).toBeVisible();
    // A page out of the cache is not loaded again: there is no 'load' to wait for.
    await page.goBack({ waitUntil: 'commit' });
    await customer.at('Log in');
    await expect.poll(() => page.evaluate(() => (window as unknown as { cameBack?: boolean }).cameBack)).toBe(true);
    for (const provider of ['Google', 'Apple', 'Microsoft']) {
      await expect(page.getByRole('link', { name: `Continue with ${provider}` })).toBeEnabled();
    }
    await customer.submit();
    await customer.at('Enter your code');
  },
);

test(
  'a login page restored from the back/forward cache after a login in another tab opens the dashboard',
  deep,
  async ({ page, product, context }) => {
    const customer = logIn(page, product, people.secondFactor);
    await customer.open();
    await page.goto('/terms-and-conditions/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    const other = await context.newPage();
    const there = logIn(other, product, people.secondFactor);
    const before = await there.mails();
    await there.open();
    await there.submit();
    await there.code.fill(await there.mailedCode(before));
    await there.isLoggedIn();

    await page.bringToFront();
    await page.goBack();
    await customer.isLoggedIn();
    await customer.at('Dashboard');
  },
);

test('after a log-out in another tab, the back/forward cache does not show the dashboard', async ({
  page,
  product,
  context,
}) => {
  const email = await newCustomer(product);
  const home = dashboard(page, product, email);
  const before = await home.mails();
  await home.enter();
  await home.code.fill(await home.mailedCode(before));
  await home.isOpen();
  await page.goto('/terms-and-conditions/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const other = await context.newPage();
  await other.goto('/app/');
  await dashboard(other, product, email).press('Log out');
  await expect(other).toHaveURL(/\/login\/$/);

  await page.bringToFront();
  await page.goBack({ waitUntil: 'commit' });
  await home.at('Log in');
  await expect(page.getByText(email)).toHaveCount(0);
});
