import AxeBuilder from '@axe-core/playwright';
import type { Locator } from 'playwright/test';
import { cookieNames, findCookie, waitForCookie } from './support/cookies.ts';
import { dashboard, newCustomer } from './support/customer.ts';
import { change } from './support/database.ts';
import { monthsAhead } from './support/dates.ts';
import { deep, deepUnless } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { byKeyboard } from './support/keyboard.ts';
import { textsOf } from './support/layout.ts';
import { people, PASSWORD as SEEDED } from './support/logIn.ts';
import { registrationAtBilling } from './support/registration.ts';
import { linkIn } from './support/server.ts';
import { chooseFirst, newEmail, PASSWORD } from './support/signUp.ts';

// Here a login needs a code only if the account has turned it on.
test.use({ settings: { TWO_FACTOR: 'off' } });

const amountIn = (text: string | null): number => Number((text ?? '').replace(/[^-\d.]/g, ''));
/** The amounts of an invoice; how many users it is for is no amount. */
const amountsOf = async (bill: Locator): Promise<number[]> =>
  (await textsOf(bill.locator('dd:not(.order-note)'))).filter((text) => /\p{Sc}/u.test(text)).map(amountIn);

test('§1 shows the user, plan, number, trial end and the arithmetic of both invoices', async ({ page, product }) => {
  const home = dashboard(page, product, await newCustomer(product));
  await home.enter();
  await home.isOpen();
  await expect(page).toHaveTitle('Dashboard | Ringwell');
  await expect(page.getByText('Logged in as Anna Berg')).toBeVisible();
  await expect(page.getByText('Berg & Sons')).toBeVisible();
  await expect(home.line('Plan and trial', 'Plan')).toHaveText('Pay as you go');
  await expect(home.line('Plan and trial', 'Users')).toHaveText('1');
  await expect(home.section('Phone number')).toContainText(/\+49 [\d ]{8,}/);

  const end = monthsAhead(1);
  await expect(home.line('Plan and trial', 'Trial ends')).toHaveText(end);
  await expect(home.section('Plan and trial')).toContainText(
    `Everything is free until ${end}, when your first charge is due.`,
  );
  const second = monthsAhead(Number.parseInt(end, 10) >= 19 ? 3 : 2, 1);
  const invoices = home.section('Your first invoices');
  await expect(invoices.getByText(/^Due on /)).toHaveText([`Due on ${end}`, `Due on ${second}`]);
  const bill = invoices.locator('dl').first();
  const amounts = await amountsOf(bill);
  const total = amounts.pop();
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(total ?? Number.NaN, 2);
  const monthly = amountIn(await home.line('Plan and trial', 'Per month').textContent());
  expect(amountIn(await home.line('Your first invoices', `Due on ${second}`).textContent())).toBe(monthly);
});

test('a visitor who left the sign-up logs in and continues at the same step', deep, async ({ page, product }) => {
  const email = newEmail('left');
  await registrationAtBilling(product, email);
  const home = dashboard(page, product, email);
  await home.enter();
  await expect(page.getByText("You haven't finished signing up.")).toBeVisible();
  await page.getByRole('button', { name: 'Finish signing up' }).click();
  await home.at('Enter your billing information');
  await page.reload();
  await home.at('Enter your billing information');
});

test(
  'continuing a sign-up that cannot be loaded shows the reason and offers another try',
  deep,
  async ({ page, product }) => {
    const email = newEmail('left');
    await registrationAtBilling(product, email);
    const home = dashboard(page, product, email);
    await home.enter();
    await page.getByRole('button', { name: 'Finish signing up' }).click();
    await home.at('Enter your billing information');
    await page.route(/\/registrations\/[\w-]+$/, (route) => route.abort());
    await page.reload();
    await home.banner("We couldn't connect.");
    await expect(page).toHaveURL(/\/signup\/$/);
    await page.unroute(/\/registrations\/[\w-]+$/);
    await home.press('Try again');
    await home.at('Enter your billing information');
  },
);

