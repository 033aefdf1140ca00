import type { Page } from 'playwright/test';
import { errorsOf, translate } from './support/browserFaults.ts';
import { deep, deepUnless } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { holdScripts } from './support/holdScripts.ts';
import { holdSlices } from './support/holdSlices.ts';
import { logIn, PASSWORD, people } from './support/logIn.ts';
import { headings, signUp } from './support/signUp.ts';

/** What the console complains about; a page that does not fit its prerendered body would say so here. */
function consoleErrors(page: Page) {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(() => needs('pages without scripts'));

  for (const [path, words] of [
    ['/login/', 'Log in'],
    ['/de/login/', 'Anmelden'],
    ['/pl/odzyskaj-haslo/', 'hasł'],
    ['/signup/', "Let's create your account"],
    ['/es/signup/', 'cuenta'],
    ['/privacy-policy/', 'Privacy policy'],
  ] as const) {
    test(`${path} is shown in its language, and its form is sent by POST`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(words);
      for (const form of await page.locator('form').all()) await expect(form).toHaveAttribute('method', 'post');
    });
  }

  test('Enter puts no secret into the address', async ({ page, product }) => {
    const customer = logIn(page, product, people.owner);
    await page.goto('/login/');
    await customer.email.fill(people.owner);
    await customer.password.fill(PASSWORD);
    await customer.password.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    expect(page.url()).not.toContain('password');
    expect(page.url()).not.toContain('box');
  });
});

test('until the app has loaded, only the providers that the server offers are shown', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort());
  const offer = (providers: readonly string[]) =>
    page.route('**/{login,signup}/', async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({
        response,
        body: body.replace(/"ssoProviders":\[.*?\]/, `"ssoProviders":${JSON.stringify(providers)}`),
      });
    });
  for (const path of ['/login/', '/signup/']) {
    await offer(['azure']);
    await page.goto(path);
    await expect(page.getByText('Continue with Microsoft')).toBeVisible();
    await expect(page.getByText('Continue with Google')).toBeHidden();
    await offer([]);
    await page.goto(path);
    await expect(
      page
        .getByLabel('First name')
        .or(page.getByLabel('Password', { exact: true }))
        .first(),
    ).toBeVisible();
    await expect(page.getByText(/Continue with/).filter({ visible: true })).toHaveCount(0);
  }
});

for (const path of [
  '/login/',
  '/de/login/',
  '/recover-password/',
  '/br/recuperar-senha/',
  '/signup/',
  '/pl/signup/',
  '/contact-us/',
  '/',
]) {
  test(
    `the hydrated page equals the prerendered one: ${path}`,
    deepUnless(/^.(login|signup|br)/.test(path)),
    async ({ page }) => {
      const errors = consoleErrors(page);
      await page.goto(path);
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(errors).toEqual([]);
    },
  );
}

test('input typed before hydration is kept and submitted', async ({ page, product }) => {
  const customer = logIn(page, product, people.member);
  const errors = consoleErrors(page);
  const letThrough = await holdScripts(page);
  await page.goto('/login/', { waitUntil: 'commit' });
  await customer.email.fill(people.member);
  await customer.password.pressSequentially(PASSWORD);
  letThrough();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(customer.email).toHaveValue(people.member);
  await expect(customer.password).toHaveValue(PASSWORD);
  await customer.press('Log in');
  await customer.at('Enter your code');
  expect(errors).toEqual([]);
});

test('the language menu opens though it is pressed before hydration', deep, async ({ page }) => {
  const letThrough = await holdScripts(page);
  await page.goto('/login/', { waitUntil: 'commit' });
  const menu = page.getByRole('navigation', { name: 'Language' });
  await menu.getByRole('button').click();
  letThrough();
  await expect(menu.getByRole('link', { name: /German/ })).toBeVisible();
});

