import type { Page } from 'playwright/test';
import { expect, test } from './support/fixtures.ts';
import { logIn, people } from './support/logIn.ts';
import { registrationAtBilling, registrationAtNumber } from './support/registration.ts';
import { headings, newEmail } from './support/signUp.ts';

type Shift = { value: number; moved: string[]; byItself: boolean };

/** Records what moves on a page: elements with how much of the window they moved; `byItself`: no press came before. */
async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null }[];
      })[]) {
        const moved = entry.sources.map(({ node }) => node?.className ?? '');
        shifts.push({ value: entry.value, moved, byItself: !entry.hadRecentInput });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

for (const width of [320, 1440]) {
  for (const [step, open] of [
    ['planAndNumber', registrationAtNumber],
    ['billing', registrationAtBilling],
  ] as const) {
    test(`a sign-up that is continued at ‘${headings[step]}’ comes in the shape of its skeleton, ${width} px`, async ({
      page,
      product,
    }) => {
      await page.setViewportSize({ width, height: 720 });
      const token = await open(product, newEmail());
      const shifts = await recordShifts(page);
      await page.goto(`/signup/?token=${token}`);
      await expect(page.getByRole('heading', { level: 1, name: headings[step] })).toBeVisible();
      await expect(page.locator('.order-line').first()).toBeAttached();
      await expect(page.getByRole('combobox', { name: /^(Number|Country)$/ }).last()).toBeVisible();
      const moved = await shifts();
      expect(moved.filter(({ value, byItself }) => byItself && value > 0.001)).toEqual([]);
    });
  }
}

test('why a sign-up cannot be loaded is said where it stays, and moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  const shifts = await recordShifts(page);
  await page.goto('/signup/?token=unknown');
  await expect(page.locator('.banner')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  const moved = (await shifts()).flatMap(({ moved }) => moved);
  expect(moved.filter((name) => !/layout-foot/.test(name))).toEqual([]);
});

test('the screen for a login code comes together with its message', async ({ page, product }) => {
  const customer = logIn(page, product, people.secondFactor);
  const shifts = await recordShifts(page);
  await customer.open();
  await customer.submit();
  await customer.banner('Authentication code has been sent to your email address.');
  await expect(customer.code).toBeFocused();
  const moved = (await shifts()).flatMap(({ moved }) => moved);
  expect(moved.filter((name) => /sheet-lead|code-field/.test(name))).toEqual([]);
});
