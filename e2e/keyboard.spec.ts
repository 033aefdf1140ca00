import type { Page } from 'playwright/test';
import { expect, test } from './support/fixtures.ts';
import { logIn, PASSWORD, people } from './support/logIn.ts';

test('login by keyboard alone, the mailed code included', async ({ page, product }) => {
  const customer = logIn(page, product, people.secondFactor);
  const before = await customer.mails();
  await customer.open();
  await page.keyboard.press('Escape');
  const tabTo = async (name: string) => {
    for (let tabs = 0; tabs < 30; tabs += 1) {
      if (await page.evaluate((wanted) => nameOf() === wanted, name)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} is not reached by Tab`);
  };
  await page.evaluate(() => {
    Object.assign(window, {
      nameOf: () => {
        const { activeElement: one } = document;
        return one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : one?.textContent;
      },
    });
  });
  await tabTo('Email');
  await page.keyboard.type(people.secondFactor);
  await tabTo('Password');
  await page.keyboard.type(PASSWORD);
  await tabTo('Remember me on this device');
  await page.keyboard.press('Space');
  await tabTo('Log in');
  await page.keyboard.press('Enter');
  await customer.at('Enter your code');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo('Six-digit code');
  await page.keyboard.type(await customer.mailedCode(before));
  await customer.isLoggedIn();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
});

declare const nameOf: () => string | null | undefined;

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

for (const path of ['/login/', '/signup/', '/recover-password/', '/de/login/', '/terms-and-conditions/']) {
  test(`neither the cookie dialog nor the banner covers the focus: ${path} on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
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
  });
}