test('what is pressed and submitted while the page is being hydrated is handled once', async ({ page, product }) => {
  const customer = logIn(page, product, people.member);
  const errors = consoleErrors(page);
  const logins: string[] = [];
  page.on('request', (request) => /\/login$/.test(request.url()) && logins.push(request.method()));
  const letGo = await holdSlices(page);
  await page.goto('/login/');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-listening');
  await expect(root).not.toHaveAttribute('data-hydrated');
  const menu = page.getByRole('navigation', { name: 'Language' });
  await menu.getByRole('button').click();
  await letGo();
  await expect(root).toHaveAttribute('data-hydrated');
  await expect(menu.getByRole('link', { name: /German/ })).toBeVisible();

  const letGoOn = await holdSlices(page);
  await page.reload();
  await expect(root).toHaveAttribute('data-listening');
  await customer.email.fill(people.member);
  await customer.password.pressSequentially(PASSWORD);
  await customer.password.press('Enter');
  await letGoOn();
  await customer.at('Enter your code');
  expect(logins).toEqual(['POST']);
  expect(errors).toEqual([]);
});

test(
  'input typed before hydration into a page changed by a translator is kept and submitted',
  deep,
  async ({ page, product }) => {
    const customer = logIn(page, product, people.member);
    const letThrough = await holdScripts(page);
    await page.goto('/login/', { waitUntil: 'commit' });
    await expect(customer.password).toBeVisible();
    await translate(page);
    await page.locator('input[name="email"]').fill(people.member);
    await page.locator('input[name="remember_me"]').check();
    await page.locator('input[name="password"]').pressSequentially(PASSWORD.slice(0, 5));
    letThrough();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type(PASSWORD.slice(5));
    await expect(customer.email).toHaveValue(people.member);
    await expect(customer.password).toHaveValue(PASSWORD);
    await expect(page.getByLabel('Remember me on this device')).toBeChecked();
    await customer.press('Log in');
    await customer.at('Enter your code');
  },
);

test('a page that a translator or an extension changes while it is being hydrated works, without an uncaught error', async ({
  page,
  product,
}) => {
  const customer = logIn(page, product, people.member);
  const errors = errorsOf(page);
  const letGo = await holdSlices(page);
  await page.goto('/login/');
  await expect(page.locator('html')).toHaveAttribute('data-listening');
  await page.locator('input[name="password"]').evaluate((field) => field.after(document.createElement('div')));
  await translate(page);
  await letGo();
  await customer.submit();
  await customer.at('Enter your code');
  expect(errors).toEqual([]);
});

test('input typed into a page that is rendered again for its address is kept', deep, async ({ page, product }) => {
  const customer = logIn(page, product, people.member);
  const letThrough = await holdScripts(page);
  await page.goto('/login/?error=Try%20it%20once%20more.', { waitUntil: 'commit' });
  await customer.email.fill(people.member);
  letThrough();
  await customer.banner('Try it once more.');
  await expect(customer.email).toHaveValue(people.member);
});

test('a sign-up typed and submitted before hydration creates the account', async ({ page, product }) => {
  const visitor = signUp(page, product);
  const errors = consoleErrors(page);
  const letThrough = await holdScripts(page);
  await page.goto('/signup/', { waitUntil: 'commit' });
  await visitor.createAccount();
  expect(new URL(page.url()).search).toBe('');
  letThrough();
  await visitor.at(headings.verification);
  expect(errors).toEqual([]);
});

test('step 1 is usable while dictionaries and countries have not arrived', async ({ page, product }) => {
  const visitor = signUp(page, product);
  await page.route(/dictionaries|ddipricelistcoverages/, () => {});
  await visitor.open();
  await visitor.createAccount();
  await visitor.at(headings.verification);
});

test('a visitor with the link of a sign-up does not see step 1 of a new one', deep, async ({ page }) => {
  const letThrough = await holdScripts(page);
  await page.goto('/signup/?token=t1', { waitUntil: 'commit' });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden();
  letThrough();
  await expect(page.getByRole('heading', { level: 1, name: "We couldn't load your sign-up" })).toBeVisible();
});

test('a page prerendered by the browser sends no request before it is shown', deep, async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('/v1/phone/') && requests.push(request.url()));
  await page.addInitScript(() => Object.defineProperty(document, 'prerendering', { value: true, configurable: true }));
  await page.goto('/signup/');
  await page.waitForLoadState('networkidle');
  expect(requests).toEqual([]);
  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false });
    document.dispatchEvent(new Event('prerenderingchange'));
  });
  await expect.poll(() => requests.length).toBeGreaterThan(0);
});
