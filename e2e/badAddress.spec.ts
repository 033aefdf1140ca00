import { deep } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { malformed, watch } from './support/inert.ts';

const all = Object.entries(malformed);

const screens = ['/login/', '/signup/', '/one-time-login/', '/sso-external/', '/recover-password/', '/contact-us/'];
const parameters = ['error', 'token', 'discount', 'l', 'curr', 'app_name', 'first_name', 'last_name', 'email'];

for (const path of screens) {
  test(`invalid values in any query parameter of ${path} have no effect`, deep, async ({ page }) => {
    const { isInert } = watch(page);
    for (const [what, text] of all) {
      const query = parameters.map((name) => `${name}=${encodeURIComponent(text.slice(0, 200))}`).join('&');
      const answer = await page.goto(`${path}?${query}`);
      expect(answer?.status(), what).toBe(200);
      await isInert(what);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    }
    await page.goto(`${path}?${parameters.map((name) => `${name}=x`).join('&')}&error=${'x'.repeat(8000)}`);
    await isInert('eight thousand characters');
    await page.goto(`${path}?l=%E0%A4%A&curr=&error=&token=&discount=%&email=%&l=de&token`);
    await isInert('broken escapes');
  });
}

test('prefilled names and e-mail are plain text in their fields, on one line and cut to the maximum length', async ({
  page,
}) => {
  const { isInert } = watch(page);
  const query = new URLSearchParams({
    first_name: `${malformed.image}\r\n\u0000`,
    last_name: malformed.long.slice(0, 1000),
    email: 'a@b.de',
  });
  await page.goto(`/signup/?${query}`);
  await expect(page.getByLabel('First name')).toHaveValue(malformed.image);
  expect((await page.getByLabel('Last name').inputValue()).length).toBeLessThanOrEqual(255);
  await expect(page.getByLabel('Work email')).toHaveValue('a@b.de');
  await isInert('the prefilled form');
});

test(
  'an e-mail address with a plus sign in a link is prefilled unchanged on every screen with an e-mail field',
  deep,
  async ({ page }) => {
    for (const path of ['/signup/', '/login/', '/recover-password/', '/es/recuperar-contrasena/']) {
      for (const plus of ['+', '%20', '%2B']) {
        await page.goto(`${path}?email=anna${plus}work@acme.example`);
        await expect(page.locator('input[name="email"]'), `${path} ${plus}`).toHaveValue('anna+work@acme.example');
      }
    }
    await page.locator('button[type="submit"]').click();
    await expect(page.getByText('anna+work@acme.example')).toBeVisible();
  },
);

const malformedCookies = ['%', '%7B', 'null', '[]', '{"user_id":{}}', 'a'.repeat(3000), '<script>', '"', '%00'];

test('invalid cookies are treated as absent', deep, async ({ page, context, product }) => {
  const { isInert } = watch(page);
  for (const value of malformedCookies) {
    await context.clearCookies();
    await context.addCookies(
      ['auth', 'device', 'two_factor', 'extini', 'consent', 'cc_cookie', 'foreign']
        .slice(0, value.length > 1000 ? 3 : 7)
        .map((name) => ({ name, value, url: product.url })),
    );
    await page.goto('/login/');
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' }), value).toBeVisible();
    await page.goto('/login2fa/');
    await expect(page.getByText('Two Factor Authentication nonce not found.'), value).toBeVisible();
    await isInert(value);
  }
});

test('invalid values in browser storage are treated as absent', deep, async ({ page }) => {
  needs('a reload that empties fields');
  const { isInert } = watch(page);
  await page.goto('/signup/');
  await page.getByLabel('First name').fill('Anna');
  await expect
    .poll(() => page.evaluate(() => Object.values(sessionStorage).join()), { message: 'what was typed is kept' })
    .toContain('Anna');
  for (const text of [
    '',
    'null',
    '[]',
    '{"token":null,"typed":{"account":7}}',
    malformed.script,
    malformed.prototype,
  ]) {
    // Written as the next document begins: a page that is left may still store what was typed.
    await page.addInitScript((value) => {
      for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, value);
      localStorage.setItem('cfg', value);
      localStorage.setItem('other', value);
    }, text);
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await isInert(text);
  }
  await page.addInitScript(() =>
    localStorage.setItem('cfg', '{"language":"xx","country_code":{},"currency_iso":"<b>","cookie_consent":"2"}'),
  );
  await page.goto('/login/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await isInert('cfg of a wrong shape');
});
