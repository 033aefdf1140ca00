import type { BrowserContext, Page } from 'playwright/test';
import { deep, deepUnless } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { logIn, people } from './support/logIn.ts';
import { signUp } from './support/signUp.ts';

/*
 * Cookies of our names that are not ours: left on a path by an older site, or set for the whole domain by a neighbour.
 * The browser lists them beside ours, and deleting ours leaves them alone.
 */

const expiredSession = '{"user_id":1,"user_token":"dead"}';
const deadChallenge = '{"nonce":"dead","email":"someone@example.com","remember_me":false}';

const leave = (context: BrowserContext, name: string, value: string, path: string) =>
  context.addCookies([{ name, value: encodeURIComponent(value), domain: 'localhost', path }]);

/** The same, as one that survives every attempt to delete it. */
const leaveForGood = (page: Page, name: string, value: string, paths: string[]) =>
  page.addInitScript(
    ([pair = '', ...seenAt]) => {
      const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {};
      Object.defineProperty(document, 'cookie', {
        get: () => {
          const others: string = get?.call(document);
          const isSeen = seenAt.some((path) => location.pathname.startsWith(path));
          return isSeen ? [pair, ...(others === '' ? [] : [others])].join('; ') : others;
        },
        set: (line) => set?.call(document, line),
      });
    },
    [`${name}=${encodeURIComponent(value)}`, ...paths],
  );

/** How often the dashboard has been the address of the page. */
function countDashboards(page: Page) {
  let count = 0;
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && new URL(frame.url()).pathname === '/app/') count += 1;
  });
  return () => count;
}

/** Nothing moves any more: the address stays over what a circle would need to turn. */
async function staysAtLogin(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(/\/login\/$/);
  await expect(page.getByLabel('Email', { exact: true })).toBeEditable();
}

const places: [name: string, paths: string[]][] = [
  ['/login', ['/login']],
  ['/app', ['/app']],
  ['/login and /app', ['/login', '/app']],
];

test.describe('an invalid auth cookie of another path or domain', () => {
  for (const [name, paths] of places) {
    test(`on ${name}: the form is shown, and logging in works`, deep, async ({ page, product, context }) => {
      for (const path of paths) await leave(context, 'auth', expiredSession, path);
      await logsIn(page, product);
    });
  }

  for (const [name, paths] of [['/login', ['/login']] as const, ['/', ['/']] as const]) {
    test(
      `on ${name} and not deletable: at most one redirect to the dashboard, and logging in works`,
      deep,
      async ({ page, product }) => {
        await leaveForGood(page, 'auth', expiredSession, [...paths]);
        await logsIn(page, product);
      },
    );
  }

  async function logsIn(page: Page, product: Parameters<typeof logIn>[1]) {
    const dashboards = countDashboards(page);
    const customer = logIn(page, product, people.secondFactor);
    const before = await customer.mails();
    await page.goto('/login/');
    await staysAtLogin(page);
    expect(dashboards()).toBeLessThanOrEqual(1);
    await page.reload();
    await staysAtLogin(page);
    expect(dashboards()).toBeLessThanOrEqual(1);
    await customer.submit();
    await customer.code.fill(await customer.mailedCode(before));
    await customer.at('Dashboard');
    await page.reload();
    await customer.at('Dashboard');
    await page.goto('/login/');
    await customer.at('Dashboard');
    await customer.press('Log out');
    await staysAtLogin(page);
  }

  test('visible to the sign-up and not deletable: signing up still works', deep, async ({ page, product }) => {
    await leaveForGood(page, 'auth', expiredSession, ['/']);
    await page.goto('/login/');
    await staysAtLogin(page);
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page.getByLabel('First name')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('First name')).toBeVisible();
    const visitor = signUp(page, product);
    await visitor.createAccount();
  });
});

test.describe('a two_factor cookie of another path or domain', () => {
  test(
    'on the path of the code screen: the newest code is accepted, also after a reload',
    deep,
    async ({ page, product, context }) => {
      await leave(context, 'two_factor', deadChallenge, '/login2fa');
      await entersCode(page, product);
    },
  );

  test('on every path and not deletable: the newest code is accepted, also after a reload', async ({
    page,
    product,
  }) => {
    await leaveForGood(page, 'two_factor', deadChallenge, ['/']);
    await entersCode(page, product);
  });

  async function entersCode(page: Page, product: Parameters<typeof logIn>[1]) {
    const customer = logIn(page, product, people.secondFactor);
    const before = await customer.mails();
    await customer.open();
    await customer.submit();
    await customer.at('Enter your code');
    await page.reload();
    await customer.code.fill(await customer.mailedCode(before));
    await customer.at('Dashboard');
    await customer.press('Log out');
    await staysAtLogin(page);
  }

  test('not deletable, of an unknown login: rejected once, then a link back to the form', async ({ page }) => {
    await leaveForGood(page, 'two_factor', deadChallenge, ['/login2fa']);
    await page.goto('/login2fa/');
    await page.getByRole('button', { name: 'Resend code' }).click();
    await expect(page.locator('.banner-region [role="alert"]')).not.toBeEmpty();
    await page.getByRole('link', { name: 'Back to login' }).click();
    await staysAtLogin(page);
    await page.goto('/login2fa/');
    await expect(page.getByText('Two Factor Authentication nonce not found.')).toBeVisible();
  });
});

test.describe('consent', () => {
  const agreed = '{"cookie_consent":1,"cookie_analytics":0,"cookie_marketing":0}';
  const refused = '{"cookie_consent":0,"cookie_analytics":0,"cookie_marketing":0}';
  const question = (page: Page) => page.getByRole('heading', { name: 'Cookies on this site' });

  test('a rejection on /login beside ours: our answer is used', async ({ page, context }) => {
    await leave(context, 'consent', refused, '/login');
    await leave(context, 'consent', agreed, '/');
    await page.goto('/login/');
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(question(page)).toBeHidden();
  });

  for (const stays of [false, true]) {
    test(
      `a rejection on /login${stays ? ', not deletable' : ''}: the dialog is shown once`,
      deepUnless(stays),
      async ({ page, context }) => {
        if (stays) await leaveForGood(page, 'consent', refused, ['/login']);
        else await leave(context, 'consent', refused, '/login');
        await page.goto('/login/');
        await page.getByRole('button', { name: 'Accept all' }).click();
        await expect(question(page)).toBeHidden();
        await page.reload();
        await page.getByRole('button', { name: 'Cookie settings' }).click();
        await expect(page.getByRole('checkbox', { name: 'Analytics' })).toBeChecked();
      },
    );
  }
});
