import type { Page } from 'playwright';
import type { Language } from '#domain/constants.ts';
import { pathTo } from '#domain/routes.ts';
import { newCustomer } from '../../e2e/support/customer.ts';
import { registrationAtBilling, registrationAtNumber } from '../../e2e/support/registration.ts';
import type { ProductServer } from '../../e2e/support/server.ts';
import { cards, newEmail, PASSWORD } from '../../e2e/support/signUp.ts';

/** A page of the product in one language. */
type Visit = { page: Page; product: ProductServer; language: Language };

/** A main screen: its title in docs/screens.md, and the way to it. */
export type Screen = { name: string; title: string; open: (visit: Visit) => Promise<unknown> };

const at = ({ page, language, product }: Visit, family: Parameters<typeof pathTo>[0], search = '') =>
  page.goto(product.url + pathTo(family, language) + search);

const field = ({ page }: Visit, name: string) => page.locator(`[name="${name}"]`);

/** Fills fields by their names, which are the same in every language. */
async function fill(visit: Visit, values: Record<string, string>) {
  await visit.page.waitForSelector('html[data-hydrated]');
  for (const [name, value] of Object.entries(values)) await field(visit, name).fill(value);
}

async function openBilling(visit: Visit, values: Record<string, string> = {}) {
  await at(visit, 'registration', `?token=${await registrationAtBilling(visit.product, newEmail('screens'))}`);
  await field(visit, 'card_number').waitFor();
  await visit.page.locator('.order-line').first().waitFor({ state: 'attached' });
  await fill(visit, values);
}

const card = (card_number: string) => ({
  card_number,
  card_end_month: '12',
  card_end_year: '31',
  card_cvv: '123',
  card_name: 'Anna Berg',
});

async function pay(visit: Visit, number: string) {
  await openBilling(visit, card(number));
  // §9: the Polish page offers PLN, which needs a card of Poland here.
  const [country, postcode] = visit.language === 'pl' ? ['PL', '00-950'] : ['DE', '50667'];
  await field(visit, 'card_country').selectOption(country);
  await field(visit, 'card_postcode').fill(postcode);
  await field(visit, 'card_postcode').press('Enter');
}

export const screens: readonly Screen[] = [
  { name: 'home', title: 'Home', open: (visit) => at(visit, 'main') },
  { name: 'login', title: 'Login', open: (visit) => at(visit, 'login') },
  {
    name: 'login-error',
    title: 'Login with a wrong password: the message takes the place of the sentence',
    open: async (visit) => {
      await at(visit, 'login');
      await fill(visit, { email: 'owner@example.com', password: 'not this one' });
      await field(visit, 'password').press('Enter');
      await visit.page.locator('.banner').waitFor();
    },
  },
  { name: 'recovery', title: 'Recovery', open: (visit) => at(visit, 'recoverPassword') },
  { name: 'account', title: 'Step 1, account', open: (visit) => at(visit, 'registration') },
  {
    name: 'verification',
    title: 'Step 2, verification',
    open: async (visit) => {
      await at(visit, 'registration');
      const person = { first_name: 'Anna', last_name: 'Berg', email: newEmail('screens'), password: PASSWORD };
      await fill(visit, person);
      await field(visit, 'terms').check();
      await field(visit, 'password').press('Enter');
      await field(visit, 'verification_code').waitFor();
    },
  },
  {
    name: 'plan',
    title: 'Step 3, plan and number',
    open: async (visit) => {
      await at(visit, 'registration', `?token=${await registrationAtNumber(visit.product, newEmail('screens'))}`);
      await visit.page.locator('.number-card').first().click();
      await visit.page.locator('.number-card[aria-pressed="true"]').waitFor();
    },
  },
  { name: 'billing', title: 'Step 4, payment', open: openBilling },
  {
    name: 'bank',
    title: 'The card check of the bank',
    open: async (visit) => {
      await pay(visit, cards.asksForCheck);
      await visit.page.frameLocator('iframe[name="bank"]').getByRole('button').first().waitFor();
    },
  },
  {
    name: 'success',
    title: 'Success, while the customer is being logged in',
    open: async (visit) => {
      await visit.page.route('**/registrations/*/token', () => {});
      await pay(visit, cards.passes);
      await visit.page.locator('.started').waitFor();
    },
  },
  {
    name: 'dashboard',
    title: 'Dashboard',
    open: async (visit) => {
      const email = await newCustomer(visit.product, newEmail('screens'));
      await at(visit, 'login');
      await fill(visit, { email, password: PASSWORD });
      await field(visit, 'password').press('Enter');
      const code = visit.page.locator('[name="code"]');
      await code.or(visit.page.locator('.dashboard')).first().waitFor();
      if (await code.isVisible()) await code.fill(await visit.product.nextCode(email));
      await visit.page.locator('.dashboard').waitFor();
      await visit.page.waitForFunction(() => document.querySelector('.skeleton') === null);
    },
  },
  { name: 'inbox', title: 'Inbox of local mode', open: ({ page, product }) => page.goto(`${product.url}/inbox`) },
];
