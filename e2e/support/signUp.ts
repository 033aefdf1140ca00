import { expect, type Page } from 'playwright/test';
import type { ProductServer } from './server.ts';

export const PASSWORD = 'correct horse battery';

/** Numbers of the test bank's cards, by behaviour (server/bank/testCards.ts). */
export const cards = {
  passes: '4242424242424242',
  asksForCheck: '4000000000003220',
  asksOnThreePages: '4000000000003238',
  asksInWindow: '4000000000003246',
  asksForDevice: '4000000000003253',
  isDeclined: '4000000000000002',
  losesAnswer: '4000000000000077',
  refusesFraming: '4000000000000051',
} as const;

let people = 0;

/** An unused address; `local` names a sentinel. */
export const newEmail = (local = 'anna'): string => `${local}+${Date.now()}${++people}@example.com`;

/** The headings that identify the steps. */
export const headings = {
  account: "Let's create your account",
  verification: 'Verify your email address',
  planAndNumber: 'Choose your plan and number',
  plan: 'Choose your plan',
  number: 'Select a phone number',
  billing: 'Enter your billing information',
} as const;

/** A sign-up step by step, as a page object. */
export function signUp(page: Page, product: ProductServer, email = newEmail()) {
  const at = (heading: string) => expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const banner = (text: string) => expect(page.locator('.banner-region')).toContainText(text);

  return {
    email,
    at,
    press,
    banner,
    open: async (search = '') => {
      await page.goto(`/signup/${search}`);
      await expect(page.locator('html')).toHaveAttribute('data-hydrated');
      await at(headings.account);
      await expect(page.getByLabel('First name')).toBeVisible();
    },
    resume: (token: string) => page.goto(`/signup/?token=${token}`),
    createAccount: async () => {
      await page.getByLabel('First name').fill('Anna');
      await page.getByLabel('Last name').fill('Berg');
      await page.getByLabel('Work email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('checkbox', { name: /I agree/ }).check();
      await press('Create an account');
    },
    /** Types the code of the newest mail; a complete code is submitted at once. */
    verify: async (beyond = 0) => {
      await at(headings.verification);
      await page.getByLabel('Six-digit code').fill(await product.nextCode(email, beyond));
    },
    /** Chooses an area by its name and its first number. */
    chooseNumber: async (country: string, city: string) => {
      await page.getByLabel('Country').selectOption(country);
      await page.getByLabel('Number type').selectOption('G');
      await chooseFirst(page, 'Area (city) code', city);
      await chooseFirst(page, 'Number');
    },
    chosenNumber: () => page.getByRole('combobox', { name: 'Number', exact: true }).inputValue(),
    enterCard: async (number: string) => {
      await at(headings.billing);
      await page.getByLabel('Card number').fill(number);
      await page.getByLabel('Expiry month (MM)').fill('12');
      await page.getByLabel('Expiry year (YY)').fill('31');
      await page.getByLabel('Security code').fill('123');
      await page.getByLabel('Cardholder name').fill('Anna Berg');
      await page.getByLabel('Country', { exact: true }).selectOption('DE');
      await page.getByLabel('Postal code', { exact: true }).fill('50667');
    },
    bank: page.frameLocator('iframe[name="bank"]'),
    isLoggedIn: () => expect(page).toHaveURL(/\/app\//),
  };
}

export type SignUp = ReturnType<typeof signUp>;

/** A searchable list: types, then chooses the first match. Returns its text. */
export async function chooseFirst(page: Page, label: string, typed = ''): Promise<string> {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.click();
  if (typed) await box.fill(typed);
  await firstOption(page, typed).click();
  await expect(box).not.toHaveValue('');
  return box.inputValue();
}

/** The first option of the open list with a text; the list follows what is typed once that has been painted. */
export const firstOption = (page: Page, text = '') =>
  page.getByRole('listbox').getByRole('option').filter({ hasText: text }).first();

/** All steps up to the last one. */
export async function walkToBilling(visitor: SignUp) {
  await visitor.open();
  await visitor.createAccount();
  await visitor.verify();
  await visitor.at(headings.planAndNumber);
  await visitor.chooseNumber('DE', 'Bonn');
  await visitor.press('Continue');
  await visitor.at(headings.billing);
}
