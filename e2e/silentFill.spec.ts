import { waitForCookie } from './support/cookies.ts';
import { dashboard, newCustomer } from './support/customer.ts';
import { deep, deepUnless } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { countRequests, logIn, people, PASSWORD as SEEDED } from './support/logIn.ts';
import { registrationAtBilling } from './support/registration.ts';
import { linkIn } from './support/server.ts';
import { cards, headings, newEmail, PASSWORD, signUp } from './support/signUp.ts';
import { fillers, fillSilently } from './support/silentFill.ts';

/*
 * Password managers and scripts that set the value of a control and fire no event: what is seen in the form is what is
 * sent, on every form of the product.
 */
test.use({ settings: { TWO_FACTOR: 'off' } });

const NEW_PASSWORD = 'quiet harbour light';

for (const filler of fillers) {
  for (const send of ['a click', 'Enter'] as const) {
    test(
      `login, filled without events by a ${filler} and sent by ${send}`,
      deepUnless((filler === 'script') === (send === 'Enter')),
      async ({ page, product, context }) => {
        const customer = logIn(page, product, people.owner);
        await customer.open();
        await fillSilently(page, { email: people.owner, password: SEEDED, remember_me: true }, filler);
        if (send === 'Enter') await customer.email.press('Enter');
        else await customer.press('Log in');
        await customer.isLoggedIn();
        expect((await waitForCookie(context, 'auth')).expires).toBeGreaterThan(0);
      },
    );
  }
}

test('login: fields with errors filled without events are sent by one press', deep, async ({ page, product }) => {
  const customer = logIn(page, product, people.owner);
  await customer.open();
  // Its appearance ends typing in the form, which reads the fields.
  await expect(page.getByRole('dialog')).toBeVisible();
  await customer.press('Log in');
  await expect(page.getByText('This value should not be blank.')).toHaveCount(2);
  await fillSilently(page, { email: people.owner, password: SEEDED });
  await expect(page.getByText('This value should not be blank.')).toHaveCount(2);
  await customer.press('Log in');
  await customer.isLoggedIn();
});

test('login: one field filled, the other typed, the box ticked', deep, async ({ page, product }) => {
  const customer = logIn(page, product, people.owner);
  await customer.open();
  await fillSilently(page, { password: SEEDED });
  await page.getByLabel('Remember me on this device').check();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await customer.email.pressSequentially(people.owner);
  await expect(customer.password).toHaveValue(SEEDED);
  await customer.press('Log in');
  await customer.isLoggedIn();
});

test('recovery', async ({ page, product }) => {
  const email = await newCustomer(product);
  await page.goto('/recover-password/');
  await expect(page.getByRole('dialog')).toBeVisible();
  await fillSilently(page, { email });
  await page.getByRole('button', { name: 'Request reset link' }).click();
  await expect(page.getByText(`If there's an account for ${email}, we've sent it a reset link.`)).toBeVisible();
});

test('new password', deep, async ({ page, product }) => {
  const email = await newCustomer(product);
  const before = (await product.mails(email)).length;
  await page.goto('/recover-password/');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Request reset link' }).click();
  await page.goto(linkIn(await product.nextMail(email, before)));
  await expect(page.getByLabel('New password', { exact: true })).toBeEnabled();
  await fillSilently(page, { password: NEW_PASSWORD, repeatPassword: NEW_PASSWORD });
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/app\/$/);
});

test('invite form, invitation', deep, async ({ page, product, browser, baseURL }) => {
  const home = dashboard(page, product, await newCustomer(product));
  const teammate = newEmail('bo');
  await home.enter();
  await home.isOpen();
  await fillSilently(page, { email: teammate });
  await home.press('Send invitation');
  await home.banner('Invitation sent.');

  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const there = await context.newPage();
  await there.goto(linkIn(await product.nextMail(teammate)));
  await expect(there.getByLabel('First name')).toBeVisible();
  await fillSilently(there, { first_name: 'Bo', last_name: 'Lind', password: 'quite another horse' });
  await there.getByRole('button', { name: 'Join and log in' }).click();
  await expect(there.getByText('Logged in as Bo Lind')).toBeVisible();
  await context.close();
});

test('password change, second factor', deep, async ({ page, product }) => {
  const home = dashboard(page, product, await newCustomer(product));
  await home.enter();
  await home.isOpen();
  await home.press('Change password');
  await expect(page.getByLabel('Current password')).toBeVisible();
  await fillSilently(page, { current_password: PASSWORD, password: NEW_PASSWORD });
  await home.press('Change password');
  await home.banner(/password/i);
  await expect(page.getByLabel('Current password')).toBeHidden();

  await home.press('Turn on login codes');
  await expect(page.getByLabel('Your password')).toBeVisible();
  await fillSilently(page, { password: NEW_PASSWORD });
  await home.press('Turn on login codes');
  await expect(page.getByLabel('Your password')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Turn off login codes' })).toBeVisible();
});

test('sign-up 1 with its checkbox, and the code of step 2', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  await visitor.open();
  await fillSilently(page, {
    first_name: 'Anna',
    last_name: 'Berg',
    email: visitor.email,
    password: PASSWORD,
    terms: true,
  });
  await visitor.press('Create an account');
  await visitor.at(headings.verification);
  const mail = await product.nextMail(visitor.email);
  const sent = countRequests(page, /\/registrations\/[\w-]+$/);
  await fillSilently(page, { verification_code: /\b\d{6}\b/.exec(mail.text)?.[0] ?? '' });
  await visitor.at(headings.planAndNumber);
  expect(sent()).toBe(1);
});

test('billing with its selects', async ({ page, product }) => {
  needs('bodies of requests');
  const visitor = signUp(page, product);
  await visitor.resume(await registrationAtBilling(product, visitor.email));
  await visitor.at(headings.billing);
  await page.getByText('Company information (optional)').click();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await fillSilently(page, {
    card_number: cards.passes,
    card_end_month: '12',
    card_end_year: '31',
    card_cvv: '123',
    card_name: 'Anna Berg',
    card_country: 'DE',
    card_postcode: '50667',
    card_currency: 'GBP',
    customer_name: 'Berg & Sons',
    customer_country: 'AT',
    customer_postcode: '1010',
    customer_address: 'Ring 1',
    customer_city: 'Wien',
    customer_vat: 'ATU12345678',
  });
  await visitor.press('Start trial');
  expect((await sent).postDataJSON()).toMatchObject({
    card_number: cards.passes,
    card_end_month: '12',
    card_end_year: '2031',
    card_cvv: '123',
    card_name: 'Anna Berg',
    card_country: 'DE',
    card_postcode: '50667',
    card_currency: 'GBP',
    customer_name: 'Berg & Sons',
    customer_country: 'AT',
    customer_postcode: '1010',
    customer_city: 'Wien',
  });
  await visitor.isLoggedIn();
});

test(
  'a card of American Express, whose code has a fourth digit, filled before the page knows its brand',
  deep,
  async ({ page, product }) => {
    const visitor = signUp(page, product);
    await visitor.resume(await registrationAtBilling(product, visitor.email));
    await visitor.at(headings.billing);
    await fillSilently(page, {
      card_cvv: '1234',
      card_end_month: '12',
      card_end_year: '2031',
      card_name: 'Anna Berg',
      card_number: '378282246310005',
      card_country: 'DE',
      card_postcode: '50667',
    });
    await visitor.press('Start trial');
    await visitor.isLoggedIn();
  },
);
