import type { Page } from 'playwright/test';
import { dashboard, newCustomer } from './support/customer.ts';
import { deep, deepUnless } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { byKeyboard } from './support/keyboard.ts';
import { logIn, PASSWORD, people } from './support/logIn.ts';
import { linkIn } from './support/server.ts';
import { PASSWORD as SIGNED_UP } from './support/signUp.ts';

test('the login works by keyboard alone, including the mailed code', deep, async ({ page, product }) => {
  const keys = byKeyboard(page);
  const customer = logIn(page, product, people.secondFactor);
  const before = await customer.mails();
  await customer.open();
  await page.keyboard.press('Escape');
  await keys.type('Email', people.secondFactor);
  await keys.type('Password', PASSWORD);
  await keys.tick('Remember me on this device');
  await keys.press('Log in');
  await customer.at('Enter your code');
  await expect(customer.code).toBeFocused();
  await keys.type('Six-digit code', await customer.mailedCode(before));
  await customer.isLoggedIn();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
});

test('recovery works by keyboard alone: link, new password, code', deep, async ({ page, product }) => {
  const keys = byKeyboard(page);
  const email = await newCustomer(product);
  const customer = logIn(page, product, email);
  const before = await customer.mails();
  await customer.open();
  await keys.follow('Forgot password?');
  await customer.at('Forgot your password?');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await keys.type('Email', email);
  await keys.press('Request reset link');
  await expect(page.getByText(/we've sent it a reset link/)).toBeVisible();
  await page.goto(linkIn(await product.nextMail(email, before)));
  await keys.type('New password', 'quiet harbour light');
  await keys.type('Confirm new password', 'quiet harbour light');
  await page.keyboard.press('Enter');
  await customer.at('Enter your code');
  await keys.type('Six-digit code', await customer.mailedCode(before));
  await customer.isLoggedIn();
});

test('every panel of the dashboard works by keyboard alone', deep, async ({ page, product }) => {
  const keys = byKeyboard(page);
  const email = await newCustomer(product);
  const home = dashboard(page, product, email);
  const before = await home.mails();
  await home.enter(SIGNED_UP);
  await home.code.fill(await home.mailedCode(before));
  await home.isOpen();

  await keys.press('Change number');
  await expect(page.getByRole('heading', { name: 'Choose another number' })).toBeFocused();
  await keys.select('Country', 'Portug');
  await expect(page.getByLabel('Number type')).toBeEnabled();
  await keys.select('Number type', 'Geo');
  await expect(page.getByRole('combobox', { name: 'Area (city) code' })).toBeEnabled();
  await keys.choose('Area (city) code', 'Lisb');
  await expect(page.getByRole('combobox', { name: 'Number', exact: true })).toBeEnabled();
  await keys.choose('Number', '351');
  await keys.press('Change number');
  await expect(home.section('Phone number')).toContainText('+351');
  await expect(page.getByRole('button', { name: 'Change number', exact: true })).toBeFocused();

  await keys.press('Assign CX add-on Anna Berg');
  await expect(page.getByRole('button', { name: 'Remove CX add-on Anna Berg' })).toBeFocused();
  await keys.type("Teammate's email", 'teammate@example.com');
  await keys.press('Send invitation');
  await keys.press('Revoke teammate@example.com');
  await expect(page.getByText('teammate@example.com')).toHaveCount(0);

  await keys.press('Turn on login codes');
  await keys.type('Your password', SIGNED_UP);
  await keys.press('Turn on login codes');
  await expect(page.getByRole('button', { name: 'Turn off login codes' })).toBeFocused();

  await keys.press('Change password');
  await keys.type('Current password', SIGNED_UP);
  await keys.type('New password', 'quiet harbour light');
  await page.keyboard.press('Enter');
  await home.banner('Your password has been changed.');

  await keys.press('Log out');
  await home.at('Log in');
});

/** Where the focus is, and what covers it; null when it is in sight. */
const coveredFocus = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].map((part) => [left + (right - left) * part, (top + bottom) / 2] as const);
    const inSight = points.some(([x, y]) => {
      const above = document.elementFromPoint(x, y);
      return above !== null && (one.contains(above) || above.contains(one) || above.closest('label')?.contains(one));
    });
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return inSight
      ? null
      : `${one.tagName} “${one.textContent || one.id}” below ${above?.className ?? 'the edge'} at ${Math.round(top)}`;
  });

const onPhone = ['/login/', '/signup/', '/recover-password/', '/de/login/', '/terms-and-conditions/'];
for (const [path, where, height] of [
  ...onPhone.map((path) => [path, 'on a phone', 640] as const),
  // A window of 1280 × 1024 has a quarter as many pixels of the page in it.
  ...['/de/login/', '/signup/'].map((path) => [path, 'at 400 % zoom', 256] as const),
]) {
  test(
    `neither the cookie dialog nor the banner covers the focus: ${path} ${where}`,
    deepUnless(path === '/signup/' && height === 640),
    async ({ page }) => {
      await page.setViewportSize({ width: 320, height });
      await page.goto(`${path}?error=${encodeURIComponent('The provider could not vouch for you. Try again later.')}`);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('alert').first()).toBeVisible();
      const covered: string[] = [];
      for (let tabs = 0; tabs < 30; tabs += 1) {
        await page.keyboard.press('Tab');
        const found = await coveredFocus(page);
        if (found) covered.push(found);
      }
      for (let tabs = 0; tabs < 20; tabs += 1) {
        await page.keyboard.press('Shift+Tab');
        const found = await coveredFocus(page);
        if (found) covered.push(found);
      }
      expect([...new Set(covered)]).toEqual([]);
    },
  );
}
