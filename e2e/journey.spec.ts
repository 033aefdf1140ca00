import { findCookie, waitForCookie } from './support/cookies.ts';
import { inFirefoxToo } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { byKeyboard } from './support/keyboard.ts';
import { cards, PASSWORD, signUp, walkToBilling } from './support/signUp.ts';

test(
  'a customer signs up, logs out and logs in by the mailed code, and the device is remembered',
  inFirefoxToo,
  async ({ page, product, context }) => {
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
    await page.getByLabel('Six-digit code').fill(await product.nextCode(visitor.email, mailed));
    await visitor.isLoggedIn();
    const device = await waitForCookie(context, 'device');
    expect(device.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 24 * 60 * 60);
    await logOut();

    await logIn();
    await visitor.isLoggedIn();
    expect(await findCookie(context, 'device')).toEqual(device);
  },
);

const TERMS = 'I agree to the terms and conditions and the privacy policy.';

test('the sign-up works by keyboard alone', async ({ page, product }) => {
  const visitor = signUp(page, product);
  const keys = byKeyboard(page);

  await visitor.open();
  await keys.type('First name', 'Anna');
  await keys.type('Last name', 'Berg');
  await keys.type('Work email', visitor.email);
  await keys.type('Password', PASSWORD);
  await keys.tick(TERMS);
  await keys.press('Create an account');

  await visitor.at('Verify your email address');
  await keys.type('Six-digit code', await product.nextCode(visitor.email));

  await visitor.at('Choose your plan and number');
  await keys.tabTo(page.getByLabel('Users', { exact: true }));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByLabel('Users', { exact: true })).toHaveValue('2');
  await keys.select('Country', 'Germ');
  await expect(page.getByLabel('Number type')).toBeEnabled();
  await keys.select('Number type', 'Geo');
  await expect(page.getByRole('combobox', { name: 'Area (city) code' })).toBeEnabled();
  await keys.choose('Area (city) code', 'Bonn');
  await expect(page.getByRole('combobox', { name: 'Number', exact: true })).toBeEnabled();
  await keys.choose('Number', '49');
  await expect.poll(visitor.chosenNumber).toMatch(/^\+49/);
  await keys.press('Continue');

  await visitor.at('Enter your billing information');
  await keys.tabTo(page.getByLabel('Card number', { exact: true }));
  // Each full field hands the focus to the next.
  await page.keyboard.type(`${cards.asksForCheck}1231123Anna Berg`);
  await keys.type('Postal code', '50667');
  await keys.press('Start trial');

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