test('a discount is a separate line on both invoices', deep, async ({ page, product }) => {
  const home = dashboard(page, product, people.owner);
  await home.open('?discount=try-discount-10');
  await home.banner('10');
  await home.submit({ password: SEEDED });
  await home.isOpen();
  const invoices = home.section('Your first invoices');
  await expect(invoices.getByText('10% discount')).toHaveCount(2);
  for (const bill of await invoices.locator('dl').all()) {
    const amounts = await amountsOf(bill);
    const [total = Number.NaN, discount = Number.NaN, ...charged] = amounts.reverse();
    const full = charged.reduce((sum, amount) => sum + amount, 0);
    expect(discount).toBeCloseTo(-full / 10, 1);
    expect(total).toBeCloseTo(full + discount, 2);
  }
});

test('§1 a CX add-on is assigned and removed, and the invoices follow', deep, async ({ page, product }) => {
  const home = dashboard(page, product, await newCustomer(product));
  await home.enter();
  await home.isOpen();
  const monthly = async () => amountIn(await home.line('Plan and trial', 'Per month').textContent());
  const before = await monthly();
  await home.press('Assign CX add-on Anna Berg');
  await expect(home.line('Plan and trial', 'CX add-ons')).toHaveText('1');
  expect(await monthly()).toBeGreaterThan(before);
  await expect(page.getByRole('button', { name: 'Remove CX add-on Anna Berg' })).toBeFocused();
  await page.reload();
  await home.press('Remove CX add-on Anna Berg');
  await expect(home.line('Plan and trial', 'CX add-ons')).toHaveText('0');
  expect(await monthly()).toBe(before);
});

test(
  '§6 a teammate is invited by mail, joins, and can see but not change what belongs to the owner',
  deep,
  async ({ page, product, browser, baseURL }) => {
    const email = await newCustomer(product);
    const home = dashboard(page, product, email);
    const teammate = newEmail('bo');
    await home.enter();
    await home.isOpen();
    await page.getByLabel("Teammate's email").fill('nobody');
    await home.press('Send invitation');
    await expect(home.section('Team')).toContainText('Enter an email address like name@example.com.');
    await page.getByLabel("Teammate's email").fill(teammate);
    const users = await home.line('Plan and trial', 'Users').textContent();
    await expect(home.section('Team')).toContainText(`When this person joins, you pay for ${Number(users) + 1} users.`);
    await home.press('Send invitation');
    await home.banner('Invitation sent.');
    const mails = (await product.mails(email)).length;
    const line = home.section('Team').getByRole('listitem').filter({ hasText: teammate });
    await expect(line).toContainText('Expires');

    const context = await browser.newContext({ ...(baseURL && { baseURL }) });
    const there = await context.newPage();
    const member = dashboard(there, product, teammate);
    await there.goto(linkIn(await product.nextMail(teammate)));
    await member.at('Join your team');
    await expect(there.getByText('Anna Berg invited you')).toBeVisible();
    await there.getByLabel('First name').fill('Bo');
    await there.getByLabel('Last name').fill('Lind');
    await there.getByLabel('Password', { exact: true }).fill('quite another horse');
    await member.press('Join and log in');
    await member.isOpen();
    await expect(there.getByText('Logged in as Bo Lind')).toBeVisible();
    await expect(there.getByText("You're a member of this team.")).toBeVisible();
    await expect(member.line('Plan and trial', 'Plan')).toHaveText('Pay as you go');
    for (const title of ['Plan and trial', 'Phone number', 'Team'])
      await expect(member.section(title).getByRole('button')).toHaveCount(0);
    await context.close();

    await page.reload();
    await expect(home.section('Team').getByRole('listitem').filter({ hasText: 'Bo Lind' })).toContainText('Member');
    await expect(home.section('Team').getByText('Pending invitations')).toHaveCount(0);
    await expect(home.line('Plan and trial', 'Users')).toHaveText(String(Number(users) + 1));
    await expect(home.section('Your first invoices').getByText('Users')).toHaveCount(2);
    expect((await product.nextMail(email, mails)).text).toContain('Bo Lind has joined your team.');

    const before = (await product.mails(teammate)).length;
    await home.press('Remove from team Bo Lind');
    await expect(page.getByRole('heading', { name: 'Remove Bo Lind from your team?' })).toBeFocused();
    await home.press('Remove from team');
    await home.banner('The person has been removed from your team.');
    await expect(home.section('Team').getByText('Bo Lind')).toHaveCount(0);
    await expect(home.line('Plan and trial', 'Users')).toHaveText(String(users));
    expect((await product.nextMail(teammate, before)).text).toContain('You can no longer log in.');
  },
);

