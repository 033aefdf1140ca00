import { newCustomer, resetLink } from './support/customer.ts';
import { deep } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { malformed, watch } from './support/inert.ts';
import { countRequests, logIn, people } from './support/logIn.ts';
import { registrationAtBilling } from './support/registration.ts';
import { linkIn } from './support/server.ts';
import { headings, newEmail, PASSWORD, signUp } from './support/signUp.ts';

const all = Object.entries(malformed);

test('login: an invalid e-mail address is rejected in the page’s language, and the input stays', async ({ page }) => {
  const { isInert } = watch(page);
  const sent = countRequests(page, '/login');
  await page.goto('/de/login/');
  const email = page.locator('input[name="email"]');
  for (const [what, text] of all) {
    await email.fill(text);
    await page.getByLabel('Passwort', { exact: true }).fill(text);
    await page.keyboard.press('Enter');
    await expect(
      page
        .getByText('Geben Sie eine gültige E-Mail-Adresse ein, z. B. name@example.com.')
        .or(page.getByText('Das ist zu lang.')),
      what,
    ).not.toHaveCount(0);
    await expect(email, what).toHaveValue(text);
    await expect(page.getByLabel('Passwort', { exact: true }), what).toHaveValue(text);
    await isInert(what);
  }
  expect(sent()).toBe(0);
});

test(
  'login: any text is accepted as a password; a wrong one shows an error message',
  deep,
  async ({ page, product }) => {
    const { isInert } = watch(page);
    const customer = logIn(page, product, 'nobody-at-all@example.com');
    await customer.open();
    for (const text of [malformed.script, malformed.emoji, malformed.rightToLeft]) {
      await customer.submit({ password: text });
      await customer.banner('Wrong email address or password.');
      await isInert(text);
      await page.locator('.banner-region').getByRole('button', { name: 'Close' }).click();
    }
    const long = 'x'.repeat(2000);
    await customer.submit({ password: long });
    await expect(page.getByText('This is too long. Use fewer characters.').first()).toBeVisible();
    await expect(customer.password).toHaveValue(long);
  },
);

test('recovery: an invalid e-mail address is rejected without a request', deep, async ({ page }) => {
  const { isInert } = watch(page);
  const sent = countRequests(page, '/password');
  await page.goto('/recover-password/');
  const email = page.getByLabel('Email', { exact: true });
  await page.getByRole('button', { name: 'Request reset link' }).click();
  await expect(page.getByText('This value should not be blank.')).toBeVisible();
  for (const [what, text] of all) {
    await email.fill(text);
    await page.getByRole('button', { name: 'Request reset link' }).click();
    await expect(email, what).toHaveAttribute('aria-invalid', 'true');
    await expect(email, what).toHaveValue(text);
    await isInert(what);
  }
  expect(sent()).toBe(0);
});

test(
  'new password: emoji and right-to-left text are allowed; too short and too long show an error',
  deep,
  async ({ page, product }) => {
    const { isInert } = watch(page);
    const email = await newCustomer(product);
    await page.goto(await resetLink(product, email));
    const [first, repeated] = [
      page.getByLabel('New password', { exact: true }),
      page.getByLabel('Confirm new password'),
    ];
    for (const [text, words] of [
      ['😀', 'Use at least 8 characters.'],
      ['x'.repeat(300), 'This is too long. Use fewer characters.'],
    ] as const) {
      await first.fill(text);
      await repeated.fill(text);
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(first).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(words, { exact: true }).last()).toBeVisible();
      await expect(first).toHaveValue(text);
    }
    for (const text of [malformed.script, malformed.rightToLeft]) {
      await first.fill(text);
      await repeated.fill(text);
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page).toHaveURL(/\/login2fa\/$/);
      await isInert(text);
      await page.goto(await resetLink(product, email));
    }
  },
);

test('the code field takes digits only, whatever is typed or pasted', async ({ page, product, context }) => {
  const { isInert } = watch(page);
  const value = encodeURIComponent(JSON.stringify({ nonce: 'n1', email: 'a@example.com', remember_me: false }));
  await context.addCookies([{ name: 'two_factor', value, url: product.url }]);
  await page.goto('/login2fa/');
  const code = page.getByLabel('Six-digit code');
  for (const text of [malformed.script, malformed.emoji, malformed.rightToLeft, malformed.prototype]) {
    await code.fill(text);
    await expect(code).toHaveValue(/^\d{0,5}$/);
    await expect(page.getByRole('button', { name: 'Verify and log in' })).toBeDisabled();
    await isInert(text);
  }
});

