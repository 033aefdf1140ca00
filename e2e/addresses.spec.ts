import { deep } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { registrationAtBilling, registrationAtNumber } from './support/registration.ts';
import { cards, headings, newEmail, signUp } from './support/signUp.ts';

test(
  'an internationalised e-mail address is kept and shown as typed, and its mail arrives',
  deep,
  async ({ page, product }) => {
    const email = newEmail('info').replace('@example.com', '@müller.example');
    const visitor = signUp(page, product, email);
    await visitor.open();
    await visitor.createAccount();
    await visitor.at(headings.verification);
    await expect(page.getByText(`We sent a six-digit code to ${email}`)).toBeVisible();
    const punycode = email.replace('müller', 'xn--mller-kva');
    await page.getByLabel('Six-digit code').fill(await product.nextCode(punycode));
    await visitor.at(headings.planAndNumber);
    await page.goto('/recover-password/');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Email').press('Enter');
    await expect(page.locator('main')).toContainText(email);
  },
);

test('an address that cannot be used says why; characters pasted around a valid one are ignored', async ({ page }) => {
  await page.goto('/recover-password/');
  const field = page.getByLabel('Email');
  const error = page.locator('#email-error');
  await field.fill('użytkownik@acme.example');
  await expect(error).toContainText('“ż”');
  await field.fill('anna\u200b@acme.example');
  await expect(error).toContainText('There is an invisible character in this address.');
  await field.fill('\u200banna@acme.example\u202c');
  await expect(error).toHaveCount(0);
  await field.press('Enter');
  await expect(page.locator('main')).toContainText('anna@acme.example');
});

test(
  'the postal code is cleared when the country changes, and required only where the country uses one',
  deep,
  async ({ page, product }) => {
    const visitor = signUp(page, product);
    await visitor.resume(await registrationAtBilling(product, visitor.email));
    await visitor.enterCard(cards.passes);
    const country = page.getByLabel('Country', { exact: true });
    const code = page.getByLabel('Postal code', { exact: true });
    await country.selectOption('US');
    await code.fill('10001');
    for (const other of ['HK', 'DE']) {
      await country.selectOption('US');
      await code.fill('10001');
      await country.selectOption(other);
      await expect(code).toHaveValue('');
    }
    await expect(code).toHaveAttribute('aria-required', 'true');
    await expect(page.locator('#card_postcode-error')).toHaveCount(0);
    await visitor.press('Start trial');
    await expect(page.locator('#card_postcode-error')).toHaveText('This value should not be blank.');
    await country.selectOption('IE');
    await expect(code).not.toHaveAttribute('aria-required', 'true');
    await visitor.press('Start trial');
    await visitor.isLoggedIn();
  },
);

test(
  'changing the company’s country clears its postal code and tax ID, and keeps its name and street',
  deep,
  async ({ page, product }) => {
    const visitor = signUp(page, product);
    await visitor.resume(await registrationAtBilling(product, visitor.email));
    await visitor.enterCard(cards.passes);
    await page.getByRole('button', { name: /Company information/ }).click();
    await page.getByLabel('Company name').fill('Berg Inc');
    await page.getByLabel('Company country').selectOption('US');
    await page.getByLabel('Company postal code').fill('10001');
    await page.getByLabel('Address').fill('1 Main Street');
    await page.getByLabel('Tax ID').fill('12-3456789');
    await page.getByLabel('Company country').selectOption('HK');
    await expect(page.getByLabel('Company postal code')).toHaveValue('');
    await expect(page.getByLabel('Tax ID')).toHaveValue('');
    await expect(page.getByLabel('Company name')).toHaveValue('Berg Inc');
    await expect(page.getByLabel('Address')).toHaveValue('1 Main Street');
  },
);

for (const { path, country, typed, shown } of [
  { path: '/signup/', country: 'DE', typed: 'Köln', shown: 'Cologne (221)' },
  { path: '/de/signup/', country: 'DE', typed: 'Koeln', shown: 'Köln (221)' },
  { path: '/de/signup/', country: 'DE', typed: 'Munich', shown: 'München (89)' },
  { path: '/pl/signup/', country: 'PL', typed: '+48 (0)22', shown: 'Warszawa (22)' },
  { path: '/signup/', country: 'PL', typed: 'Lodz', shown: 'Łódź (42)' },
  { path: '/signup/', country: 'CA', typed: '+1 (204) Arb', shown: 'Arborg (204)' },
]) {
  test(`on ${path}, “${typed}” finds ${shown}`, deep, async ({ page, product }) => {
    const token = await registrationAtNumber(product, newEmail());
    await page.goto(`${path}?token=${token}`);
    await page.locator('select[name="country_code"]').selectOption(country);
    await page.locator('select[name="ddi_type"]').selectOption('G');
    const box = page.locator('input[name="area_code"]');
    await expect(box).toBeEnabled();
    await box.fill(typed);
    await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(shown);
    await box.press('Enter');
    await expect(box).toHaveValue(shown);
    await expect(page.locator('input[name="number"]')).toBeEnabled();
    // The registration is read again: the chosen place keeps its name.
    await page.reload();
    await expect(box).toHaveValue(shown);
  });
}

test('the largest places come first, and no state without a place is offered', deep, async ({ page, product }) => {
  const token = await registrationAtNumber(product, newEmail());
  await page.goto(`/signup/?token=${token}`);
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel('Number type').selectOption('G');
  const box = page.getByRole('combobox', { name: 'Area (city) code' });
  await expect(box).toBeEnabled();
  await box.click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText('Berlin (30)');
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Number type').selectOption('G');
  const state = page.getByLabel('State', { exact: true });
  await expect(state.getByRole('option', { name: 'District of Columbia' })).toHaveCount(0);
  await state.selectOption('NY');
  await expect(box).toBeEnabled();
  await box.fill('+1 646');
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(/\(646\)$/);
});
