import { expect, test } from './support/fixtures.ts';
import { newEmail, PASSWORD } from './support/signUp.ts';

test('a step comes with its screen and its messages while the step before is filled in', async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) files.push(pathname);
  });
  await page.goto('/de/signup/');
  await page.locator('[name=first_name]').fill('Anna');
  await page.locator('[name=last_name]').fill('Berg');
  await page.locator('[name=email]').fill(newEmail());
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[name=terms]').check();
  await expect.poll(() => files.some((file) => /\/VerificationStep-/.test(file))).toBe(true);
  expect(files.some((file) => /\/BillingStep-/.test(file))).toBe(false);

  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('E-Mail-Adresse bestätigen');
});
