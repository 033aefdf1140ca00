import type { Locator, Page } from 'playwright/test';
import { deep, deepUnless } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { registrationAtBilling } from './support/registration.ts';
import type { ProductServer } from './support/server.ts';
import { cards, headings, signUp } from './support/signUp.ts';
import { fillSilently } from './support/silentFill.ts';

async function openBilling(page: Page, product: ProductServer) {
  const visitor = signUp(page, product);
  await visitor.resume(await registrationAtBilling(product, visitor.email));
  await visitor.at(headings.billing);
  return { ...visitor, number: page.getByLabel('Card number') };
}

const write = (field: Locator, text: string) =>
  field.evaluate((input: HTMLInputElement, value) => {
    input.value = value;
  }, text);
const dispatch = (field: Locator, ...types: string[]) =>
  field.evaluate((input, names) => {
    for (const name of names) input.dispatchEvent(new Event(name, { bubbles: true }));
  }, types);

/** Every way in which a whole value comes into a field. */
const fillers: Record<string, (field: Locator, text: string, page: Page) => Promise<void>> = {
  'a script with events': async (field, text) => {
    await write(field, text);
    await dispatch(field, 'input', 'change');
  },
  'a script with a change event only': async (field, text) => {
    await write(field, text);
    await dispatch(field, 'change');
  },
  'a script without events': async (field, text) => {
    await field.focus();
    await write(field, text);
    await field.blur();
  },
  'select all and paste': async (field, text, page) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await field.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+v');
  },
  'a keyboard’s suggestion over everything': async (field, text, page) => {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  },
  'an input method over everything': async (field, text, page) => {
    needs('the protocol of Chromium');
    const keyboard = await page.context().newCDPSession(page);
    await field.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await keyboard.send('Input.insertText', { text });
  },
};

const numbers = [
  ['4242424242424242', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
] as const;

for (const [filler, fill] of Object.entries(fillers)) {
  test(
    `complete values entered by ${filler}, over equal and different values, stay complete`,
    deepUnless(/without|paste/.test(filler)),
    async ({ page, product, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const { number } = await openBilling(page, product);
      for (const [text, shown] of [...numbers, ...numbers].flatMap((each) => [each, each])) {
        await fill(number, text, page);
        await expect(number).toHaveValue(shown);
        await fill(number, shown, page);
        await expect(number).toHaveValue(shown);
      }
      const others = [
        ['Expiry month (MM)', '12', '12'],
        ['Expiry year (YY)', '31', '31'],
        ['Expiry year (YY)', '2031', '31'],
        ['Security code', '1234', '1234'],
        ['Postal code', 'sw1a 1aa', 'SW1A 1AA'],
      ] as const;
      for (const [label, text, shown] of others.flatMap((each) => [each, each])) {
        const field = page.getByLabel(label, { exact: true });
        await fill(field, text, page);
        await expect(field).toHaveValue(shown);
      }
    },
  );
}

test('a card number dragged into the field replaces its content', deep, async ({ page, product }) => {
  needs('dragging of text');
  const { number } = await openBilling(page, product);
  await number.fill('5555 5555 5555 4444');
  await page.getByLabel('Cardholder name').fill('4242424242424242');
  await page.getByLabel('Cardholder name').selectText();
  await page.getByLabel('Cardholder name').dragTo(number);
  await expect(number).toHaveValue('4242 4242 4242 4242');
});

for (const way of ['a script with events', 'a script without events'] as const) {
  test(
    `after a declined card, another one entered by ${way} is sent by the first press`,
    deep,
    async ({ page, product }) => {
      const visitor = await openBilling(page, product);
      await visitor.enterCard(cards.isDeclined);
      await visitor.press('Start trial');
      await expect(visitor.number).toBeFocused();
      await expect(page.getByLabel('Security code')).toHaveValue('');
      const fill = fillers[way] ?? (async () => {});
      for (let times = 0; times < 2; times += 1) await fill(visitor.number, cards.passes, page);
      await expect(visitor.number).toHaveValue('4242 4242 4242 4242');
      await fill(page.getByLabel('Security code'), '123', page);
      await visitor.press('Start trial');
      await visitor.isLoggedIn();
    },
  );
}

test(
  'a number that a password manager sets twice without events is sent by the next press',
  deep,
  async ({ page, product }) => {
    const visitor = await openBilling(page, product);
    await visitor.enterCard(cards.passes);
    await fillSilently(page, { card_number: cards.passes, card_cvv: '123' });
    await visitor.press('Start trial');
    await visitor.isLoggedIn();
  },
);

test('undo and redo restore only numbers that were in the field before', deep, async ({ page, product }) => {
  const { number } = await openBilling(page, product);
  await number.pressSequentially('42424242');
  await number.press('ControlOrMeta+a');
  await number.press('Delete');
  await number.pressSequentially('5555444');
  for (const keys of ['ControlOrMeta+z', 'ControlOrMeta+Shift+z', 'ControlOrMeta+z', 'ControlOrMeta+y']) {
    for (let press = 0; press < 10; press += 1) await number.press(keys);
    await expect(number).toHaveValue('5555 444');
  }
});

test('where there is room, month, year and code have labels of one line, and fields on one line', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openBilling(page, product);
  const row = await page.locator('.card-row').evaluate((element) => {
    const heights = (selector: string) =>
      [...element.querySelectorAll(selector)]
        .map((part) => part.getBoundingClientRect())
        .map(({ top, height }) => [top, height]);
    return { labels: heights('label'), fields: heights('.input') };
  });
  for (const parts of Object.values(row)) expect(new Set(parts.map(String)).size).toBe(1);
  expect(row.labels).toHaveLength(3);
  expect(row.labels[0]?.[1]).toBeLessThan(30);
});

test('a sentence about the security code has the room of the row', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { number } = await openBilling(page, product);
  await number.fill('378282246310005');
  await page.getByLabel('Expiry month (MM)').fill('12');
  await page.getByLabel('Expiry year (YY)').fill('31');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Cardholder name').focus();
  const error = page.locator('.field-error', { hasText: 'American Express' });
  await expect(error).toBeVisible();
  expect(await error.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(50);
});
