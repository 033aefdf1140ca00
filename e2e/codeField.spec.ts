import { expect, type Page } from 'playwright/test';
import { inFirefox } from '../tools/browsers.ts';
import { deep } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { test } from './support/fixtures.ts';

/** The code screen after a login, with a server that takes no code: what is sent is noted. */
async function openCode(page: Page) {
  const sent: string[] = [];
  const code = page.getByLabel('Six-digit code');
  await page.route('**/v1/phone/login', (route) =>
    route.fulfill({ status: 202, json: { nonce: 'n1', message: 'A code was sent.' } }),
  );
  await page.route('**/v1/phone/login2fa', async (route) => {
    // Where no body is shown, what the field holds meanwhile.
    sent.push(inFirefox ? await code.inputValue() : route.request().postDataJSON().code);
    return route.abort();
  });
  await page.goto('/login/');
  await page.getByLabel('Email', { exact: true }).fill('anna@example.com');
  await page.getByLabel('Password', { exact: true }).fill('green phone box');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(code).toBeVisible();

  /** Where a box is in the window. */
  const centre = async (box: number, across = 0.5) => {
    const place = await page
      .locator('.code-box')
      .nth(box - 1)
      .boundingBox();
    if (!place) throw new Error('The box is not seen');
    return [place.x + place.width * across, place.y + place.height / 2] as const;
  };
  return {
    code,
    sent,
    centre,
    click: async (box: number, across?: number) => page.mouse.click(...(await centre(box, across))),
    tap: async (box: number) => page.touchscreen.tap(...(await centre(box))),
    /** Starts again with these digits. */
    begin: async (digits: string) => {
      await code.press('ControlOrMeta+a');
      await code.press('Delete');
      await code.pressSequentially(digits);
      await expect(code).toHaveValue(digits);
    },
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    },
  };
}

test('after the login the labelled code field has the focus, so digits typed at once are not lost', async ({
  page,
}) => {
  const { code } = await openCode(page);
  await expect(code).toBeFocused();
  await page.keyboard.type('123');
  await expect(code).toHaveValue('123');
  await expect(code).toHaveAccessibleDescription(/^Enter your code We sent a six-digit code to anna@example\.com\./);
});

test('a click anywhere in a box places the caret at its digit, the first time and later', deep, async ({ page }) => {
  const { code, begin, click, press, sent } = await openCode(page);
  await begin('12345');
  await page.getByRole('link', { name: 'Back to login' }).focus();
  for (const across of [0.5, 0.05, 0.95]) {
    await begin('12345');
    await click(2, across);
    await press('9');
    await expect(code).toHaveValue('19345');
    await press('8');
    await expect(code).toHaveValue('19845');
  }
  await page.getByRole('link', { name: 'Back to login' }).focus();
  await click(1);
  await press('7');
  await expect(code).toHaveValue('79845');
  await click(6);
  await press('Backspace');
  await expect(code).toHaveValue('7984');
  await click(2);
  await press('Backspace', '1');
  await expect(code).toHaveValue('7184');
  await click(3);
  await press('Backspace', 'Backspace');
  await expect(code).toHaveValue('74');
  await press('5', '6');
  await expect(code).toHaveValue('7564');
  await click(2);
  await press('Delete', 'Delete');
  await expect(code).toHaveValue('74');
  expect(sent).toEqual([]);
});

test('arrow keys, Home and End move between boxes; Shift extends the selection', deep, async ({ page }) => {
  const { code, begin, press } = await openCode(page);
  const rows: [string[], string][] = [
    [['ArrowLeft', '9'], '12349'],
    [['ArrowLeft', 'ArrowLeft', '9', '8'], '12398'],
    [['Home', '9'], '92345'],
    [['Home', 'ArrowRight', '9'], '19345'],
    [['Home', 'ArrowRight', 'ArrowRight', 'ArrowLeft', '9'], '19345'],
    [['Home', 'ArrowRight', 'Backspace'], '1345'],
    [['Home', 'ArrowRight', 'Backspace', '9'], '19345'],
    [['Home', 'ArrowRight', 'Delete', '9'], '19345'],
    [['Home', 'a', 'ArrowRight', '9'], '19345'],
    [['Home', 'Shift+End', '9'], '9'],
    [['Home', 'ArrowRight', 'Shift+ArrowRight', '9'], '1945'],
    [['ArrowUp', '9'], '92345'],
    [['ControlOrMeta+a', '9'], '9'],
  ];
  for (const [keys, left] of rows) {
    await begin('12345');
    await press(...keys);
    expect([keys.join(' '), await code.inputValue()]).toEqual([keys.join(' '), left]);
  }
});

