import type { CDPSession, Page } from 'playwright/test';
import { browserToTest, findChromium } from '../tools/browsers.ts';
import { deep } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { PASSWORD } from './support/logIn.ts';
import { registrationAtBilling } from './support/registration.ts';
import { cards, headings, newEmail, signUp } from './support/signUp.ts';

/*
 * The browser's own autofill, set off as a person does by choosing an entry of its list. It finds the fields by their
 * autocomplete tokens, and writes them without a key being pressed. Only a whole browser has one.
 */
test.use({ launchOptions: browserToTest(findChromium()).launchOptions });

const card = { number: cards.passes, name: "Anna O'Brien", expiryMonth: '12', expiryYear: '2031', cvc: '123' };

const addressOf = (email: string) => ({
  fields: Object.entries({
    NAME_FULL: "Anna O'Brien",
    NAME_FIRST: 'Anna',
    NAME_LAST: "O'Brien",
    EMAIL_ADDRESS: email,
    COMPANY_NAME: 'Brien & Sons',
    ADDRESS_HOME_STREET_ADDRESS: 'Domplatz 1',
    ADDRESS_HOME_ZIP: '50667',
    ADDRESS_HOME_CITY: 'Köln',
    ADDRESS_HOME_COUNTRY: 'DE',
  }).map(([name, value]) => ({ name, value })),
});

type Entry = { card: typeof card } | { address: ReturnType<typeof addressOf> };

/** Chooses an entry of the browser's list at a field. */
async function choose(browser: CDPSession, field: string, entry: Entry) {
  const { root } = await browser.send('DOM.getDocument', { depth: 0 });
  const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector: `[name="${field}"]` });
  const { node } = await browser.send('DOM.describeNode', { nodeId });
  await browser.send('Autofill.trigger', { fieldId: node.backendNodeId, ...entry });
}

/** What the browser filled in. */
const filled = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form :autofill')].map((field) => [
        field.name,
        field.value,
      ]),
    ),
  );

test(
  'Chromium’s autofill fills account, card, address and company completely, and the form accepts the values',
  deep,
  async ({ page, product, context }) => {
    needs('the protocol of Chromium');
    const visitor = signUp(page, product, newEmail("o'brien"));
    const browser = await context.newCDPSession(page);
    await browser.send('Autofill.enable');
    const address = addressOf(visitor.email);

    await visitor.open();
    await choose(browser, 'first_name', { address });
    await expect.poll(() => filled(page)).toEqual({ first_name: 'Anna', last_name: "O'Brien", email: visitor.email });
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await visitor.press('Create an account');
    await visitor.at(headings.verification);
    await expect(page.getByText(visitor.email)).toBeVisible();

    await visitor.resume(await registrationAtBilling(product, newEmail()));
    await visitor.at(headings.billing);
    await choose(browser, 'card_number', { card });
    const ofCard = {
      card_number: '4242 4242 4242 4242',
      card_end_month: '12',
      card_end_year: '31',
      card_cvv: '123',
      card_name: "Anna O'Brien",
    };
    await expect.poll(() => filled(page)).toEqual(ofCard);
    await choose(browser, 'card_postcode', { address });
    const ofPayer = { card_country: 'DE', card_postcode: '50667' };
    await expect.poll(() => filled(page)).toEqual({ ...ofCard, ...ofPayer });
    await page.getByText('Company information (optional)').click();
    await choose(browser, 'customer_name', { address });
    await expect
      .poll(() => filled(page))
      .toEqual({
        ...ofCard,
        ...ofPayer,
        customer_name: 'Brien & Sons',
        customer_country: 'DE',
        customer_address: 'Domplatz 1',
        customer_city: 'Köln',
      });
    // Taken over from the payer before, so there is nothing to fill in.
    await expect(page.getByLabel('Company postal code')).toHaveValue('50667');
    await visitor.press('Start trial');
    await visitor.isLoggedIn();
  },
);
