import type { Page } from 'playwright/test';
import { pressesFocusNothing } from './support/browserFaults.ts';
import { deepUnless } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { logIn, PASSWORD, people } from './support/logIn.ts';

/*
 * Browsers that say odd things of themselves: a system's own notation of a language, no language, no time zone; and
 * Safari, which does not focus what is pressed.
 */

const withLanguage = (page: Page, language: string | undefined) =>
  page.addInitScript((value) => {
    for (const name of ['language', 'languages'])
      Object.defineProperty(Navigator.prototype, name, { get: () => (name === 'language' ? value : [value]) });
  }, language);

for (const [language, words] of [
  ['en-US@posix', 'Log in'],
  ['C', 'Log in'],
  ['en_US.UTF-8', 'Log in'],
  ['pt_BR', 'Entrar'],
  ['de_DE.UTF-8@euro', 'Anmelden'],
  ['', 'Log in'],
  [undefined, 'Log in'],
] as const) {
  const isTakenAlways = language === undefined || ['en-US@posix', 'pt_BR'].includes(language);
  test(
    `navigator.language ${JSON.stringify(language)}: the app starts and shows ${words}`,
    deepUnless(isTakenAlways),
    async ({ page }) => {
      await withLanguage(page, language);
      await page.goto('/login/');
      await expect(page.getByRole('button', { name: words, exact: true })).toBeVisible();
      await expect(page.locator('.unloadable')).toHaveCount(0);
      await page.goto('/signup/');
      await expect(page.locator('input[name="first_name"]')).toBeEditable();
    },
  );
}

for (const zone of [undefined, '', 'Etc/Unknown', 'Mars/Olympus']) {
  test(
    `time zone ${JSON.stringify(zone)}: dates and times are still shown`,
    deepUnless(zone === 'Mars/Olympus'),
    async ({ page, product }) => {
      await page.addInitScript((timeZone) => {
        const { resolvedOptions } = Intl.DateTimeFormat.prototype;
        Intl.DateTimeFormat.prototype.resolvedOptions = function () {
          return { ...resolvedOptions.call(this), timeZone: timeZone as string };
        };
      }, zone);
      const customer = logIn(page, product, people.member);
      const before = await customer.mails();
      await customer.open();
      await customer.submit({ password: PASSWORD });
      await customer.code.fill(await customer.mailedCode(before));
      await customer.at('Dashboard');
      await expect(page.locator('main')).not.toContainText('Invalid DateTime');
      await expect(page.getByText(/\d{1,2} \w{3} \d{4}, \d{1,2}:\d\d/).first()).toBeVisible();
    },
  );
}

test('an error that keeps the page from starting is logged to the console, without the token of the address', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'language', {
      get: () => {
        throw new Error(`no language at ${location.href}`);
      },
    });
  });
  await page.goto('/login/?token=S3cr3tS3cr3tS3cr3t');
  await expect(page.getByRole('heading', { name: "We couldn't load this page" })).toBeVisible();
  expect(errors.join('\n')).toContain('no language at');
  expect(errors.join('\n')).not.toContain('S3cr3t');
});

test.describe('in a browser that does not focus what is pressed', () => {
  test.beforeEach(({ page }) => {
    needs('the focus of Safari');
    return pressesFocusNothing(page);
  });

  /** A press as slow as a person's: what moves meanwhile is missed. */
  const pressSlowly = async (page: Page, name: string) => {
    await page.getByRole('link', { name, exact: true }).hover();
    await page.mouse.down();
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
    await page.mouse.up();
  };

  test('a link that is pressed from an empty field is not pushed away by the error of the field', async ({ page }) => {
    await page.goto('/login/');
    await expect(page.locator('html')).toHaveAttribute('data-hydrated');
    await page.getByLabel('Email', { exact: true }).click();
    await pressSlowly(page, 'Forgot password?');
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  });

  test('an empty field that is left for nothing in particular still shows its error', async ({ page }) => {
    await page.goto('/login/');
    await expect(page.locator('html')).toHaveAttribute('data-hydrated');
    await page.getByLabel('Email', { exact: true }).click();
    await page.getByRole('heading', { name: 'Log in' }).click();
    await expect(page.getByText('This value should not be blank.')).toBeVisible();
  });

  test('the language menu that was opened with the keyboard takes a press', async ({ page }) => {
    await page.goto('/login/');
    await expect(page.locator('html')).toHaveAttribute('data-hydrated');
    await page.getByRole('button', { name: 'English (USD)' }).press('Enter');
    await pressSlowly(page, 'Deutsch German (EUR)');
    await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  });
});