test('§1 the owner raises and lowers the number of users, and the invoices follow', deep, async ({ page, product }) => {
  const home = dashboard(page, product, await newCustomer(product));
  await home.enter();
  await home.isOpen();
  const monthly = home.line('Plan and trial', 'Per month after the trial, excluding taxes');
  const before = (await monthly.textContent()) ?? '';
  await home.press('Change number of users');
  await expect(page.getByRole('heading', { name: 'How many users do you need?' })).toBeFocused();
  await page.getByLabel('Users', { exact: true }).fill('3');
  await home.press('Save');
  await home.banner('The number of users has been changed.');
  await expect(page.getByRole('button', { name: 'Change number of users' })).toBeFocused();
  await expect(home.line('Plan and trial', 'Users')).toHaveText('3');
  await expect(monthly).not.toHaveText(before);
  await home.press('Change number of users');
  await page.getByLabel('Users', { exact: true }).fill('1');
  await home.press('Save');
  await expect(home.line('Plan and trial', 'Users')).toHaveText('1');
  await expect(monthly).toHaveText(before);
  await page.reload();
  await expect(home.line('Plan and trial', 'Users')).toHaveText('1');
});

test('a revoked invitation disappears, and its link says so', deep, async ({ page, product, browser, baseURL }) => {
  const home = dashboard(page, product, await newCustomer(product));
  const teammate = newEmail('cy');
  await home.enter();
  await home.isOpen();
  await page.getByLabel("Teammate's email").fill(teammate);
  await home.press('Send invitation');
  const link = linkIn(await product.nextMail(teammate));
  await home.press(`Revoke ${teammate}`);
  await expect(home.section('Team').getByText(teammate)).toHaveCount(0);
  await expect(home.section('Team').getByRole('heading', { name: 'Team', exact: true })).toBeFocused();

  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const there = await context.newPage();
  await there.goto(link);
  await expect(there.locator('.banner-region')).toContainText('This invitation is no longer valid.');
  await context.close();
});

test('§8 the phone number is replaced by another one', async ({ page, product }) => {
  const home = dashboard(page, product, await newCustomer(product));
  await home.enter();
  await home.isOpen();
  const shown = home.section('Phone number').locator('.dashboard-number');
  const before = await shown.textContent();
  await home.press('Change number');
  await expect(page.getByRole('heading', { name: 'Choose another number' })).toBeFocused();
  await page.getByLabel('Country').selectOption('PT');
  await page.getByLabel('Number type').selectOption('G');
  await expect(page.getByRole('button', { name: 'Change number', exact: true })).toBeDisabled();
  await chooseFirst(page, 'Area (city) code', 'Porto');
  const chosen = await chooseFirst(page, 'Number');
  await expect(home.line('Phone number', 'Number monthly fee')).toContainText('$');
  await home.press('Change number');
  await home.banner('Your number has been changed.');
  await expect(shown).toHaveText(chosen);
  expect(chosen).not.toBe(before);
  await expect(page.getByRole('button', { name: 'Change number', exact: true })).toBeFocused();
  await page.reload();
  await expect(shown).toHaveText(chosen);
});

test(
  '§1 the trial is cancelled without a charge and the cancellation undone, by keyboard alone',
  deep,
  async ({ page, product }) => {
    const email = await newCustomer(product);
    const home = dashboard(page, product, email);
    await home.enter();
    await home.isOpen();
    const mails = (await product.mails(email)).length;
    const { press } = byKeyboard(page);
    await press('Cancel trial');
    await expect(page.getByRole('heading', { name: 'Cancel your trial?' })).toBeFocused();
    await press('Keep trial');
    await expect(page.getByRole('button', { name: 'Cancel trial' })).toBeFocused();
    await press('Cancel trial');
    await expect(page.getByRole('heading', { name: 'Cancel your trial?' })).toBeFocused();
    await press('Cancel trial');
    await home.banner("Your trial has been cancelled. You won't be charged.");
    await expect(home.section('Plan and trial')).toContainText(`You can undo this before ${monthsAhead(1)}.`);
    await expect(home.section('Your first invoices')).toContainText("No invoices. You won't be charged.");
    await expect(page.getByRole('button', { name: 'Undo cancellation' })).toBeFocused();
    await product.nextMail(email, mails);
    await page.reload();
    await expect(home.section('Your first invoices')).toContainText("No invoices. You won't be charged.");
    await home.press('Undo cancellation');
    await home.banner("You've undone the cancellation. Your trial continues.");
    await expect(home.section('Your first invoices').getByText(/^Due on /)).toHaveCount(2);
  },
);

