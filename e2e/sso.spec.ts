import type { Page } from 'playwright/test';
import { waitForCookie } from './support/cookies.ts';
import { deep, deepUnless } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { logIn, people } from './support/logIn.ts';
import { cards, headings, newEmail, signUp } from './support/signUp.ts';

const providers = ['Google', 'Apple', 'Microsoft'] as const;

const go = (page: Page, provider: string) => page.getByRole('link', { name: `Continue with ${provider}` }).click();

/** Chooses one of the local provider's people. */
const choose = (page: Page, text: string) => page.getByRole('button', { name: text }).click();

/** A person without an account, at the local provider. */
async function chooseNewPerson(page: Page, email: string, isVouchedFor = true) {
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('New');
  await page.getByLabel('Email address', { exact: true }).fill(email);
  if (!isVouchedFor) await page.getByLabel('The provider has verified the email address').uncheck();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

for (const provider of providers) {
  test(
    `${provider}, from the login: a customer is logged in`,
    deepUnless(provider === 'Apple'),
    async ({ page, context }) => {
      await page.goto('/login/');
      await go(page, provider);
      await choose(page, 'Olivia Owner');
      await expect(page).toHaveURL(/\/app\/$/);
      await expect(page.getByText(people.owner).first()).toBeVisible();
      const { value } = await waitForCookie(context, 'auth');
      expect(Object.keys(JSON.parse(decodeURIComponent(value)))).toEqual(['user_id', 'user_token']);
    },
  );

  test(
    `${provider}, from the sign-up: a new person confirms and completes the sign-up`,
    deepUnless(provider === 'Google'),
    async ({ page, product }) => {
      const email = newEmail('nora');
      const visitor = signUp(page, product, email);
      await visitor.open();
      await go(page, provider);
      await chooseNewPerson(page, email);
      await visitor.at('Confirm your contact details');
      await expect(page.getByText('Step 2 of 4')).toBeVisible();
      await expect(page.getByLabel('First name')).toHaveValue('Nora');
      await expect(page.getByLabel('Work email')).toHaveValue(email);
      await expect(page.getByLabel('Work email')).not.toBeEditable();
      await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
      await visitor.press('Confirm');
      await expect(page.getByText('Agree to the terms and the privacy policy to continue.')).toBeVisible();
      await page.getByRole('checkbox', { name: /I agree/ }).check();
      await visitor.press('Confirm');
      await visitor.at(headings.planAndNumber);
      await visitor.chooseNumber('DE', 'Bonn');
      await visitor.press('Continue');
      await visitor.at(headings.billing);
      await visitor.enterCard(cards.passes);
      await visitor.press('Start trial');
      await visitor.isLoggedIn();
    },
  );
}

test('a new person starting from the login signs up', deep, async ({ page }) => {
  await page.goto('/login/');
  await go(page, 'Google');
  await chooseNewPerson(page, newEmail('nora'));
  await expect(page).toHaveURL(/\/signup\/\?token=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your contact details' })).toBeVisible();
});

test('an address not verified by the provider is verified by the mailed code', deep, async ({ page, product }) => {
  const email = newEmail('ivan');
  const visitor = signUp(page, product, email);
  await visitor.open();
  await go(page, 'Google');
  await chooseNewPerson(page, email, false);
  await visitor.at('Confirm your contact details');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await visitor.press('Confirm');
  await visitor.verify();
  await visitor.at(headings.planAndNumber);
});

test('the account’s second factor is also required after single sign-on', deep, async ({ page, product }) => {
  const customer = logIn(page, product, people.secondFactor);
  const before = await customer.mails();
  await customer.open();
  await go(page, 'Google');
  await choose(page, people.secondFactor);
  await customer.at('Enter your code');
  await customer.code.fill(await customer.mailedCode(before));
  await customer.isLoggedIn();
});

for (const [what, button] of [
  ['refuses', 'Cancel'],
  ['shares no address', 'Mila Mute'],
  ['has a provider that fails', 'Dana Down'],
] as const) {
  test(
    `a person who ${what} is redirected back with a message and can continue`,
    deepUnless(what === 'refuses'),
    async ({ page, product }) => {
      const customer = logIn(page, product, people.member);
      await customer.open();
      await go(page, 'Microsoft');
      await choose(page, button);
      await customer.at('Log in');
      await expect(page.locator('.banner-region [role="alert"]')).not.toBeEmpty();
      await expect(page).toHaveURL(/\/login\/$/);
      await customer.submit();
      await customer.at('Enter your code');
    },
  );
}

test('a rejection during sign-up redirects back to the sign-up', deep, async ({ page }) => {
  await page.goto('/signup/');
  await go(page, 'Google');
  await choose(page, 'Cancel');
  await expect(page).toHaveURL(/\/signup\/$/);
  await expect(page.locator('.banner-region [role="alert"]')).not.toBeEmpty();
});

test('the redirect back keeps the page’s language', deep, async ({ page }) => {
  await page.goto('/de/login/');
  await page.getByRole('link', { name: /Google/ }).click();
  await page.getByRole('button').last().click();
  await expect(page).toHaveURL(/\/de\/login\/$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('after browser Back every button works', deep, async ({ page, product }) => {
  const customer = logIn(page, product, people.owner);
  await customer.open();
  await go(page, 'Google');
  await expect(page.getByText('Someone else')).toBeVisible();
  await page.goBack();
  await customer.at('Log in');
  for (const provider of providers) {
    await expect(page.getByRole('link', { name: `Continue with ${provider}` })).toBeEnabled();
  }
  await go(page, 'Apple');
  await expect(page.getByText('Someone else')).toBeVisible();
});

test('two tabs, two providers: both lead to the dashboard', deep, async ({ page, context }) => {
  const other = await context.newPage();
  for (const [tab, provider] of [
    [page, 'Google'],
    [other, 'Microsoft'],
  ] as const) {
    await tab.goto('/login/');
    await go(tab, provider);
    await expect(tab.getByText('Someone else')).toBeVisible();
  }
  for (const tab of [page, other]) {
    await choose(tab, 'Olivia Owner');
    await expect(tab).toHaveURL(/\/app\/$/);
    await expect(tab.getByText(people.owner).first()).toBeVisible();
    await expect(tab.locator('.banner-region [role="alert"]')).toBeEmpty();
  }
});

test('started, Back, started again: the first sign-on can still be finished', deep, async ({ page, context }) => {
  await page.goto('/login/');
  await go(page, 'Google');
  await expect(page.getByText('Someone else')).toBeVisible();
  const first = page.url();
  await page.goBack();
  await go(page, 'Google');
  await expect(page.getByText('Someone else')).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(first);
  await choose(tab, 'Olivia Owner');
  await expect(tab).toHaveURL(/\/app\/$/);
  // The second one is stopped: the visitor is logged in by now, and sees only that.
  await choose(page, 'Cancel');
  await expect(page).toHaveURL(/\/app\/$/);
  await expect(page.getByText(people.owner).first()).toBeVisible();
  await expect(page.locator('.banner-region [role="alert"]')).toBeEmpty();
});

test('a failed sign-on shows no error to a user who is logged in', deep, async ({ page }) => {
  await page.goto('/login/');
  await go(page, 'Google');
  await choose(page, 'Olivia Owner');
  await expect(page).toHaveURL(/\/app\/$/);
  await page.goto('/login/?error=Signing%20in%20took%20too%20long.');
  await expect(page).toHaveURL(/\/app\/$/);
  await expect(page.getByText(people.owner).first()).toBeVisible();
  await expect(page.getByText('took too long')).toHaveCount(0);
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' });

  test('a provider that is not offered shows a page in the visitor’s language with a link', async ({ page }) => {
    const answer = await page.goto('/v1/phone/sso/connect/facebook');
    expect(answer?.status()).toBe(404);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('nicht verfügbar');
    await page.getByRole('link', { name: 'Anmelden' }).click();
    await expect(page).toHaveURL(/\/de\/login\/$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible();
  });

  test('an unknown callback redirects to the login in the visitor’s language', deep, async ({ page }) => {
    await page.goto('/v1/phone/sso/callback/google?state=unknown&code=x');
    await expect(page).toHaveURL(/\/de\/login\/$/);
    await expect(page.locator('.banner-region [role="alert"]')).toContainText('Google');
  });
});
