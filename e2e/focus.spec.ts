import type { Page } from 'playwright/test';
import { deep } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { byKeyboard } from './support/keyboard.ts';
import { logIn, people } from './support/logIn.ts';
import { headings, signUp } from './support/signUp.ts';

const codeField = (page: Page) => page.getByLabel('Six-digit code');

/** A code that is not the mailed one. */
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

test(
  'login: the code is typed, corrected, requested again and typed, without a mouse',
  deep,
  async ({ page, product }) => {
    const customer = logIn(page, product, people.secondFactor);
    const { press } = byKeyboard(page);
    const before = await customer.mails();
    await customer.open();
    await customer.submit();
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type(otherThan(await customer.mailedCode(before)));
    await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveValue('');
    await press('Resend code');
    await customer.banner('Authentication code has been sent to your email address.');
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).not.toHaveAttribute('aria-invalid');
    await page.keyboard.type(await customer.mailedCode(before + 1));
    await customer.isLoggedIn();
  },
);

test('after a reload of the code screen, the code can be typed without a click', async ({ page, product }) => {
  const customer = logIn(page, product, people.secondFactor);
  const before = await customer.mails();
  await customer.open();
  await customer.submit();
  await customer.at('Enter your code');
  await page.reload();
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(await customer.mailedCode(before));
  await customer.isLoggedIn();
});

test(
  'step 2: the code is typed, corrected, requested again and typed, without a mouse',
  deep,
  async ({ page, product }) => {
    const visitor = signUp(page, product);
    const { press } = byKeyboard(page);
    await visitor.open();
    await visitor.createAccount();
    await visitor.at(headings.verification);
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveAccessibleDescription(
      /^Verify your email address We sent a six-digit code to /,
    );
    await page.keyboard.type(otherThan(await product.nextCode(visitor.email)));
    await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(codeField(page)).toBeFocused();
    await press('Resend code');
    await visitor.banner('Resend code successfully');
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveValue('');
    await expect(codeField(page)).not.toHaveAttribute('aria-invalid');
    await page.keyboard.type(await product.nextCode(visitor.email, 1));
    await visitor.at(headings.planAndNumber);
  },
);

test('a code that cannot be sent leaves the focus on its button', async ({ page, product }) => {
  const customer = logIn(page, product, people.secondFactor);
  await customer.open();
  await customer.submit();
  await customer.at('Enter your code');
  await page.route('**/v1/phone/code2fa/*', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '30' }, json: { message: 'Slow down.', errors: [] } }),
  );
  await byKeyboard(page).press('Resend code');
  await customer.banner('Slow down.');
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeFocused();
});

test(
  'after too many wrong codes of step 2 the field is disabled and keeps the focus',
  deep,
  async ({ page, product }) => {
    const visitor = signUp(page, product);
    await visitor.open();
    await visitor.createAccount();
    await visitor.at(headings.verification);
    const wrong = otherThan(await product.nextCode(visitor.email));
    for (let tries = 0; tries < 10 && !(await codeField(page).getAttribute('aria-disabled')); tries += 1) {
      const answered = page.waitForResponse(/\/registrations\/[\w-]+$/);
      await page.keyboard.type(wrong);
      await answered;
      await expect(codeField(page)).toHaveValue('');
    }
    await expect(codeField(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(codeField(page)).toBeFocused();
  },
);
