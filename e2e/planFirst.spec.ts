import { expect, test } from './support/fixtures.ts';
import { cards, headings, signUp } from './support/signUp.ts';

test.use({ settings: { SIGNUP_ORDER: 'plan-first' } });

test('plan first: account, plan, number, billing; Back leads to each; logged in without a verified address', async ({
  page,
  product,
}) => {
  const visitor = signUp(page, product);
  const step = (n: number) => expect(page.getByText(`Step ${n} of 4`)).toBeVisible();
  await visitor.open();
  await step(1);
  await visitor.createAccount();
  await visitor.at(headings.plan);
  await step(2);
  await page.getByRole('radio', { name: '2K Bundle' }).check();
  await visitor.press('Continue');
  await visitor.at(headings.number);
  await step(3);
  await visitor.press('Back');
  await visitor.at(headings.plan);
  await expect(page.getByRole('radio', { name: '2K Bundle' })).toBeChecked();
  await visitor.press('Back');
  await visitor.at(headings.account);
  await visitor.press('Create an account');
  await visitor.at(headings.plan);
  await visitor.press('Continue');
  await visitor.chooseNumber('DE', 'Bonn');
  await page.reload();
  await visitor.at(headings.number);
  await expect.poll(visitor.chosenNumber).toMatch(/^\+49/);
  await visitor.press('Continue');
  await step(4);
  await visitor.enterCard(cards.passes);
  await visitor.press('Start trial');
  await visitor.isLoggedIn();
});
