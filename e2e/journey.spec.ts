import { expect, test } from './support/fixtures.ts';
import { codeIn } from './support/server.ts';
import { cards, PASSWORD, signUp, walkToBilling } from './support/signUp.ts';

test('a customer’s first days: signs up, logs out, logs in by the mailed code, and the device is remembered', async ({
  page,
  product,
}) => {
  const visitor = signUp(page, product);
  const logIn = async () => {
    await visitor.at('Log in');
    await page.getByLabel('Email').fill(visitor.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await visitor.press('Log in');
  };
  const logOut = async () => {
    await visitor.press('Log out');
    await expect(page).toHaveURL(/\/login\//);
  };
  await walkToBilling(visitor);
  await visitor.enterCard(cards.asksForCheck);
  await visitor.press('Start trial');
  await visitor.bank.getByRole('button', { name: 'Approve' }).click();
  await visitor.isLoggedIn();
  await logOut();

  const mailed = (await product.mails(visitor.email)).length;
  await logIn();
  await visitor.at('Enter your code');
  await page.getByLabel('Six-digit code').fill(codeIn(await product.nextMail(visitor.email, mailed)));
  await visitor.isLoggedIn();
  await logOut();

  await logIn();
  await visitor.isLoggedIn();
});

const TERMS = 'I agree to the terms and conditions and the privacy policy.';

test('the sign-up by keyboard alone', async ({ page, product }) => {
  const visitor = signUp(page, product);
  const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
  /** Tab until the control with this name has the focus. */
  const tabTo = async (label: string) => {
    const wanted = await page
      .getByLabel(label, { exact: true })
      .or(page.getByRole('button', { name: label, exact: true }))
      .or(page.getByRole('checkbox', { name: label }))
      .first()
      .elementHandle();
    for (let tabs = 0; tabs < 40; tabs += 1) {
      if (await page.evaluate((element) => element === document.activeElement, wanted)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${label} cannot be reached by Tab; the focus is at ${await focused()}`);
  };
  const type = async (label: string, text: string) => {
    await tabTo(label);
    await page.keyboard.type(text);
  };
  const choose = async (label: string, text: string) => {
    await type(label, text);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };

  await visitor.open();
  await type('First name', 'Anna');
  await type('Last name', 'Berg');
  await type('Work email', visitor.email);
  await type('Password', PASSWORD);
  await tabTo(TERMS);
  await page.keyboard.press('Space');
  await tabTo('Create an account');
  await page.keyboard.press('Enter');

  await visitor.at('Verify your email address');
  await type('Six-digit code', codeIn(await product.nextMail(visitor.email)));

  await visitor.at('Choose your plan and number');
  await tabTo('Users');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByLabel('Users', { exact: true })).toHaveValue('2');
  await tabTo('Country');
  await page.keyboard.type('Germ');
  await expect(page.getByLabel('Number type')).toBeEnabled();
  await tabTo('Number type');
  await page.keyboard.type('Geo');
  await expect(page.getByRole('combobox', { name: 'Area (city) code' })).toBeEnabled();
  await choose('Area (city) code', 'Bonn');
  await expect(page.getByRole('combobox', { name: 'Number', exact: true })).toBeEnabled();
  await choose('Number', '49');
  await expect.poll(visitor.chosenNumber).toMatch(/^\+49/);
  await tabTo('Continue');
  await page.keyboard.press('Enter');

  await visitor.at('Enter your billing information');
  await tabTo('Card number');
  // Each full field hands the focus to the next.
  await page.keyboard.type(`${cards.asksForCheck}1231123Anna Berg`);
  await type('Postal code', '50667');
  await tabTo('Start trial');
  await page.keyboard.press('Enter');

  await expect(visitor.bank.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Confirm your card with your bank' })).toBeFocused();
  for (let tabs = 0; tabs < 10; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await visitor.bank.locator('button[value="approved"]').evaluate((button) => button === document.activeElement))
      break;
  }
  await page.keyboard.press('Enter');
  await visitor.isLoggedIn();
});
