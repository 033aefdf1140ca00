import { withoutStorage } from './support/browserFaults.ts';
import { deep } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { headings, signUp } from './support/signUp.ts';

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

test('the flows of the later steps cannot be loaded: nothing is sent, the input is kept, and the next try works', async ({
  page,
  product,
}) => {
  const visitor = signUp(page, product);
  const created: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && created.push(request.url()));
  await page.route(/\/assets\/laterSteps-.*\.js/, (route) => route.abort());
  await visitor.open();
  await visitor.createAccount();
  await visitor.banner("We couldn't connect.");
  await expect(page.getByLabel('Work email')).toHaveValue(visitor.email);
  expect(created).toEqual([]);
  await page.unrouteAll();
  await visitor.press('Create an account');
  await visitor.at(headings.verification);
  expect(created).toHaveLength(1);
});
