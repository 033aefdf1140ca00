import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { deep } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';

const SECRET = 'not the green phone box';

/** The map with the login in its frame, which has reported its flows. */
async function openLive(page: Page) {
  await page.goto('/flows/#view=live');
  const app = page.frameLocator('iframe[title="The app"]');
  await expect(app.getByLabel('Email')).toBeVisible();
  await expect(activeState(page, 'auth.credentials')).toBeVisible();
  return app;
}

const activeState = (page: Page, state: string) => page.locator(`.is-active[data-state="${state}"]`);
const log = (page: Page) => page.getByRole('log', { name: 'Events' });

/** Chooses a path of the shown flow that has several steps. */
async function playLongPath(page: Page) {
  const paths = page.getByLabel('Play a path of the tests');
  const long = paths.locator('option').filter({ hasText: /· [3-9] steps|· \d\d steps/ });
  await paths.selectOption((await long.first().textContent()) ?? '');
}

test('a failed login is shown live: state and transition highlighted, events listed, no secrets', async ({ page }) => {
  const app = await openLive(page);
  await app.getByLabel('Email').fill('owner@example.com');
  await app.getByLabel('Password', { exact: true }).fill(SECRET);
  await app.getByRole('button', { name: 'Log in', exact: true }).click();

  await expect(log(page)).toContainText('error login');
  await expect(activeState(page, 'auth.credentials')).toBeVisible();
  await expect(page.locator('.is-taken[data-arrow="auth.loggingIn —error login→ credentials"]')).toBeVisible();
  await log(page).getByText('error login').click();
  await expect(log(page)).toContainText('AU1001');
  await page.getByText('Context of auth').click();
  await expect(page.getByText('"email": "owner@example.com"').last()).toBeVisible();
  await expect(page.getByText('•••').first()).toBeAttached();
  expect(await page.content()).not.toContain(SECRET);
});

test('on the live drawing a state lists the events it accepts', deep, async ({ page }) => {
  await openLive(page);
  await page.getByRole('button', { name: /^loggingIn/ }).press('Enter');
  const side = page.getByRole('complementary', { name: 'What happens' });
  await expect(side.getByRole('heading', { name: 'loggingIn' })).toBeVisible();
  await expect(side).toContainText('isNotConfirmed');
});

test('an event sent from the map reaches the flow, and the app shows the result', deep, async ({ page }) => {
  const app = await openLive(page);
  const send = page.locator('form').filter({ hasText: 'Send auth an event' });
  await send.getByLabel('Event').selectOption('CHANGE');
  await send.getByLabel(/^Payload/).fill('no JSON');
  await send.getByRole('button', { name: 'Send' }).click();
  await expect(send.getByRole('alert')).toBeVisible();
  await send.getByLabel(/^Payload/).fill('{"change": {"email": "by@hand.example"}}');
  await send.getByRole('button', { name: 'Send' }).click();
  await expect(app.getByLabel('Email')).toHaveValue('by@hand.example');
});

test('the map shows an app in a separate window, the sign-up included', deep, async ({ page }) => {
  await openLive(page);
  await page.getByLabel('Page').selectOption('Sign-up');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open in a window' }).click();
  const app = await opened;
  await expect(app.getByLabel('First name')).toBeVisible();
  await app.getByLabel('First name').fill('Ann');
  await expect(log(page)).toContainText('CHANGE');
  await expect(page.getByRole('button', { name: /^account editing/ })).toBeVisible();

  await app.close();
  await expect(page.getByText('Waiting for the app …')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: /^account editing/ })).toBeVisible();
});

test('events after Clear are listed, those of a reloaded page too', deep, async ({ page }) => {
  const app = await openLive(page);
  await app.getByLabel('Email').fill('ann@acme.example');
  await expect(log(page)).toContainText('CHANGE');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(log(page)).not.toContainText('CHANGE');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(log(page)).toContainText('start auth → credentials');
});

test('a path that the flow no longer takes, or a wrong address, leaves the map usable', deep, async ({ page }) => {
  const plan = readFileSync('tests/machines/golden/recovery.plan', 'utf8');
  const other = plan.replaceAll('requestReset', 'requestOther');
  await page.route('**/assets/recovery-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `export default ${JSON.stringify(other)}` }),
  );
  await page.goto('/flows/#flow=recovery&path=1');
  await expect(page.getByRole('alert')).toContainText('no longer takes this path');
  await page.goto('/flows/#50%');
  await expect(page.getByRole('button', { name: /^credentials, credentials/ })).toBeVisible();
});

test('search, selection, reading and playback work by keyboard', deep, async ({ page }) => {
  await page.goto('/flows/');
  await expect(page.getByRole('button', { name: /^credentials, credentials/ })).toBeVisible();
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('isNotConfirmed');
  await expect(page.getByRole('status').filter({ hasText: /\d found/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const about = page.getByRole('complementary', { name: 'About this flow' });
  await expect(about).toContainText('isNotConfirmed');

  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: /^loggingIn/ }).focus();
  await page.keyboard.press('Enter');
  await expect(about.getByRole('heading', { name: 'loggingIn' })).toBeVisible();

  const sheet = page.getByRole('region', { name: 'Canvas' });
  const width = async () => (await page.locator('.chart').boundingBox())?.width ?? 0;
  const before = await width();
  await sheet.focus();
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(before);
  await page.keyboard.press('0');
  await expect.poll(width).toBeLessThan(before);
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowDown');
  await page.getByText('Legend and keys').focus();
  await page.keyboard.press('Enter');
  await expect(about).toContainText('any active state of the group');

  await playLongPath(page);
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Step 1 of/)).toBeVisible();
  await expect(page.locator('.chart-state.is-active')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByText(/^Step 0 of/)).toBeVisible();
});

test('a flow is saved as SVG and as PNG of twice its size, in the palette that is shown', deep, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/flows/#recovery');
  await expect(page.locator('[data-state="recovery.editing"]')).toBeVisible();
  const saved = async (kind: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Save as ${kind}` }).click();
    const file = await download;
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  };
  const svg = await saved('SVG');
  const png = await saved('PNG');
  expect([svg.name, png.name]).toEqual(['recovery.svg', 'recovery.png']);
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg.content.toString()) ?? [];

  // Read by the browser: of the right size, dark, and with something drawn on it.
  const picture = await page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const sheet = new OffscreenCanvas(image.width, image.height).getContext('2d');
      sheet?.drawImage(image, 0, 0);
      const pixels = new Uint32Array(sheet?.getImageData(0, 0, image.width, image.height).data.buffer ?? []);
      const page = pixels[0] ?? 0;
      const drawn = pixels.filter((pixel) => pixel !== page).length / pixels.length;
      return { size: [image.width, image.height], red: page & 255, drawn };
    },
    [...png.content],
  );
  expect(picture.size).toEqual([Number(width), Number(height)].map((side) => Math.ceil(side * 2)));
  expect(picture.red).toBeLessThan(64);
  expect(picture.drawn).toBeGreaterThan(0.05);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the map is accessible (${colorScheme})`, deep, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/flows/');
    await playLongPath(page);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.locator('.chart-state.is-active')).toHaveCount(1);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))])).toEqual([]);
  });
}

test('on a phone nothing is wider than the page', deep, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const view of ['flows', 'live', 'gallery']) {
    await page.goto(`/flows/#view=${view}`);
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
    await expect(page.locator('main, .canvas').first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});