test(
  'with the second factor on, the next login asks for a code; with it off, it does not',
  deep,
  async ({ page, product, context }) => {
    const email = await newCustomer(product);
    const home = dashboard(page, product, email);
    await home.enter();
    await home.isOpen();
    const security = home.section('Login codes by email');
    await home.press('Turn on login codes');
    await home.press('Turn on login codes');
    await expect(security).toContainText('This value should not be blank.');
    await page.getByLabel('Your password').fill('not my password');
    // The dashboard is rendered again with each state of its panel; the focus moves on nevertheless.
    await page.getByLabel('Your password').press('Tab');
    await expect(home.section('Login codes by email').getByRole('button', { name: 'Show' })).toBeFocused();
    await home.press('Turn on login codes');
    await expect(page.getByLabel('Your password')).toBeFocused();
    await expect(page.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveTitle('Error: Dashboard | Ringwell');
    await page.getByLabel('Your password').fill(PASSWORD);
    await home.press('Turn on login codes');
    await home.banner('Login codes are now on.');
    await expect(page.getByRole('button', { name: 'Turn off login codes' })).toBeFocused();
    await expect.poll(() => cookieNames(context)).toContain('auth');

    await home.press('Log out');
    await home.at('Log in');
    const mails = await home.mails();
    await home.submit({ password: PASSWORD });
    await home.at('Enter your code');
    await home.code.fill(await home.mailedCode(mails));
    await home.isOpen();
    await home.press('Turn off login codes');
    await page.getByLabel('Your password').fill(PASSWORD);
    await home.press('Turn off login codes');
    await home.banner('Login codes are now off.');
    await home.press('Log out');
    await home.at('Log in');
    await context.clearCookies({ name: 'device' });
    await home.enter();
    await home.isOpen();
  },
);

test(
  'a new password keeps this session, and ends every other session and the old password',
  deep,
  async ({ page, product, browser, baseURL }) => {
    const email = await newCustomer(product);
    const home = dashboard(page, product, email);
    const context = await browser.newContext({ ...(baseURL && { baseURL }) });
    const there = await context.newPage();
    const elsewhere = dashboard(there, product, email);
    await elsewhere.enter();
    await elsewhere.isOpen();
    await page.bringToFront();
    await home.enter();
    await home.isOpen();
    await home.press('Change password');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill('short');
    await home.press('Change password');
    await expect(home.section('Password')).toContainText('Use at least 8 characters.');
    await expect(page.getByLabel('New password')).toBeFocused();
    await page.getByLabel('New password').fill('quite another horse');
    await home.press('Change password');
    await home.banner('Your password has been changed.');
    await expect(home.section("Where you're logged in").getByRole('listitem')).toHaveCount(1);
    await page.reload();
    await home.isOpen();

    await there.reload();
    await elsewhere.at('Log in');
    await elsewhere.banner('Your session has ended. Log in again to continue.');
    await elsewhere.submit({ password: PASSWORD });
    await elsewhere.banner(/email address or password/);
    await elsewhere.submit({ password: 'quite another horse' });
    await elsewhere.isOpen();
    await context.close();
  },
);

test('a new password keeps the session remembered', deep, async ({ page, product, context }) => {
  const home = dashboard(page, product, await newCustomer(product));
  await home.open();
  await home.submit({ password: PASSWORD, remember: true });
  await home.isOpen();
  const before = await waitForCookie(context, 'auth');
  await home.press('Change password');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('quite another horse');
  await home.press('Change password');
  await home.banner('Your password has been changed.');
  await expect.poll(async () => (await findCookie(context, 'auth'))?.value).not.toBe(before.value);
  const { expires } = await waitForCookie(context, 'auth');
  expect(expires - Date.now() / 1000).toBeGreaterThan(29 * 24 * 60 * 60);
});

test('all other devices are logged out at once', deep, async ({ page, product, browser, baseURL }) => {
  const email = await newCustomer(product);
  const contexts = await Promise.all([1, 2].map(() => browser.newContext({ ...(baseURL && { baseURL }) })));
  for (const context of contexts) {
    const elsewhere = dashboard(await context.newPage(), product, email);
    await elsewhere.enter();
    await elsewhere.isOpen();
  }
  const home = dashboard(page, product, email);
  await home.enter();
  await home.isOpen();
  const sessions = home.section("Where you're logged in");
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await sessions.getByRole('button', { name: 'Log out all other devices' }).click();
  await home.banner('All other devices have been logged out.');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('button')).toHaveCount(0);
  for (const context of contexts) await context.close();
});

