import { expect, type Page } from 'playwright/test';
import type { ProductServer } from './server.ts';

/** The users that the local server seeds (server/local/seedUsers.ts), and their password. */
export const people = {
  owner: 'owner@example.com',
  member: 'member@example.com',
  secondFactor: 'second-factor@example.com',
  unconfirmed: 'unconfirmed@example.com',
} as const;
export const PASSWORD = 'green phone box';

/** The login of a customer as a page object. */
export function logIn(page: Page, product: ProductServer, email: string) {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const mails = async () => (await product.mails(email)).length;
  const open = async (search = '') => {
    await page.goto(`/login/${search}`);
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  };
  const submit = async ({ password = PASSWORD, remember = false } = {}) => {
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    if (remember) await page.getByLabel('Remember me on this device').check();
    await press('Log in');
  };
  const code = page.getByLabel('Six-digit code');
  const isLoggedIn = () => expect(page).toHaveURL(/\/app\/$/);
  return {
    press,
    email: page.getByLabel('Email', { exact: true }),
    password: page.getByLabel('Password', { exact: true }),
    code,
    banner: (text: string | RegExp) => expect(page.locator('.banner-region')).toContainText(text),
    at: (heading: string) => expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible(),
    mails,
    open,
    /** Sends email and password; `remember` ticks the box. */
    submit,
    /** The code of the newest mail after the given number of mails. */
    mailedCode: (beyond: number) => product.nextCode(email, beyond),
    isLoggedIn,
    /** The whole login with a mailed code. */
    enter: async () => {
      const before = await mails();
      await open();
      await submit();
      await code.fill(await product.nextCode(email, before));
      await isLoggedIn();
    },
  };
}

/** Counts a page's requests to a path of the API. */
export function countRequests(page: Page, path: string | RegExp) {
  let count = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (typeof path === 'string' ? pathname === `/v1/phone${path}` : path.test(pathname)) count += 1;
  });
  return () => count;
}