test('a partly typed code reached by Tab continues at its end', deep, async ({ page }) => {
  const { code, begin, press } = await openCode(page);
  await begin('123');
  await press('Tab', 'Shift+Tab');
  await expect(code).toBeFocused();
  await press('4');
  await expect(code).toHaveValue('1234');
});

test('typing at a caret set by a script between two digits replaces the digit after it', deep, async ({ page }) => {
  const { code, begin } = await openCode(page);
  await begin('12345');
  await code.evaluate((field: HTMLInputElement) => field.setSelectionRange(1, 1));
  await page.keyboard.press('9');
  await expect(code).toHaveValue('19345');
});

test('dragging over boxes selects, and typing replaces the selection', deep, async ({ page }) => {
  const { code, begin, centre } = await openCode(page);
  await begin('12345');
  await page.mouse.move(...(await centre(2)));
  await page.mouse.down();
  await page.mouse.move(...(await centre(4)), { steps: 5 });
  await page.mouse.up();
  await page.keyboard.press('9');
  await expect(code).toHaveValue('1945');
});

test('a triple click selects every digit, and typing replaces them', deep, async ({ page }) => {
  needs('several clicks in a row');
  const { code, begin, centre } = await openCode(page);
  await begin('12345');
  await page.mouse.click(...(await centre(2)), { clickCount: 3 });
  await page.keyboard.press('7');
  await expect(code).toHaveValue('7');
});

test('a double click on a box selects its digit, as a single click does', deep, async ({ page }) => {
  const { code, begin, centre } = await openCode(page);
  await begin('12345');
  await page.mouse.dblclick(...(await centre(2)));
  await page.keyboard.press('9');
  await expect(code).toHaveValue('19345');
});

test('undo and redo restore only codes that were in the field before', deep, async ({ page }) => {
  const { code, begin, press, click, sent } = await openCode(page);
  await begin('12345');
  await begin('6789');
  await press('ControlOrMeta+z');
  await expect(code).toHaveValue('6789');
  await press('ControlOrMeta+Shift+z', 'ControlOrMeta+y', 'ControlOrMeta+z', 'ControlOrMeta+z');
  await expect(code).toHaveValue('6789');
  await click(2);
  await press('Backspace', 'ControlOrMeta+z', '0');
  await expect(code).toHaveValue('6089');
  expect(sent).toEqual([]);
});

test('a full code that was not accepted is corrected in place and sent again', deep, async ({ page }) => {
  const { code, sent, click } = await openCode(page);
  await code.pressSequentially('123456');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  await expect(code).toHaveValue('123456');
  await page.keyboard.press('7');
  await expect(code).toHaveValue('123456');
  await click(2);
  await page.keyboard.press('9');
  await expect.poll(() => sent).toEqual(['123456', '193456']);
  await expect(code).toHaveValue('193456');
  await click(6);
  await page.keyboard.press('0');
  await expect.poll(() => sent).toEqual(['123456', '193456', '193450']);
});

test('a code pasted into the middle fills from that position; a complete code replaces everything', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { code, begin, click, sent } = await openCode(page);
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('ControlOrMeta+v');
  };
  await begin('12345');
  await click(2);
  await paste('98');
  await expect(code).toHaveValue('19845');
  await click(2);
  await paste('Your code: 654 321.');
  await expect.poll(() => sent).toEqual(['654321']);
});

test('a code set by a script is accepted, with an event or without', async ({ page }) => {
  const { code, sent } = await openCode(page);
  await code.evaluate((field: HTMLInputElement) => {
    field.value = '123456';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect.poll(() => sent).toEqual(['123456']);
  await expect(code).not.toHaveAttribute('readonly');
  await code.evaluate((field: HTMLInputElement) => {
    field.value = '654321';
  });
  await page.getByRole('button', { name: 'Verify and log in' }).focus();
  await expect.poll(() => sent).toEqual(['123456', '654321']);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 700 } });
  test.beforeEach(() => needs('a touch screen'));

  test('a tap on a box places the caret at its digit', deep, async ({ page }) => {
    const { code, begin, tap, press } = await openCode(page);
    await begin('12345');
    await tap(2);
    await press('9');
    await expect(code).toHaveValue('19345');
    await tap(4);
    await press('Backspace', '8');
    await expect(code).toHaveValue('19385');
    await tap(6);
    await press('Backspace');
    await expect(code).toHaveValue('1938');
  });

  test('input methods replace the digit of the selected box', deep, async ({ page, context }) => {
    const { code, begin, tap } = await openCode(page);
    const keyboard = await context.newCDPSession(page);
    await begin('12345');
    await tap(2);
    await keyboard.send('Input.imeSetComposition', { text: '9', selectionStart: 1, selectionEnd: 1 });
    await keyboard.send('Input.insertText', { text: '9' });
    await expect(code).toHaveValue('19345');
  });
});
