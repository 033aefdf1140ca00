import type { Page } from 'playwright/test';
import { cookieNames, waitForCookie } from './support/cookies.ts';
import { newCustomer } from './support/customer.ts';
import { deep, deepUnless, inFirefoxToo } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { countRequests, logIn, people } from './support/logIn.ts';
import { linkIn, type ProductServer } from './support/server.ts';
import { PASSWORD } from './support/signUp.ts';

const NEW_PASSWORD = 'quiet harbour light';

/** Asks for a reset link and opens the mailed one. */
async function openResetLink(page: Page, product: ProductServer, email: string) {
  const before = (await product.mails(email)).length;
  await page.goto('/recover-password/');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Request reset link' }).click();
  await expect(page.getByText(/we've sent it a reset link/)).toBeVisible();
  const link = linkIn(await product.nextMail(email, before));
  await page.goto(link);
  return link;
}

async function choosePassword(page: Page, password: string, repeated = password) {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(repeated);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test(
  '§4: the mailed link resets the password and logs in by the code; the old password no longer works',
  inFirefoxToo,
  async ({ page, product, context }) => {
    const email = await newCustomer(product);
    const link = await openResetLink(page, product, email);
    const mails = (await product.mails(email)).length;
    await choosePassword(page, NEW_PASSWORD);
    await expect(page).toHaveURL(/\/login2fa\/$/);
    const extini = await waitForCookie(context, 'extini');
    expect(decodeURIComponent(extini.value)).toBe('{"password_reset":1}');
    expect(extini.expires).toBe(-1);
    const customer = logIn(page, product, email);
    await customer.code.fill(await customer.mailedCode(mails + 1));
    await customer.isLoggedIn();

    await context.clearCookies();
    await customer.open();
    await customer.submit({ password: PASSWORD });
    await customer.banner('Wrong email address or password.');

    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('You may have changed your password already');
    await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
  },
);

test(
  'a password manager gets the username, although the page shows no e-mail address',
  deep,
  async ({ page, product }) => {
    const email = await newCustomer(product);
    await openResetLink(page, product, email);
    const username = page
      .locator('form')
      .filter({ has: page.getByLabel('New password') })
      .locator('[name="username"]');
    await expect(username).toHaveValue(email);
    await expect(username).toHaveAttribute('autocomplete', 'username');
    await expect(username).toBeHidden();
  },
);

test('the form does not wait for the address of a password manager', deep, async ({ page, product }) => {
  const email = await newCustomer(product);
  // A server without the additive call.
  await page.route('**/v1/phone/reset/*', (route) => route.fulfill({ status: 404, body: '' }));
  await openResetLink(page, product, email);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await choosePassword(page, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/login2fa\/$/);
});

test(
  'a link that was used in another browser says so here, and leads to the login',
  deep,
  async ({ page, product, browser }) => {
    const email = await newCustomer(product);
    const link = await openResetLink(page, product, email);
    const context = await browser.newContext({ baseURL: product.url });
    const other = await context.newPage();
    await other.goto(link);
    await choosePassword(other, NEW_PASSWORD);
    await expect(other).toHaveURL(/\/login2fa\/$/);
    await context.close();

    await choosePassword(page, NEW_PASSWORD);
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('You may have changed your password already');
    await expect(main.getByRole('link', { name: 'Request a new link' })).toBeVisible();
    await main.getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/login\/$/);
    const customer = logIn(page, product, email);
    await customer.submit({ password: NEW_PASSWORD });
    await expect(page).toHaveURL(/\/login2fa\/$/);
  },
);

test('an unknown address gets the same answer', async ({ page, product }) => {
  await page.goto('/recover-password/');
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
  await page.getByRole('button', { name: 'Request reset link' }).click();
  await expect(page.getByText(/we've sent it a reset link/)).toBeVisible();
  await expect(page.getByText(/spam/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact support' })).toBeVisible();
  expect(await product.mails('nobody@example.com')).toEqual([]);
});

for (const token of ['nobody-knows-this', 'x'.repeat(43), 'cut%20off', '..%2F..%2Faccount']) {
  const level = deepUnless(token.length === 43);
  test(
    `a link with the token ${token} immediately shows, in the page’s language, that it does not work`,
    level,
    async ({ page }) => {
      const sent = countRequests(page, '/reset');
      await page.goto(`/pl/jednorazowe-logowanie/?token=${token}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Ten link już nie działa' })).toBeFocused();
      await expect(page.getByRole('main').getByRole('link', { name: 'Zaloguj się' })).toBeVisible();
      expect(sent()).toBe(0);
    },
  );
}

test('§5: both passwords are required and must match before anything is sent', deep, async ({ page, product }) => {
  const sent = countRequests(page, '/reset');
  await openResetLink(page, product, people.member);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This field is required.')).toHaveCount(2);
  await choosePassword(page, NEW_PASSWORD, 'quiet harbour night');
  await expect(page.getByText("Passwords don't match.")).toBeVisible();
  await choosePassword(page, 'short');
  await expect(page.getByText('Use at least 8 characters.', { exact: true }).last()).toBeVisible();
  expect(sent()).toBe(0);
});

test('without a token the screen shows a message and disables the button', deep, async ({ page }) => {
  await page.goto('/one-time-login/');
  await expect(page.getByText('Password reset token not found.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeDisabled();
});

test('a common password is rejected at its field', deep, async ({ page, product }) => {
  await openResetLink(page, product, people.secondFactor);
  await choosePassword(page, 'password1');
  await expect(page.getByText('This password is too common. Choose another one.')).toBeVisible();
});

test.describe('the automatic login', () => {
  test.beforeEach(async ({ page, product }) => {
    await page.route('**/v1/phone/reset', (route) =>
      route.fulfill({ json: { message: 'Your password has been changed.', user_email: 'anna@example.com' } }),
    );
    await openResetLink(page, product, people.member);
  });

  test('200: opens the dashboard, using the returned address and the new password', deep, async ({ page, context }) => {
    needs('bodies of requests');
    const sent: unknown[] = [];
    await page.route('**/v1/phone/login', (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: { user_id: 7, user_token: 'given' } });
    });
    await page.route('**/v1/phone/account**', (route) => route.abort());
    await choosePassword(page, NEW_PASSWORD);
    await expect(page).toHaveURL(/\/app\/$/);
    expect(sent).toMatchObject([{ email: 'anna@example.com', password: NEW_PASSWORD }]);
    await expect.poll(() => cookieNames(context)).toContain('auth');
  });

  for (const [what, body] of [
    ['nothing', {}],
    ['half a session', { user_id: 7 }],
    ['no nonce', { message: 'sent' }],
  ] as const) {
    test(`§8: a response with ${what} shows what is missing`, deep, async ({ page, context }) => {
      await page.route('**/v1/phone/login', (route) => route.fulfill({ json: body }));
      await choosePassword(page, NEW_PASSWORD);
      await expect(page.locator('.banner-region')).toContainText('API response is missing required credentials');
      await expect.poll(() => cookieNames(context)).not.toContain('auth');
    });
  }
});
