import type { Page } from 'playwright/test';
import { errorsOf, pressOften, translate, withoutCookies, withoutStorage } from './support/browserFaults.ts';
import { deep, deepUnless } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { textsOf } from './support/layout.ts';
import { countRequests, logIn, PASSWORD, people } from './support/logIn.ts';
import { registrationAtBilling, registrationAtNumber } from './support/registration.ts';
import { cards, firstOption, headings, newEmail, signUp } from './support/signUp.ts';

/*
 * What people complain of in products like this one, tried here: docs/complaints.md names for each kind
 * the tests that hold it off. These are the ones that need a whole browser.
 */

test.describe('a page translated by the browser', () => {
  test('the login still reaches the dashboard', deep, async ({ page, product }) => {
    const errors = errorsOf(page);
    const customer = logIn(page, product, people.secondFactor);
    const before = await customer.mails();
    await customer.open();
    await translate(page);
    await page.locator('input[name="email"]').fill(people.secondFactor);
    await page.locator('input[name="password"]').fill('not this one');
    await page.locator('button[type="submit"]').click();
    await expect(page.locator('.banner-region')).toContainText('Wrong email address or password.');
    await translate(page);
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.locator('button[type="submit"]').click();
    await expect(page).toHaveURL(/login2fa/);
    await expect(page.locator('input[autocomplete="one-time-code"]')).toBeVisible();
    await translate(page);
    await page.locator('input[autocomplete="one-time-code"]').fill(await customer.mailedCode(before));
    await customer.isLoggedIn();
    await customer.at('Dashboard');
    expect(errors).toEqual([]);
  });

  test('the sign-up still reaches the card step', deep, async ({ page, product }) => {
    const errors = errorsOf(page);
    const visitor = signUp(page, product);
    await visitor.open();
    await translate(page);
    await page.locator('button[type="submit"]').click();
    await expect(page.locator('input[aria-invalid="true"]').first()).toBeVisible();
    await translate(page);
    await page.locator('input[name="first_name"]').fill('Anna');
    await page.locator('input[name="last_name"]').fill('Berg');
    await page.locator('input[name="email"]').fill(visitor.email);
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.locator('input[type="checkbox"]').first().check();
    await page.locator('button[type="submit"]').click();
    await visitor.at(headings.verification);
    await translate(page);
    const code = await product.nextCode(visitor.email);
    await page.locator('input[autocomplete="one-time-code"]').fill(code);
    await visitor.at(headings.planAndNumber);
    await translate(page);
    await page.locator('input[type="radio"]').nth(1).check();
    await page.locator('select[name="country_code"]').selectOption('DE');
    await expect(page.locator('select[name="ddi_type"]')).toBeEnabled();
    await translate(page);
    await page.locator('select[name="ddi_type"]').selectOption('G');
    await expect(page.locator('input[role="combobox"]').first()).toBeEnabled();
    await page.locator('input[role="combobox"]').first().fill('Bonn');
    await firstOption(page, 'Bonn').click();
    await expect(page.locator('input[role="combobox"]').nth(1)).toBeEnabled();
    await translate(page);
    await page.locator('input[role="combobox"]').nth(1).click();
    await firstOption(page).click();
    await page.locator('button[type="submit"]').click();
    await visitor.at(headings.billing);
    expect(errors).toEqual([]);
  });
});

