import type { Page } from 'playwright/test';
import { dashboard } from './support/customer.ts';
import { monthsAhead } from './support/dates.ts';
import { deep, deepUnless } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { registrationAtBilling } from './support/registration.ts';
import { headings, signUp, walkToBilling } from './support/signUp.ts';

const DAY_MS = 86_400_000;

/** The device's clock is wrong by so many days, in every page from now on. */
const setClockWrong = (page: Page, days: number) =>
  page.addInitScript((offset) => {
    const Right = Date;
    const now = () => Right.now() + offset;
    // As a class, so that `new Date()` is wrong too, while a given moment stays what it is.
    globalThis.Date = class extends Right {
      constructor(...args: [] | [number]) {
        super(...((args.length === 0 ? [now()] : args) as [number]));
      }
      static override now = now;
    } as DateConstructor;
  }, days * DAY_MS);

for (const [name, days] of [
  ['three days ahead', 3],
  ['two years ahead', 731],
  ['a year behind', -365],
] as const) {
  test(
    `a device whose clock is ${name} shows the server’s dates and sums and accepts a valid card`,
    deep,
    async ({ page, product }) => {
      await setClockWrong(page, days);
      const visitor = signUp(page, product);
      const [end, second] = [monthsAhead(1), monthsAhead(new Date().getDate() >= 19 ? 3 : 2, 1)];
      await walkToBilling(visitor);
      expect(await page.evaluate(() => Date.now() - performance.timeOrigin - performance.now())).toBeCloseTo(
        days * DAY_MS,
        -5,
      );
      const main = page.getByRole('main');
      await expect(main).toContainText(`You won't be charged until ${end}.`);
      await expect(page.getByText(/^Due on /)).toHaveText([`Due on ${end}`, `Due on ${second}`]);
      const due = (label: string) =>
        page.locator('.order-line', { hasText: label }).locator('dd').first().textContent();
      const promised = [await due(`Due on ${end}`), await due(`Due on ${second}`)];
      expect(promised[0]).toMatch(/\d/);

      // A card that is good until the end of this month.
      await visitor.enterCard('4242424242424242');
      await page.getByLabel('Expiry month (MM)').fill(String(new Date().getMonth() + 1).padStart(2, '0'));
      await page.getByLabel('Expiry year (YY)').fill(String(new Date().getFullYear() % 100));
      await visitor.press('Start trial');
      await visitor.isLoggedIn();

      const home = dashboard(page, product, visitor.email);
      await home.isOpen();
      await expect(home.line('Plan and trial', 'Trial ends')).toHaveText(end);
      const charged = (label: string) => home.line('Your first invoices', label).textContent();
      expect([await charged(`Due on ${end}`), await charged(`Due on ${second}`)]).toEqual(promised);
      const mails = await product.mails(visitor.email);
      expect(mails.map(({ text }) => text).join()).toContain(`Your free trial runs until ${end}.`);
    },
  );

  test(
    `a device whose clock is ${name} rejects a card that expired last month`,
    deepUnless(days === 731),
    async ({ page, product }) => {
      await setClockWrong(page, days);
      const visitor = signUp(page, product);
      await visitor.resume(await registrationAtBilling(product, visitor.email));
      const last = new Date(new Date().getFullYear(), new Date().getMonth() - 1, 15);
      await visitor.enterCard('4242424242424242');
      await page.getByLabel('Expiry month (MM)').fill(String(last.getMonth() + 1).padStart(2, '0'));
      await page.getByLabel('Expiry year (YY)').fill(String(last.getFullYear() % 100));
      await visitor.press('Start trial');
      await expect(page.getByText(/expired/).first()).toBeVisible();
      await visitor.at(headings.billing);
    },
  );
}
