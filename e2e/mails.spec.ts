import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { languages } from '#domain/constants.ts';
import { renderEmail } from '#server/mail/renderEmail.ts';
import { emailTemplates } from '#server/messages/emails.ts';
import { settings } from '#settings';
import { contrast } from '#tests/support/contrast.ts';
import { deep, deepUnless } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';

/** A link as long as they come. */
const values = { code: '012345', date: '2025-04-05', person: 'Ann', link: { token: 'x'.repeat(43) } };
const context = { settings, publicUrl: 'https://phone.example' };
const kinds = Object.keys(emailTemplates) as (keyof typeof emailTemplates)[];

/** Texts that the page draws with a contrast below 4.5:1, and a page that is wider than the window. */
async function faults(page: Page): Promise<string[]> {
  const { texts, width } = await page.evaluate(() => {
    const hex = (colour: string) =>
      `#${(colour.match(/[\d.]+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
    const groundOf = (element: Element | null): string => {
      if (!element) return matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#ffffff';
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : hex(backgroundColor);
    };
    const drawn = [...document.body.querySelectorAll('*')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
    );
    return {
      texts: drawn.map((element) => ({
        text: element.textContent?.slice(0, 40),
        ink: hex(getComputedStyle(element).color),
        ground: groundOf(element),
      })),
      width: document.documentElement.scrollWidth,
    };
  });
  expect(texts.length).toBeGreaterThan(2);
  const faint = texts.filter(({ ink, ground }) => !(contrast(ink, ground) >= 4.5));
  return [
    ...(width > 320 ? [`${width} px wide`] : []),
    ...faint.map(({ text, ink, ground }) => `“${text}” is ${ink} on ${ground}`),
  ];
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in a ${colorScheme} client of 320 px`, () => {
    test.use({ colorScheme, viewport: { width: 320, height: 640 } });

    test('every mail is readable in every language', deep, async ({ page }) => {
      if (colorScheme === 'dark') needs('the scheme of a page without an address');
      const found: string[] = [];
      for (const kind of kinds) {
        for (const language of languages) {
          await page.setContent(renderEmail({ kind, values }, language, context).html);
          found.push(...(await faults(page)).map((fault) => `${kind}, ${language}: ${fault}`));
        }
      }
      expect(found).toEqual([]);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const [, light, dark] =
        /--paper: light-dark\((#\w+), (#\w+)\)/.exec(readFileSync('src/ui/tokens.css', 'utf8')) ?? [];
      const paper = colorScheme === 'dark' ? dark : light;
      const parts = (paper ?? '').match(/\w\w/g) ?? [];
      expect(ground).toBe(`rgb(${parts.map((part) => Number.parseInt(part, 16)).join(', ')})`);
    });

    test('the inbox is readable', deepUnless(colorScheme === 'dark'), async ({ page, product }) => {
      for (const email of ['owner@example.com', 'member@example.com']) {
        await page.request.post(`${product.url}/v1/phone/password`, { data: { email } });
        await product.nextMail(email);
      }
      await page.goto('/inbox');
      await expect(page.getByRole('article').nth(1)).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await page.getByRole('article').first().getByRole('link').click();
      await expect(page.getByRole('link', { name: 'Back to inbox' })).toBeVisible();
      await expect(page.getByRole('article').first()).toBeHidden();
      expect(await faults(page)).toEqual([]);
    });
  });
}

test('the inbox shows a mail that comes while it is being loaded, and one that comes later', async ({
  page,
  product,
}) => {
  await page.request.post(`${product.url}/inbox/delete`, { form: { mail: 'all' } });
  const requestReset = async (email: string) => {
    const { length } = await product.mails(email);
    await page.request.post(`${product.url}/v1/phone/password`, { data: { email } });
    await product.nextMail(email, length);
  };
  await page.route(
    '**/inbox',
    async (route) => {
      const response = await route.fetch();
      await requestReset('owner@example.com');
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.goto('/inbox');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('searchbox').focus();
  await requestReset('member@example.com');
  await page.getByRole('link', { name: 'Show new emails' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});
