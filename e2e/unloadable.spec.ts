import type { Page, Route } from 'playwright/test';
import { inFirefox } from '../tools/browsers.ts';
import { withoutStorage } from './support/browserFaults.ts';
import { deep } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { logIn, people } from './support/logIn.ts';
import { headings, PASSWORD, type SignUp, signUp } from './support/signUp.ts';

/*
 * What a page is made of can be out of reach, after a deployment or on a bad line. It is never white, and never
 * a form that does nothing.
 */

test(
  'the messages of a language cannot be loaded: the page says so in that language, and reloads',
  deep,
  async ({ page }) => {
    await page.route(/\/assets\/de-.*\.js/, (route) => route.abort());
    await page.goto('/de/login/');
    await expect(page.getByRole('heading', { name: 'Diese Seite konnte nicht geladen werden' })).toBeVisible();
    await expect(page.locator('form')).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Seite neu laden' }).click();
    await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
  },
);

test('the flow of a screen cannot be loaded: one reload, then a message with a link', async ({ page }) => {
  await page.route(/\/assets\/registration-.*\.js/, (route) => route.abort());
  await page.goto('/signup/');
  await expect(page.locator('.banner-region')).toContainText("We couldn't connect.");
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Reload page' }).click();
  await expect(page.getByLabel('First name')).toBeVisible();
});

test(
  'a screen chunk of an earlier build is missing: the page reloads automatically at the requested address',
  deep,
  async ({ page }) => {
    await page.goto('/login/');
    await page.route(/\/assets\/recovery-.*\.js/, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('button', { name: 'Request reset link' })).toBeVisible();
    await expect(page.locator('.banner-region')).not.toContainText("We couldn't connect.");
  },
);

test(
  'the flow cannot be loaded and there is no storage: the page does not reload endlessly',
  deep,
  async ({ page }) => {
    await withoutStorage(page);
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route(/\/assets\/registration-.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.goto('/signup/');
    await expect(page.locator('.banner-region')).toContainText("We couldn't connect.");
    expect(loads).toBe(1);
  },
);

test('the flows of the later steps cannot be loaded without a connection: nothing is sent, the input is kept, and the next try works', async ({
  page,
  product,
  context,
}) => {
  const visitor = signUp(page, product);
  const created: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && created.push(request.url()));
  await page.route(/\/assets\/laterSteps-.*\.js/, (route) => route.abort());
  await visitor.open();
  await context.setOffline(true);
  await visitor.createAccount();
  await visitor.banner("We couldn't connect.");
  await expect(page.getByLabel('Work email')).toHaveValue(visitor.email);
  expect(created).toEqual([]);
  await page.unrouteAll();
  await context.setOffline(false);
  await visitor.press('Create an account');
  // Firefox does not repeat the import: the page has been loaded anew, without secrets.
  if (inFirefox) await againWithSecrets(page, visitor);
  await visitor.at(headings.verification);
  expect(created).toHaveLength(1);
});

test('the flows of the later steps are of an earlier build: the page is loaded anew with the input, and the next try works', async ({
  page,
  product,
}) => {
  const visitor = signUp(page, product);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route(/\/assets\/laterSteps-.*\.js/, (route) =>
    loads === 1 ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await visitor.open();
  await visitor.createAccount();
  await againWithSecrets(page, visitor);
  await visitor.at(headings.verification);
  expect(loads).toBe(2);
});

/** Sends a sign-up again whose page has been loaded anew. */
async function againWithSecrets(page: Page, visitor: SignUp) {
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveValue('');
  await expect(page.getByLabel('Work email')).toHaveValue(visitor.email);
  await password.fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await visitor.press('Create an account');
}

/*
 * Firefox breaks off what a page loads as soon as the visitor leaves it, and shows the page until the next one answers.
 * Here the test does so, in every browser.
 */
test.describe('a page that is left while it loads', () => {
  /** Leaves the page, breaks off what it was loading, and returns its banner's text before the next page answers. */
  async function leave(page: Page, held: Promise<Route>): Promise<string> {
    const brokenOff = page.waitForEvent('requestfailed');
    const next = Promise.withResolvers<void>();
    await page.route('**/privacy-policy/', (route) => next.promise.then(() => route.continue()));
    const route = await held;
    await page.evaluate(() => {
      addEventListener('beforeunload', () => sessionStorage.setItem('banner', ''));
      const banner = document.querySelector('.banner-region');
      if (!banner) return;
      new MutationObserver(() => sessionStorage.setItem('banner', banner.textContent)).observe(banner, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      location.assign('/privacy-policy/');
    });
    await route.abort();
    await brokenOff;
    next.resolve();
    await expect(page).toHaveURL(/\/privacy-policy\/$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
    return page.evaluate(() => sessionStorage.getItem('banner') ?? 'not left');
  }

  test('shows no error for its call', async ({ page, product }) => {
    const customer = logIn(page, product, people.member);
    const held = Promise.withResolvers<Route>();
    await page.route('**/v1/phone/login', held.resolve);
    await customer.open();
    await customer.submit();
    expect(await leave(page, held.promise)).toBe('');
  });

  test('is not reloaded for its chunk instead', async ({ page }) => {
    const held = Promise.withResolvers<Route>();
    await page.goto('/login/');
    await page.route(/\/assets\/recovery-.*\.js/, held.resolve);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    expect(await leave(page, held.promise)).toBe('');
  });
});