test('sign-up: each invalid field shows an error in the page’s language and keeps its text', deep, async ({ page }) => {
  const { isInert } = watch(page);
  const sent = countRequests(page, '/registrations');
  await page.goto('/pl/signup/');
  const field = (name: string) => page.locator(`input[name="${name}"]`);
  await expect(field('first_name')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.locator('form button[type="submit"]').click();
  for (const name of ['first_name', 'last_name', 'email', 'password', 'terms'])
    await expect(field(name), name).toHaveAttribute('aria-invalid', 'true');
  await expect(field('first_name')).toBeFocused();
  for (const [what, text] of all) {
    for (const name of ['first_name', 'last_name', 'email']) await field(name).fill(text);
    await page.locator('form button[type="submit"]').click();
    await expect(field('email'), what).toHaveAttribute('aria-invalid', 'true');
    await expect(field('first_name'), what).toHaveValue(text);
    await expect(field('email'), what).toHaveValue(text);
    await isInert(what);
  }
  await expect(field('first_name')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('first_name')).toHaveAccessibleDescription(/długie|znaków/);
  expect(sent()).toBe(0);
});

test('a name of markup, emoji or Hebrew is shown as plain text on every page and in the mail', async ({
  page,
  product,
}) => {
  const { isInert } = watch(page);
  const email = newEmail('odd');
  const visitor = signUp(page, product, email);
  await visitor.open();
  await page.getByLabel('First name').fill(malformed.image);
  await page.getByLabel('Last name').fill(`${malformed.emoji} שלום`);
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await visitor.press('Create an account');
  await visitor.at(headings.verification);
  const mail = await product.nextMail(email);
  expect(mail.html).not.toContain('<img src=x');
  await visitor.press('Back');
  await visitor.at(headings.account);
  await expect(page.getByLabel('First name')).toHaveValue(malformed.image);
  await isInert('the names');
});

test('billing: the card field takes digits only, and each invalid field shows its own error', async ({
  page,
  product,
}) => {
  const { isInert } = watch(page);
  const visitor = signUp(page, product);
  await visitor.resume(await registrationAtBilling(product, newEmail('bill')));
  await visitor.at(headings.billing);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  await visitor.press('Start trial');
  for (const name of ['Card number', 'Expiry month (MM)', 'Expiry year (YY)', 'Security code', 'Cardholder name'])
    await expect(page.getByLabel(name)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Card number')).toBeFocused();
  for (const text of [malformed.script, malformed.emoji, malformed.rightToLeft]) {
    await page.getByLabel('Card number').fill(text);
    await expect(page.getByLabel('Card number')).toHaveValue(/^[\d ]*$/);
    await page.getByLabel('Cardholder name').fill(text);
    await expect(page.getByLabel('Cardholder name')).toHaveValue(text);
    await isInert(text);
  }
  await page.getByLabel('Card number').fill('4242 4242 4242 4241');
  await page.getByLabel('Expiry month (MM)').fill('13');
  await page.getByLabel('Cardholder name').fill('n'.repeat(253));
  await page.getByLabel('Cardholder name').pressSequentially('nnnn');
  await expect(page.getByLabel('Cardholder name')).toHaveValue('n'.repeat(255));
  await page.getByText('Company information (optional)').click();
  await page.getByLabel('Company name').fill(malformed.long);
  await visitor.press('Start trial');
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/Card number is invalid/);
  await expect(page.getByLabel('Company name')).toHaveAccessibleDescription(/This is too long/);
  await expect(page.getByLabel('Company name')).toHaveValue(malformed.long);
  expect(sent).toEqual([]);
});

test('plan and number: invalid text in a count or the search changes no selection', deep, async ({ page, product }) => {
  const { isInert } = watch(page);
  const visitor = signUp(page, product);
  await visitor.resume(await registrationAtBilling(product, newEmail('plan')));
  await visitor.at(headings.billing);
  await visitor.press('Back');
  await visitor.at(headings.planAndNumber);
  const number = page.getByRole('combobox', { name: 'Number', exact: true });
  await expect(number).not.toHaveValue('');
  const chosen = await number.inputValue();
  const users = page.getByLabel('Users', { exact: true });
  for (const text of ['-5', '0', '1e9', 'NaN', malformed.script, malformed.emoji, malformed.rightToLeft]) {
    await users.fill(text);
    await users.blur();
    await expect(users, text).toHaveValue(/^[1-9]\d{0,4}$/);
    await number.fill(text);
    await number.blur();
    await expect(number, text).toHaveValue(chosen);
    await isInert(text);
  }
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled();
});

test(
  'dashboard: an invalid invitation address and an invalid password are rejected at their fields',
  deep,
  async ({ page, product }) => {
    const { isInert } = watch(page);
    const customer = logIn(page, product, people.owner);
    await customer.enter();
    const field = page.getByLabel("Teammate's email");
    for (const [what, text] of all) {
      await field.fill(text);
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await expect(field, what).toHaveAttribute('aria-invalid', 'true');
      await expect(field, what).toHaveValue(text);
    }
    await customer.press('Change password');
    const panel = page.locator('form').filter({ has: page.getByLabel('Current password') });
    await page.getByLabel('Current password').fill(malformed.script);
    await page.getByLabel('New password', { exact: true }).fill('😀');
    await panel.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('New password', { exact: true }).fill(malformed.rightToLeft);
    await panel.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveURL(/\/app\/$/);
    await isInert('the panels');
  },
);

test(
  'any teammate’s name is shown as plain text in the owner’s team list',
  deep,
  async ({ page, product, browser }) => {
    const email = newEmail('mate');
    const customer = logIn(page, product, people.owner);
    await customer.enter();
    await page.getByLabel("Teammate's email").fill(email);
    await customer.press('Send invitation');
    const link = linkIn(await product.nextMail(email));
    const colleague = await browser.newPage();
    const { isInert } = watch(colleague);
    await colleague.goto(link);
    await colleague.getByLabel('First name').fill(malformed.image);
    await colleague.getByLabel('Last name').fill(malformed.long);
    await colleague.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await colleague.getByRole('button', { name: 'Join and log in' }).click();
    await expect(colleague.getByLabel('Last name')).toHaveAccessibleDescription(/This is too long/);
    await colleague.getByLabel('Last name').fill(malformed.emoji);
    await colleague.getByRole('button', { name: 'Join and log in' }).click();
    await expect(colleague.getByText(`${malformed.image} ${malformed.emoji}`).first()).toBeVisible();
    await isInert('the name');
    await colleague.close();
  },
);
