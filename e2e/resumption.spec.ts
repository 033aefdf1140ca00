import type { Page } from 'playwright/test';
import { deep } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { registrationAtNumber } from './support/registration.ts';
import { headings, newEmail, signUp } from './support/signUp.ts';

/* A sign-up is not lost by leaving it: in the same tab the visitor can continue it. */

const offer = (page: Page) => page.getByRole('heading', { level: 1, name: 'Continue your sign-up?' });
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

/** The ways out of the third step, and back to the sign-up without its token in the address. */
const departures: Record<string, (page: Page) => Promise<unknown>> = {
  'the login and back': async (page) => {
    await follow(page, 'Log in');
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    await follow(page, 'Sign up');
  },
  'the forgotten password': async (page) => {
    await follow(page, 'Log in');
    await follow(page, 'Forgot password?');
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
    await follow(page, 'Sign up');
  },
  'the home page': async (page) => {
    await follow(page, 'Ringwell');
    await expect(page).toHaveURL(/localhost:\d+\/$/);
    await follow(page, 'Sign up');
  },
  'a reset link that is dead': async (page) => {
    await page.goto('/one-time-login/?token=nobody-knows-this');
    await follow(page, 'Sign up');
  },
  'the address typed anew': (page) => page.goto('/signup/'),
  'another language and back': async (page) => {
    await page.goto('/de/login/');
    await follow(page, 'Registrieren');
    await expect(page.getByRole('heading', { level: 1, name: 'Registrierung fortsetzen?' })).toBeVisible();
    await page.goto('/signup/');
  },
};

for (const [name, leaveAndReturn] of Object.entries(departures)) {
  test(`step 3, then ${name}: continuing is offered, and nothing is lost`, deep, async ({ page, product }) => {
    const visitor = signUp(page, product);
    await visitor.resume(await registrationAtNumber(product, visitor.email));
    await visitor.at(headings.planAndNumber);
    await page.getByLabel('Users', { exact: true }).fill('3');
    await page.getByLabel('Users', { exact: true }).press('Tab');
    await visitor.chooseNumber('DE', 'Bonn');
    const number = await visitor.chosenNumber();

    await leaveAndReturn(page);
    await expect(offer(page)).toBeVisible();
    await expect(page.getByText(visitor.email)).toBeVisible();
    await visitor.press('Continue');
    await visitor.at(headings.planAndNumber);
    await expect(page).toHaveURL(/token=/);
    await expect(page.getByLabel('Users', { exact: true })).toHaveValue('3');
    await expect.poll(visitor.chosenNumber).toBe(number);
    await visitor.press('Continue');
    await visitor.at(headings.billing);
  });
}

test('declining the offer starts with an empty form, and it is not made again', async ({ page, product }) => {
  const visitor = signUp(page, product);
  await visitor.resume(await registrationAtNumber(product, visitor.email));
  await visitor.at(headings.planAndNumber);
  await page.goto('/signup/?email=other@acme.example');
  await expect(offer(page)).toBeVisible();
  await visitor.press('Start again');
  await visitor.at(headings.account);
  await expect(page.getByLabel('Work email')).toHaveValue('other@acme.example');
  await expect(page.getByLabel('First name')).toHaveValue('');
  await page.goto('/signup/');
  await visitor.at(headings.account);
});

for (const [what, answer] of Object.entries({
  completed: { status: 200, json: { data: { data: {}, step: '4', completed_at: '2025-03-05T12:00:00Z' } } },
  'run out': { status: 404, json: { message: 'Gone.', errors: [{ code: 'RG1001', field: '', message: 'Gone.' }] } },
})) {
  test(`a sign-up that is ${what} is not offered`, deep, async ({ page, product }) => {
    const visitor = signUp(page, product);
    await visitor.resume(await registrationAtNumber(product, visitor.email));
    await visitor.at(headings.planAndNumber);
    await page.route('**/v1/phone/registrations/*', (route) => route.fulfill(answer));
    await page.goto('/signup/');
    await visitor.at(headings.account);
    await page.unrouteAll();
    await page.reload();
    await visitor.at(headings.account);
  });
}

test(
  'a sign-up that cannot be loaded is still offered, and loading can be retried',
  deep,
  async ({ page, product }) => {
    const visitor = signUp(page, product, newEmail());
    await visitor.resume(await registrationAtNumber(product, visitor.email));
    await visitor.at(headings.planAndNumber);
    await page.route('**/v1/phone/registrations/*', (route) => route.abort());
    await page.goto('/signup/');
    await expect(offer(page)).toBeVisible();
    await visitor.press('Continue');
    await visitor.at("We couldn't load your sign-up");
    await page.unrouteAll();
    await visitor.press('Try again');
    await visitor.at(headings.planAndNumber);
  },
);