test.describe('several tabs', () => {
  test(
    'after a login in one tab, other tabs open the dashboard when they get the focus',
    deep,
    async ({ page, context, product }) => {
      const others: Page[] = [];
      for (const path of ['/login/', '/login2fa/', '/signup/', '/recover-password/']) {
        const other = await context.newPage();
        await other.goto(path);
        await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
        others.push(other);
      }
      const customer = logIn(page, product, people.secondFactor);
      await customer.enter();
      for (const other of others) {
        await other.bringToFront();
        await other.evaluate(() => dispatchEvent(new Event('focus')));
        await expect(other).toHaveURL(/\/app\/$/);
        await expect(other.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      }
    },
  );

  test(
    'after a log-out in one tab, the other tab opens the login when it gets the focus',
    deep,
    async ({ page, context, product }) => {
      const customer = logIn(page, product, people.secondFactor);
      await customer.enter();
      const other = await context.newPage();
      await other.goto('/app/');
      await expect(other.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      await customer.press('Log out');
      await customer.at('Log in');
      await other.evaluate(() => dispatchEvent(new Event('focus')));
      await expect(other).toHaveURL(/\/login\/$/);
    },
  );
});

test.describe('blocked cookies or storage', () => {
  test('without cookies the login says what is missing and sends no request', async ({ page, product }) => {
    await withoutCookies(page);
    const logins = countRequests(page, '/login');
    const customer = logIn(page, product, people.member);
    await customer.open();
    await customer.submit();
    await customer.banner(/cookies/i);
    await expect(customer.email).toHaveValue(people.member);
    expect(logins()).toBe(0);
  });

  test(
    'a session that the browser does not store: the login says so, and can be used again',
    deep,
    async ({ page, product }) => {
      await page.route('**/v1/phone/login', (route) =>
        route.fulfill({ json: { user_id: 1, user_token: 'x'.repeat(5000) } }),
      );
      const customer = logIn(page, product, people.member);
      await customer.open();
      await customer.submit();
      await customer.banner(/cookies/i);
      await expect(customer.email).toBeEditable();
    },
  );

  test('without storage, login and sign-up still work, also after a reload', deep, async ({ page, product }) => {
    const errors = errorsOf(page);
    await withoutStorage(page);
    const visitor = signUp(page, product);
    await visitor.open();
    await visitor.createAccount();
    await visitor.at(headings.verification);
    await page.reload();
    await visitor.verify();
    await visitor.at(headings.planAndNumber);
    expect(errors).toEqual([]);
  });
});

test.describe('a bad connection', () => {
  test('offline: a message is shown, the input is kept, and the next try works', async ({ page, product, context }) => {
    const customer = logIn(page, product, people.member);
    await customer.open();
    await context.setOffline(true);
    await customer.submit();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
    await expect(customer.email).toHaveValue(people.member);
    await expect(customer.password).toHaveValue(PASSWORD);
    await context.setOffline(false);
    await customer.press('Log in');
    await customer.at('Enter your code');
  });

  test('offline: a link to a screen that is not loaded yet says so, and works once there is a connection', async ({
    page,
    product,
    context,
  }) => {
    const customer = logIn(page, product, people.member);
    await customer.open();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await customer.banner("We couldn't connect. Check your internet connection and try again.");
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Reload page' }).click();
    await customer.at('Forgot your password?');
  });

  test('slow: the button shows progress, and five presses send one request', deep, async ({ page, product }) => {
    const logins = countRequests(page, '/login');
    await page.route('**/v1/phone/login', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    const customer = logIn(page, product, people.member);
    await customer.open();
    await customer.email.fill(people.member);
    await customer.password.fill(PASSWORD);
    await pressOften(page, 'Log in');
    await expect(page.locator('button[type="submit"]')).toHaveAttribute('aria-busy', 'true');
    await customer.at('Enter your code');
    expect(logins()).toBe(1);
  });
});

test('five presses create one registration, and later one payment', async ({ page, product }) => {
  const created = countRequests(page, '/registrations');
  const visitor = signUp(page, product);
  await visitor.open();
  await page.getByLabel('First name').fill('Anna');
  await page.getByLabel('Last name').fill('Berg');
  await page.getByLabel('Work email').fill(visitor.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await pressOften(page, 'Create an account');
  await visitor.at(headings.verification);
  expect(created()).toBe(1);

  const email = newEmail();
  const token = await registrationAtBilling(product, email);
  const paid = countRequests(page, `/registrations/${token}`);
  const payer = signUp(page, product, email);
  await payer.resume(token);
  await payer.enterCard(cards.passes);
  const before = paid();
  await pressOften(page, 'Start trial');
  await payer.isLoggedIn();
  expect(paid() - before).toBe(1);
});

test('reloading the verification step three times sends no mail', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  await visitor.open();
  await visitor.createAccount();
  await visitor.at(headings.verification);
  await product.nextMail(visitor.email);
  const resent = countRequests(page, /\/resend$/);
  for (let times = 0; times < 3; times += 1) await page.reload();
  await visitor.at(headings.verification);
  await expect(page.getByText(visitor.email)).toBeVisible();
  expect(resent()).toBe(0);
  expect(await product.mails(visitor.email)).toHaveLength(1);
  await visitor.verify();
  await visitor.at(headings.planAndNumber);
});

test.describe('the mailed code', () => {
  for (const start of ['', '12', '98765']) {
    test(`a code inserted by a keyboard suggestion replaces “${start}”`, deep, async ({ page, product }) => {
      needs('bodies of requests');
      const sent: unknown[] = [];
      await page.route('**/v1/phone/login2fa', (route) => {
        sent.push(route.request().postDataJSON().code);
        return route.abort();
      });
      const customer = logIn(page, product, people.secondFactor);
      await customer.open();
      await customer.submit();
      await customer.at('Enter your code');
      await customer.code.click();
      if (start) await page.keyboard.insertText(start);
      await page.keyboard.insertText('123456');
      await expect.poll(() => sent).toEqual(['123456']);
    });
  }

  for (const [what, answer] of [
    ['a server that fails', { status: 500, body: 'no' }],
    ['a refusal without reasons', { status: 422, json: { message: 'Not now, please.', errors: [] } }],
    ['too many tries', { status: 429, headers: { 'Retry-After': '75' }, json: { message: 'Slow down.', errors: [] } }],
    ['no answer at all', null],
  ] as const) {
    test(`every answer is one announced message: ${what}, on verify and on resend`, deep, async ({ page, product }) => {
      await page.route(/\/v1\/phone\/(login2fa|code2fa)/, (route) =>
        answer === null ? route.abort() : route.fulfill(answer),
      );
      const customer = logIn(page, product, people.secondFactor);
      await customer.open();
      await customer.submit();
      await customer.at('Enter your code');
      const alert = page.getByRole('alert').filter({ hasText: /\S/ });
      await expect(alert).toHaveCount(0);
      await customer.press('Resend code');
      await expect(alert).toHaveCount(1);
      await page.getByRole('button', { name: 'Close' }).click();
      await expect(alert).toHaveCount(0);
      await customer.code.fill('123456');
      await expect(alert).toHaveCount(1);
    });
  }
});

test('a login page left open for forty minutes still works', deep, async ({ page, product }) => {
  await page.clock.install();
  const customer = logIn(page, product, people.member);
  await customer.open();
  await customer.email.fill(people.member);
  await page.clock.fastForward('40:00');
  await customer.submit();
  await customer.at('Enter your code');
});

test('a prefetched link is not used up', async ({ page, product }) => {
  await page.addInitScript(() => {
    let seen = false;
    Object.defineProperty(document, 'visibilityState', { get: () => (seen ? 'visible' : 'hidden') });
    Object.assign(window, {
      look: () => {
        seen = true;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
  const requestCount = countRequests(page, /confirmation|discounts/);
  const customer = logIn(page, product, people.unconfirmed);
  await customer.open('?token=some-token&discount=some-discount');
  // The page works, all the way to the server and back; of the links it has said nothing.
  await customer.submit({ password: 'not this one' });
  await customer.banner('Wrong email address or password.');
  expect(requestCount()).toBe(0);
  await page.evaluate(() => (window as unknown as { look: () => void }).look());
  await expect.poll(requestCount).toBe(2);
});

for (const path of ['/login/?token=SECRET', '/one-time-login/?token=SECRET', '/signup/?token=SECRET']) {
  test(
    `with every consent given, the token of ${path} is sent to no third party`,
    deepUnless(path.startsWith('/one')),
    async ({ page, context, product }) => {
      needs('bodies of requests');
      const all = JSON.stringify({ cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 1 });
      await context.addCookies([{ name: 'consent', value: encodeURIComponent(all), url: product.url }]);
      const leaks: string[] = [];
      page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url());
        const sent = `${request.postData() ?? ''} ${request.headers()['referer'] ?? ''}`;
        if (origin !== product.url && request.url().includes('SECRET')) leaks.push(request.url());
        if (sent.includes('SECRET') && !(origin === product.url && /^\/v1\/phone\/reset/.test(pathname)))
          leaks.push(sent);
        if (pathname.endsWith('/events') && sent.includes('SECRET')) leaks.push(sent);
      });
      const answer = await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.getByRole('link', { name: 'Privacy policy' }).first().click();
      await expect(page).toHaveURL(/privacy-policy/);
      expect(answer?.headers()['referrer-policy']).toMatch(/no-referrer|same-origin|strict-origin/);
      expect(leaks).toEqual([]);
    },
  );
}

test(
  'a late response for the previous country does not change the selected country',
  deep,
  async ({ page, product }) => {
    const visitor = signUp(page, product);
    await visitor.resume(await registrationAtNumber(product, visitor.email));
    await visitor.at(headings.planAndNumber);
    const late = Promise.withResolvers<void>();
    let answered = 0;
    const ofBrazil = /\/ddipricelistcoverages\?.*%22BR%22/;
    await page.route(ofBrazil, async (route) => {
      await late.promise;
      // A question that is not waited for any more may have been taken back.
      await route.continue().catch(() => undefined);
      answered += 1;
    });
    const request = page.waitForRequest(ofBrazil);
    await page.getByLabel('Country').selectOption('BR');
    await request;
    await page.getByLabel('Country').selectOption('PL');
    const types = page.getByLabel('Number type');
    await expect(types).toBeEnabled();
    const before = await textsOf(types.locator('option'));
    late.resolve();
    await expect.poll(() => answered).toBe(1);
    await page.getByLabel('Number type').selectOption('G');
    await expect(page.getByRole('combobox', { name: 'Area (city) code' })).toBeEnabled();
    await page.getByRole('combobox', { name: 'Area (city) code' }).fill('Poz');
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Poznań');
    expect(await textsOf(types.locator('option'))).toEqual(before);
    await expect(page.getByLabel('Country')).toHaveValue('PL');
  },
);
