import type { Page, Route } from 'playwright/test';
import { withoutStorage } from './support/browserFaults.ts';
import { deep } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { logIn, people } from './support/logIn.ts';
import { registrationAtBilling, registrationAtNumber } from './support/registration.ts';
import { cards, headings, signUp } from './support/signUp.ts';

/* A page of an older release on a newer server: it reloads once by itself, and the sign-up goes on. */

const registration = /\/v1\/phone\/registrations\/[^/]+$/;
const dictionaries = /\/v1\/phone\/ddipricelistcoverages\/dictionaries/;

/** How often the browser has loaded the document. */
function loadsOf(page: Page) {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return { count: () => loads };
}

/** The server's answer, with a step that is unknown to this build. */
async function withUnknownStep(route: Route) {
  const answer = await route.fetch();
  const body = await answer.json();
  if (body.data) body.data.step = 'identity';
  else body.step = 'identity';
  await route.fulfill({ response: answer, json: body });
}

/** Answers calls that fit so, once or always. */
const answerBy = (page: Page, path: RegExp, method: string, answer: (route: Route) => unknown, times?: number) =>
  page.route(
    path,
    async (route) => {
      if (route.request().method() === method) await answer(route);
      else await route.fallback();
    },
    times ? { times } : {},
  );

test('a sign-up at an unknown step reloads the page and continues', async ({ page, product }) => {
  const visitor = signUp(page, product);
  const token = await registrationAtNumber(product, visitor.email);
  const loads = loadsOf(page);
  await answerBy(page, registration, 'GET', withUnknownStep, 1);
  await visitor.resume(token);
  await visitor.at(headings.planAndNumber);
  await expect(page).toHaveURL(new RegExp(`token=${token}`));
  expect(loads.count()).toBe(2);
});

for (const [what, answer] of Object.entries<(route: Route) => unknown>({
  'a step that is not known': withUnknownStep,
  'a shape that is not known': (route) => route.fetch().then(() => route.fulfill({ json: { result: { next: 4 } } })),
})) {
  test(`step 3 is answered with ${what}: after a reload the submission is there`, deep, async ({ page, product }) => {
    needs('bodies of requests');
    const visitor = signUp(page, product);
    await visitor.resume(await registrationAtNumber(product, visitor.email));
    await visitor.at(headings.planAndNumber);
    await page.getByLabel('Users', { exact: true }).fill('3');
    await visitor.chooseNumber('DE', 'Bonn');
    const loads = loadsOf(page);
    await answerBy(page, registration, 'PATCH', answer);
    await visitor.press('Continue');
    await visitor.at(headings.billing);
    await expect(page.locator('.order-line', { hasText: 'Users' }).first().locator('dd')).toHaveText('3');
    expect(loads.count()).toBe(1);
  });
}

test('the first step is answered with an unknown step: its token is kept', deep, async ({ page, product }) => {
  needs('bodies of requests');
  const visitor = signUp(page, product);
  await visitor.open();
  await answerBy(page, /\/v1\/phone\/registrations$/, 'POST', withUnknownStep);
  await visitor.createAccount();
  await visitor.at(headings.verification);
  await expect(page).toHaveURL(/token=/);
  await visitor.verify();
  await visitor.at(headings.planAndNumber);
});

test(
  'the first step is answered in an unknown format: everything but the password is kept',
  deep,
  async ({ page, product }) => {
    const visitor = signUp(page, product);
    await visitor.open();
    const loads = loadsOf(page);
    await answerBy(page, /\/v1\/phone\/registrations$/, 'POST', (route) => route.fulfill({ json: { result: 7 } }), 1);
    await visitor.createAccount();
    await expect.poll(loads.count).toBe(1);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('First name')).toHaveValue('Anna');
    await expect(page.getByLabel('Work email')).toHaveValue(visitor.email);
    await visitor.createAccount();
    await visitor.at(headings.verification);
  },
);

test(
  'the card is answered with an unknown step: the sign-up is completed, and the customer logged in',
  deep,
  async ({ page, product }) => {
    needs('bodies of requests');
    const visitor = signUp(page, product);
    await visitor.resume(await registrationAtBilling(product, visitor.email));
    await visitor.enterCard(cards.passes);
    await answerBy(page, registration, 'PATCH', withUnknownStep);
    await visitor.press('Start trial');
    await visitor.isLoggedIn();
  },
);

test('if a reload does not help, a message is shown and the sign-up is kept', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  const token = await registrationAtNumber(product, visitor.email);
  const loads = loadsOf(page);
  await answerBy(page, registration, 'GET', withUnknownStep);
  await visitor.resume(token);
  await visitor.at("We couldn't load your sign-up");
  await visitor.banner('We got an unexpected response. Reload this page and try again.');
  await visitor.press('Try again');
  await visitor.at("We couldn't load your sign-up");
  expect(loads.count()).toBe(2);
  await page.unrouteAll();
  await page.reload();
  await visitor.at('Continue your sign-up?');
  await visitor.press('Continue');
  await visitor.at(headings.planAndNumber);
  await expect(page).toHaveURL(new RegExp(`token=${token}`));
});

test('without storage the page does not reload endlessly', deep, async ({ page, product }) => {
  await withoutStorage(page);
  const visitor = signUp(page, product);
  const loads = loadsOf(page);
  await page.route(dictionaries, (route) => route.fulfill({ json: { names: [] } }));
  await visitor.resume('t1');
  await visitor.at("We couldn't load your sign-up");
  expect(loads.count()).toBe(1);
});

test('input is kept over the reload', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  await visitor.resume(await registrationAtNumber(product, visitor.email));
  await visitor.at(headings.planAndNumber);
  await page.getByLabel('Users', { exact: true }).fill('7');
  await page.getByLabel('Users', { exact: true }).press('Tab');
  const loads = loadsOf(page);
  // Only the list that the choice requests: another one may still be on its way.
  await page.route(/\/v1\/phone\/ddipricelistcoverages\?.*DE/, (route) => route.fulfill({ json: { rows: [] } }), {
    times: 1,
  });
  await page.getByLabel('Country').selectOption('DE');
  await expect.poll(loads.count).toBe(1);
  await expect(page.getByLabel('Users', { exact: true })).toHaveValue('7');
  await expect(page.getByLabel('Country')).toHaveValue('DE');
});

test('an account in an unknown format reloads the page', deep, async ({ page, product }) => {
  const customer = logIn(page, product, people.owner);
  const mails = await customer.mails();
  const loads = loadsOf(page);
  await page.route(/\/v1\/phone\/account$/, (route) => route.fulfill({ json: { account: {} } }), { times: 1 });
  await customer.open();
  await customer.submit();
  await customer.code.fill(await customer.mailedCode(mails));
  await customer.isLoggedIn();
  await expect(page.getByText(people.owner).first()).toBeVisible();
  await expect(page.locator('.banner-region')).not.toContainText('unexpected response');
  expect(loads.count()).toBe(2);
});

test('an unreadable response to a login keeps the page and says what to do', async ({ page, product }) => {
  const customer = logIn(page, product, people.member);
  await customer.open();
  const loads = loadsOf(page);
  await page.route(/\/v1\/phone\/login$/, (route) => route.fulfill({ json: { session: {} } }));
  await customer.submit();
  await expect(page.getByRole('alert').filter({ hasText: 'Reload this page and try again.' })).toBeVisible();
  await expect(customer.email).toHaveValue(people.member);
  expect(loads.count()).toBe(0);
});
