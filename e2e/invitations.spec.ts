import type { Browser, Page } from 'playwright/test';
import { dashboard, newCustomer } from './support/customer.ts';
import { deep } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { linkIn, type ProductServer } from './support/server.ts';
import { headings, newEmail, PASSWORD, signUp } from './support/signUp.ts';

// The owner needs no code, so that the page can be the invited person's.
test.use({ settings: { TWO_FACTOR: 'off' } });

/** As the owner types it; the invited person's mailbox and provider write it small. */
const asTyped = (email: string) => email.replace(/^new\.member/, 'New.Member').replace('example', 'Example');

/** An owner of the firm 'Berg & Sons' has invited an address. Answers the mailed link. */
async function invited(browser: Browser, product: ProductServer, email: string): Promise<string> {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  const home = dashboard(page, product, await newCustomer(product));
  await home.enter();
  await home.isOpen();
  await page.getByLabel("Teammate's email").fill(asTyped(email));
  await home.press('Send invitation');
  await home.banner('Invitation sent.');
  await context.close();
  return linkIn(await product.nextMail(email));
}

const choose = async (page: Page, provider: string, email: string) => {
  await page.getByRole('link', { name: `Continue with ${provider}` }).click();
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('New');
  await page.getByLabel('Email address', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
};

const question = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Join the team, or start your own account?' });

/** The dashboard of a member of the owner's team. */
async function isMember(page: Page, name: string) {
  await expect(page).toHaveURL(/\/app\/$/);
  await expect(page.getByText(`Logged in as ${name}`)).toBeVisible();
  await expect(page.getByText('Berg & Sons')).toBeVisible();
  await expect(page.getByText("You're a member of this team.")).toBeVisible();
}

for (const provider of ['Google', 'Apple', 'Microsoft']) {
  test(
    `§6 on the invitation page, ${provider} adds the person with the invited address`,
    deep,
    async ({ page, product, browser }) => {
      const email = newEmail('new.member');
      await page.goto(await invited(browser, product, email));
      await expect(page.getByText('Anna Berg invited you to join the Berg & Sons team.')).toBeVisible();
      await choose(page, provider, email);
      await isMember(page, 'Nora New');
    },
  );
}

test(
  '§6 another address at the provider shows a message on the invitation page, where a password still joins',
  deep,
  async ({ page, product, browser }) => {
    const email = newEmail('new.member');
    await page.goto(await invited(browser, product, email));
    await choose(page, 'Google', newEmail('another.person'));
    await expect(page.locator('.banner-region [role="alert"]')).toContainText('for a different email address');
    await expect(page.getByText('Anna Berg invited you to join the Berg & Sons team.')).toBeVisible();
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('New');
    await page.getByLabel('Password', { exact: true }).fill('another long sentence');
    await page.getByRole('button', { name: 'Join and log in' }).click();
    await isMember(page, 'Nora New');
  },
);

test(
  '§6 an invitation that was accepted in another browser says so here, and leads to the login',
  deep,
  async ({ page, product, browser }) => {
    const link = await invited(browser, product, newEmail('new.member'));
    const accept = async (there: Page) => {
      await there.getByLabel('First name').fill('Nora');
      await there.getByLabel('Last name').fill('New');
      await there.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await there.getByRole('button', { name: 'Join and log in' }).click();
    };
    await page.goto(link);
    const context = await browser.newContext({ baseURL: product.url });
    const other = await context.newPage();
    await other.goto(link);
    await accept(other);
    await isMember(other, 'Nora New');
    await context.close();

    await accept(page);
    const main = page.getByRole('main');
    await expect(main).toContainText('You may have accepted it already');
    await main.getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/login\/$/);
  },
);

test('§6 an invited person who logs in with Google is asked, and joins', deep, async ({ page, product, browser }) => {
  const email = newEmail('new.member');
  await invited(browser, product, email);
  await page.goto('/login/');
  await choose(page, 'Google', email);
  await expect(question(page)).toBeVisible();
  await page.getByRole('button', { name: 'Join Berg & Sons' }).click();
  await isMember(page, 'Nora New');
});

test('§6 an invited person who signs up by password is asked once the address is verified, and joins', async ({
  page,
  product,
  browser,
}) => {
  const email = newEmail('new.member');
  await invited(browser, product, email);
  const visitor = signUp(page, product, email);
  await visitor.open();
  await visitor.createAccount();
  await visitor.verify(1);
  await expect(question(page)).toBeVisible();
  await page.reload();
  await expect(question(page)).toBeVisible();
  await visitor.press('Join Berg & Sons');
  await isMember(page, 'Anna Berg');
});

test(
  '§6 a person who chooses their own account is not asked again, also after a reload',
  deep,
  async ({ page, product, browser }) => {
    const email = newEmail('new.member');
    await invited(browser, product, email);
    const visitor = signUp(page, product, email);
    await visitor.open();
    await visitor.createAccount();
    await visitor.verify(1);
    await expect(question(page)).toBeVisible();
    await visitor.press('Start my own account');
    await visitor.at(headings.planAndNumber);
    await page.reload();
    await visitor.at(headings.planAndNumber);
  },
);
