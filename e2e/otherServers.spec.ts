import { deep } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { logIn } from './support/logIn.ts';
import { linkIn } from './support/server.ts';
import { cards, headings, PASSWORD, signUp, walkToBilling } from './support/signUp.ts';
import { speakSpecificationOnly } from './support/specificationOnly.ts';

/* The pages in front of an API that another team has written from the specification alone. */

test.beforeEach(({ page }) => {
  needs('bodies of requests');
  return speakSpecificationOnly(page);
});

test('a customer signs up with a bank check, logs out, logs in, and chooses a new password', async ({
  page,
  product,
}) => {
  const visitor = signUp(page, product);
  await walkToBilling(visitor);
  await visitor.enterCard(cards.asksForCheck);
  await visitor.press('Start trial');
  await visitor.bank.getByRole('button', { name: 'Approve' }).click();
  await visitor.isLoggedIn();
  await expect(page.getByText("You're logged in")).toBeVisible();

  await visitor.press('Log out');
  const customer = logIn(page, product, visitor.email);
  await customer.at('Log in');
  await customer.submit({ password: 'not this one' });
  await customer.banner('Wrong email address or password.');
  let mails = await customer.mails();
  await customer.submit({ password: PASSWORD });
  await customer.code.fill(await customer.mailedCode(mails));
  await customer.isLoggedIn();

  await visitor.press('Log out');
  await customer.at('Log in');
  await page.goto('/recover-password/');
  await customer.email.fill(visitor.email);
  mails = await customer.mails();
  await visitor.press('Request reset link');
  await expect(page.getByText(/we've sent it a reset link/)).toBeVisible();
  await page.goto(linkIn(await product.nextMail(visitor.email, mails)));
  await page.getByLabel('New password', { exact: true }).fill('quiet harbour light');
  await page.getByLabel('Confirm new password', { exact: true }).fill('quiet harbour light');
  mails = await customer.mails();
  await visitor.press('Change password');
  await customer.code.fill(await customer.mailedCode(mails + 1));
  await customer.isLoggedIn();
});

test('after a reload in the bank check the card can be entered again', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  await walkToBilling(visitor);
  await visitor.enterCard(cards.asksForCheck);
  await visitor.press('Start trial');
  await expect(visitor.bank.getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.reload();
  await visitor.at(headings.billing);
  await visitor.enterCard(cards.asksForCheck);
  await visitor.press('Start trial');
  await visitor.bank.getByRole('button', { name: 'Approve' }).click();
  await visitor.isLoggedIn();
});
