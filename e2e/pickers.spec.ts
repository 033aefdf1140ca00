import type { Locator, Page } from 'playwright/test';
import { deep } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { registrationAtNumber } from './support/registration.ts';
import { firstOption, newEmail, signUp } from './support/signUp.ts';

/** The longest list of areas that is shown at once. */
const BRAZIL = 5651;

/** Milliseconds from a key or a click to the next picture, as the page itself measures them. */
const timeOf = async (page: Page, act: () => Promise<unknown>) => {
  await page.evaluate(() => {
    const state = window as unknown as { took: Promise<number> };
    state.took = new Promise((done) => {
      const once = ({ timeStamp }: Event) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => done(performance.now() - timeStamp);
          channel.port2.postMessage(null);
        });
        for (const type of ['keydown', 'click']) removeEventListener(type, once, { capture: true });
      };
      for (const type of ['keydown', 'click']) addEventListener(type, once, { capture: true });
    });
  });
  await act();
  return page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
};

const elementsIn = (box: Locator) =>
  box.evaluate((input) => input.closest('.combo')?.querySelectorAll('*').length ?? 0);

/** The index of the line in the middle of the visible part of a list; 0 if there is none. */
const lineInTheMiddle = (list: Locator) =>
  list.evaluate((box) => {
    const { x, y, width, height } = box.getBoundingClientRect();
    const line = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[role="option"]');
    return Number(line?.getAttribute('aria-posinset') ?? 0);
  });

test('5,651 areas are rendered with few elements, and a message beside the list keeps its scroll position', async ({
  page,
  product,
}) => {
  needs('the protocol of Chromium');
  const visitor = signUp(page, product, newEmail());
  await visitor.resume(await registrationAtNumber(product, visitor.email));
  await page.getByLabel('Country').selectOption('BR');
  await page.getByLabel('Number type').selectOption('G');
  const box = page.getByRole('combobox', { name: 'Area (city) code' });
  await expect(box).toBeEnabled();

  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const counts: number[] = [];
  const opened = await timeOf(page, () => box.click());
  const list = page.getByRole('listbox', { name: 'Options' });
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', String(BRAZIL));
  counts.push(await elementsIn(box));
  const keys: number[] = [];
  for (const key of [...'sao jo', ...Array(6).fill('Backspace'), 'End']) {
    keys.push(await timeOf(page, () => page.keyboard.press(key)));
    counts.push(await elementsIn(box));
  }
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const [median = 0] = keys.toSorted((one, other) => one - other).slice(keys.length / 2);
  console.log(
    `5,651 areas at a quarter of the speed: open ${opened.toFixed()} ms, a key ${median.toFixed()} ms (median)`,
  );
  expect(Math.max(...counts)).toBeLessThan(120);

  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await list.hover();
  await page.mouse.wheel(0, 100_000);
  const place = () => list.evaluate(({ scrollTop }) => scrollTop);
  await expect.poll(place).toBeGreaterThan(50_000);
  await expect.poll(() => lineInTheMiddle(list)).toBeGreaterThan(1000);
  const before = await place();
  await expect(page.getByText(`${BRAZIL.toLocaleString('en')} options`)).toBeAttached();
  expect(await place()).toBe(before);
  expect(await elementsIn(box)).toBeLessThan(120);

  // When it is opened again, it starts at the top.
  await page.keyboard.press('Escape');
  await box.click();
  await expect(list.locator('[aria-posinset="1"]')).toBeInViewport();
});

test(
  'options of two lines do not overlap, whatever was rendered in their place before',
  deep,
  async ({ page, product }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    const visitor = signUp(page, product, newEmail());
    await visitor.resume(await registrationAtNumber(product, visitor.email));
    await page.getByLabel('Country').selectOption('DE');
    await page.getByLabel('Number type').selectOption('G');
    const box = page.getByRole('combobox', { name: 'Area (city) code' });
    await expect(box).toBeEnabled();
    const edges = () =>
      page
        .getByRole('listbox')
        .getByRole('option')
        .evaluateAll((options) =>
          options.map((option) => option.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom] as const),
        );
    await box.click();
    for (const typed of ['muench', 'muenchen', 'kreis', 'm']) {
      await box.fill(typed);
      await expect
        .poll(async () => (await edges()).some(([top], index, all) => top < (all[index - 1]?.[1] ?? 0) - 1), typed)
        .toBe(false);
    }
  },
);

test('at 320 px nothing covers an option of an open list', async ({ page, product }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const visitor = signUp(page, product, newEmail());
  await visitor.resume(await registrationAtNumber(product, visitor.email));
  await expect(page.locator('.number-card').first()).toBeVisible();
  for (const name of ['Area (city) code', 'Number']) {
    await page.getByRole('combobox', { name, exact: true }).click();
    const list = page.getByRole('listbox');
    await expect(list.getByRole('option').first()).toBeVisible();
    const covered = await list.evaluate((box) => {
      const { top, bottom } = box.getBoundingClientRect();
      return [...box.querySelectorAll('[role="option"]')].filter((option) => {
        const { x, y, width, height } = option.getBoundingClientRect();
        const middle = y + height / 2;
        const isSeen = middle > top && middle < Math.min(bottom, innerHeight);
        return isSeen && !option.contains(document.elementFromPoint(x + width / 2, middle));
      }).length;
    });
    expect(covered, name).toBe(0);
    await page.keyboard.press('Escape');
  }
});

test('a list that opens at the end of the window comes into view', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto(`/signup/?token=${await registrationAtNumber(product, newEmail())}`);
  await expect(page.locator('.number-card').first()).toBeVisible();
  const area = page.getByRole('combobox', { name: 'Area (city) code' });
  await area.evaluate((field) => field.scrollIntoView({ block: 'end' }));
  await area.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeInViewport({ ratio: 1 });
});

test('a press that opens the list selects the chosen text, so that typing replaces it', async ({ page, product }) => {
  const visitor = signUp(page, product, newEmail());
  await visitor.resume(await registrationAtNumber(product, visitor.email));
  const box = page.getByRole('combobox', { name: 'Area (city) code' });
  await expect(box).toHaveValue(/New York/);
  await box.click();
  await page.keyboard.press('Escape');
  await box.click();
  await page.keyboard.type('Buffalo');
  await expect(firstOption(page, 'Buffalo')).toBeVisible();
});

test('Tab leads from an open list to the next control', async ({ page, product }) => {
  const visitor = signUp(page, product, newEmail());
  await visitor.resume(await registrationAtNumber(product, visitor.email));
  const box = page.getByRole('combobox', { name: 'Area (city) code' });
  await expect(page.locator('.number-card').first()).toBeVisible();
  await box.click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.locator('.number-card').first()).toBeFocused();
});
