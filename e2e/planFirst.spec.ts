import { dashboard } from './support/customer.ts';
import { deep } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { holdScripts } from './support/holdScripts.ts';
import { people } from './support/logIn.ts';
import { linkIn } from './support/server.ts';
import { cards, headings, newEmail, PASSWORD, signUp } from './support/signUp.ts';

// The owner who invites needs no code.
test.use({ settings: { SIGNUP_ORDER: 'plan-first', TWO_FACTOR: 'off' } });

test('plan-first: account, plan, number, billing; Back opens each step; logged in without a verified address', async ({
  page,
  product,
}) => {
  const visitor = signUp(page, product);
  const step = (n: number) => expect(page.getByText(`Step ${n} of 4`)).toBeVisible();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await visitor.open();
  await step(1);
  await expect(page.getByRole('listitem').filter({ hasText: /^Number$/ })).toBeVisible();
  // The page was built with the steps in the other order.
  expect(errors).toEqual([]);
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

test(
  'plan-first: an invited person sees the same page as everyone, gets the invitation by mail, and joins by its link',
  deep,
  async ({ page, product, browser }) => {
    const email = newEmail('new.member');
    const context = await browser.newContext({ baseURL: product.url });
    const there = await context.newPage();
    const owner = dashboard(there, product, people.owner);
    await owner.open();
    await owner.submit();
    await owner.isOpen();
    await there.getByLabel("Teammate's email").fill(email);
    await owner.press('Send invitation');
    await owner.banner('Invitation sent.');
    const invitation = linkIn(await product.nextMail(email));

    const visitor = signUp(page, product, email);
    await visitor.open();
    await visitor.createAccount();
    await visitor.at(headings.plan);
    await expect(page.getByRole('main')).toContainText('Invited to a team? Open the link in your invitation email');
    const reminder = await product.nextMail(email, 1);
    expect(reminder.text).toMatch(
      /has started to sign up with this address\. .+ has already invited you to join their team/,
    );
    expect(linkIn(reminder)).not.toBe(invitation);

    await page.goto(linkIn(reminder));
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('New');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Join and log in' }).click();
    await expect(page).toHaveURL(/\/app\/$/);
    await expect(page.getByText("You're a member of this team.")).toBeVisible();
    await context.close();
  },
);

test('step 1 typed and submitted before hydration leads to the plan', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  const letThrough = await holdScripts(page);
  await page.goto('/signup/', { waitUntil: 'commit' });
  await visitor.createAccount();
  letThrough();
  await visitor.at(headings.plan);
});