test(
  'sessions are listed, and ending one logs out the other browser',
  deep,
  async ({ page, product, browser, baseURL }) => {
    const email = await newCustomer(product);
    const home = dashboard(page, product, email);
    const context = await browser.newContext({ ...(baseURL && { baseURL }) });
    const there = await context.newPage();
    const elsewhere = dashboard(there, product, email);
    await elsewhere.enter();
    await elsewhere.isOpen();
    await home.enter();
    await home.isOpen();
    const sessions = home.section("Where you're logged in");
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0);
    await sessions.getByRole('button', { name: /^Log out/ }).click();
    await home.banner('That device has been logged out.');
    await expect(sessions.getByRole('listitem')).toHaveCount(1);

    await elsewhere.press('Change password');
    await there.getByLabel('Current password').fill(PASSWORD);
    await there.getByLabel('New password').fill('quite another horse');
    await elsewhere.press('Change password');
    await elsewhere.at('Log in');
    await elsewhere.banner('Your session has ended. Log in again to continue.');
    await expect.poll(() => cookieNames(context)).not.toContain('auth');
    await context.close();
  },
);

test('logging out clears the session, the cookies and unsaved input, and Back shows nothing', async ({
  page,
  product,
  context,
}) => {
  const home = dashboard(page, product, await newCustomer(product));
  await home.enter();
  await home.isOpen();
  await page.evaluate(() => sessionStorage.setItem('signup', '{"token":null,"unsavedInput":{}}'));
  await home.press('Log out');
  await expect(page).toHaveURL(/\/login\/$/);
  await home.at('Log in');
  for (const name of ['auth', 'two_factor', '__Host-session'])
    await expect.poll(() => cookieNames(context)).not.toContain(name);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('signup'))).toBeNull();
  await page.goBack();
  await home.at('Log in');
  await expect(page.getByText('Anna Berg')).toHaveCount(0);
});

test(
  'a page that is left before the log-out is answered leaves the browser logged out',
  deep,
  async ({ page, product, context }) => {
    const home = dashboard(page, product, await newCustomer(product));
    await home.enter();
    await home.isOpen();
    await page.route('**/v1/phone/logout', () => {});
    await home.press('Log out');
    await page.reload();
    await home.at('Log in');
    await expect.poll(() => cookieNames(context)).not.toContain('auth');
  },
);

