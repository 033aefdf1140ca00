import { expect, type Page } from 'playwright/test';
import { apiRequest } from './api.ts';
import { logIn } from './logIn.ts';
import { registrationAtBilling } from './registration.ts';
import { linkIn, type ProductServer } from './server.ts';
import { cards, newEmail, PASSWORD } from './signUp.ts';

/**
 * A customer who has just completed the sign-up: one user, plan P, a German number, US dollars. The mails
 * of the sign-up have arrived. Returns the address.
 */
export async function newCustomer(product: ProductServer, email = newEmail('customer')): Promise<string> {
  const token = await registrationAtBilling(product, email);
  await apiRequest(product)(`/registrations/${token}`, 'PATCH', {
    step: '4',
    card_type: 'visa',
    card_number: cards.passes,
    card_end_month: '12',
    card_end_year: '2031',
    card_cvv: '123',
    card_name: 'Anna Berg',
    card_country: 'DE',
    card_postcode: '50667',
    card_currency: 'USD',
    customer_name: 'Berg & Sons',
    customer_country: 'DE',
    package_type: 'P',
    nb_users: 1,
    nb_cx_bundles: 0,
    trial_time_zone: 'Europe/Berlin',
  });
  // The welcome after the code: a test that counts mails from here on gets only what it causes itself.
  await product.nextMail(email, 1);
  return email;
}

/** Requests a reset link over the API and returns the mailed one. */
export async function resetLink(product: ProductServer, email: string): Promise<string> {
  const before = (await product.mails(email)).length;
  await apiRequest(product)('/password', 'POST', { email });
  return linkIn(await product.nextMail(email, before));
}

/** A customer's dashboard as a page object. */
export function dashboard(page: Page, product: ProductServer, email: string) {
  const login = logIn(page, product, email);
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  return {
    ...login,
    section,
    /** The value of a line, for example 'Users' in 'Plan and trial'. */
    line: (title: string, label: string | RegExp) =>
      section(title).locator('.order-line', { hasText: label }).locator('dd').first(),
    isOpen: async () => {
      await login.isLoggedIn();
      await login.at('Dashboard');
      await expect(section("Where you're logged in").getByText('This device')).toBeVisible();
      await expect(section('Team').getByText(email)).toBeVisible();
    },
    /** Logs in when no code is required. */
    enter: async (password = PASSWORD) => {
      await login.open();
      await login.submit({ password });
    },
  };
}