test('offline: logging out ends the session here, and says what is left open', async ({ page, product, context }) => {
  const home = dashboard(page, product, await newCustomer(product));
  await home.enter();
  await home.isOpen();
  // The document has not shown the login before; it is loaded once the dashboard works.
  const login = page.waitForResponse(/\/auth-[^/]*\.js$/);
  await page.reload();
  await home.isOpen();
  await login;
  await context.setOffline(true);
  await home.press('Log out');
  await home.banner(/You're logged out in this browser/);
  await home.at('Log in');
  await expect(page).toHaveURL(/\/login\/$/);
  await expect.poll(() => cookieNames(context)).not.toContain('auth');
  await expect(page.getByText('Anna Berg')).toHaveCount(0);
  await page.goBack();
  await home.at('Log in');
  await context.setOffline(false);
  await home.submit({ password: PASSWORD });
  await home.isOpen();
});

for (const [what, value] of [
  ['a session that is dead', encodeURIComponent(JSON.stringify({ user_id: 1, user_token: 'dead' }))],
  ['a cookie that nobody can read', 'rubbish'],
] as const) {
  for (const path of ['/app/', '/login/']) {
    test(
      `${what}: ${path} redirects to the login once, without a loop`,
      deepUnless(path === '/app/' && value !== 'rubbish'),
      async ({ page, product, context }) => {
        await context.addCookies([{ name: 'auth', value, url: product.url }]);
        const visited: string[] = [];
        page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
        await page.goto(path);
        const home = dashboard(page, product, people.owner);
        await home.at('Log in');
        await page.waitForLoadState('networkidle');
        await expect(page).toHaveURL(/\/login\/$/);
        expect(visited.length).toBeLessThanOrEqual(3);
        await expect.poll(() => cookieNames(context)).not.toContain('auth');
        if (value !== 'rubbish') await home.banner('Your session has ended. Log in again to continue.');
        await home.submit({ password: SEEDED });
        await home.isOpen();
      },
    );
  }
}

test('an account that cannot be loaded can be requested again', async ({ page, product }) => {
  const home = dashboard(page, product, people.member);
  let isDown = true;
  await page.route('**/v1/phone/account', (route) => (isDown ? route.abort() : route.continue()));
  await home.enter(SEEDED);
  await expect(page.getByText("We couldn't load your account.")).toBeVisible();
  isDown = false;
  await expect(page.locator('.banner')).toBeVisible();
  await home.press('Try again');
  await home.isOpen();
  await expect(page.locator('.banner')).toHaveCount(0);
});

test(
  'after another login in a second tab, the dashboard shows the new account on return',
  deep,
  async ({ page, product, context }) => {
    const home = dashboard(page, product, people.owner);
    await home.enter(SEEDED);
    await home.isOpen();
    const other = await newCustomer(product);
    const beside = await context.newPage();
    await context.clearCookies({ name: 'auth' });
    await dashboard(beside, product, other).enter();
    await dashboard(beside, product, other).isOpen();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByText('Logged in as Anna Berg')).toBeVisible();
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every panel is accessible on a phone (${colorScheme})`, deep, async ({ page, product }) => {
    needs('axe on a whole dashboard');
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 640 });
    const home = dashboard(page, product, people.owner);
    await home.enter(SEEDED);
    await home.isOpen();
    const isFine = async (where: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, where).toBeLessThanOrEqual(0);
    };
    await isFine('overview');
    for (const [open, close] of [
      ['Cancel trial', 'Keep trial'],
      ['Change number', 'Keep current number'],
      ['Turn on login codes', 'Close'],
      ['Change password', 'Close'],
    ] as const) {
      await home.press(open);
      await expect(page.getByRole('button', { name: close })).toBeVisible();
      await isFine(open);
      await page.locator('.dashboard').getByRole('button', { name: close, exact: true }).click();
      await expect(page.getByRole('button', { name: open, exact: true })).toBeFocused();
    }
  });
}

test('an ended account is shown read-only, with an explanation', deep, async ({ page, product }) => {
  const email = await newCustomer(product);
  change(
    product,
    `update customers set trial_ends_on = '2025-02-10', cancelled_at = ? where id =
     (select customer_id from users where email = ?)`,
    Date.parse('2025-03-20T12:00:00Z'),
    email,
  );
  const home = dashboard(page, product, email);
  await home.enter();
  await home.isOpen();
  const main = page.getByRole('main');
  await expect(main).toContainText('Your subscription ended on 31 Mar 2025');
  await expect(main).toContainText('Contact support to start again.');
  await expect(main).toContainText("No more invoices. You won't be charged again.");
  for (const name of [/cancel/i, /change number/i, /number of users/i, /invit/i, /add-on/i]) {
    await expect(main.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(main.getByLabel("Teammate's email")).toHaveCount(0);
  expect(await main.textContent()).not.toMatch(/trial/i);
  await home.press('Change password');
  await expect(page.getByLabel('Current password')).toBeVisible();
  await page.reload();
  await expect(main).toContainText('Your subscription ended on 31 Mar 2025');
});
