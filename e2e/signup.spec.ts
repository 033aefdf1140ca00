import type { Page } from 'playwright/test';
import { withoutCookies } from './support/browserFaults.ts';
import { cookieNames } from './support/cookies.ts';
import { deep } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { registrationAtBilling } from './support/registration.ts';
import { codeIn, type Mail, type ProductServer } from './support/server.ts';
import {
  cards,
  firstOption,
  headings,
  newEmail,
  PASSWORD,
  type SignUp,
  signUp,
  walkToBilling,
} from './support/signUp.ts';

/** Continues at the card with a registration that was started elsewhere: §2, the token in the address identifies it. */
async function openBilling(visitor: SignUp, product: ProductServer) {
  await visitor.resume(await registrationAtBilling(product, visitor.email));
  await visitor.at(headings.billing);
}

/** What a screen reader can come to: names in the browser's own accessibility tree. */
async function accessibleNames(page: Page): Promise<unknown[]> {
  needs('the protocol of Chromium');
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes.filter(({ ignored }) => !ignored).map(({ name }) => name?.value);
}

test('a visitor signs up and is logged in automatically', async ({ page, product, context }) => {
  const visitor = signUp(page, product);
  await walkToBilling(visitor);
  await expect(page).toHaveURL(/[?&]token=/);
  await visitor.enterCard(cards.passes);
  await visitor.press('Start trial');
  await visitor.isLoggedIn();
  await expect.poll(() => cookieNames(context)).toContain('auth');
  await page.goto('/signup/');
  await visitor.isLoggedIn();
});

test('after the last step it is said once that the customer is being logged in', async ({ page, product }) => {
  await page.route('**/registrations/*/token', () => {});
  const visitor = signUp(page, product);
  await visitor.resume(await registrationAtBilling(product, visitor.email));
  await visitor.enterCard(cards.passes);
  await visitor.press('Start trial');
  await visitor.banner('Registration successful. Logging in...');
  await expect(page.getByText('Logging you in')).toBeHidden();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Logging you in')).toBeVisible();
});

test('the order summary shows every line, and nothing is due today', async ({ page, product }) => {
  const visitor = signUp(page, product);
  await page.setViewportSize({ width: 1280, height: 900 });
  await visitor.open();
  await visitor.createAccount();
  await visitor.verify();
  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect(summary.getByText('Number setup fee')).toBeVisible();
  await visitor.chooseNumber('DE', 'Bonn');
  await page.getByLabel('Users', { exact: true }).fill('3');
  await page.getByLabel('CX add-ons').fill('2');
  const amount = async (line: string) => {
    const text = await summary.locator('.order-line', { hasText: line }).locator('dd').first().textContent();
    return Number((text ?? '').replace(/[^\d.]/g, ''));
  };
  await expect.poll(() => amount('CX add-on monthly fee')).toBeGreaterThan(0);
  expect(await amount('Users')).toBe(3);
  const lines = ['Users monthly fee', 'Number setup fee', 'Number monthly fee', 'CX add-on monthly fee'];
  const parts = await Promise.all(lines.map(amount));
  expect(await amount('Total excluding taxes')).toBeCloseTo(
    parts.reduce((sum, part) => sum + part, 0),
    2,
  );
  expect(await amount('Due today')).toBe(0);
  await expect(summary.getByText(/^Due on /)).toHaveCount(2);

  await page.getByLabel('Users', { exact: true }).fill('1');
  await expect(page.getByLabel('CX add-ons')).toHaveValue('1');
});

test(
  'a printed page shows every line of the order, beside no dialog and over no field',
  deep,
  async ({ page, product }) => {
    needs('further media features');
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.goto(`/signup/?token=${await registrationAtBilling(product, newEmail())}`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByText('Users monthly fee')).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('Users monthly fee')).toBeVisible();
    const covered = await page.evaluate(() => {
      const bounds = (element: Element) => element.getBoundingClientRect();
      const order = [...document.querySelectorAll('section')].find((part) => part.querySelector('.order-line'));
      if (!order) return ['there is no order'];
      return [...document.querySelectorAll('main input, main select')]
        .filter((field) => field.checkVisibility())
        .filter((field) => bounds(field).bottom > bounds(order).top && bounds(field).top < bounds(order).bottom)
        .map((field) => field.getAttribute('name'));
    });
    expect(covered).toEqual([]);
  },
);

test('while a price is loading or has failed, no sum and no charge are shown', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  const summary = page.getByRole('region', { name: 'Order summary' });
  const charge = page.getByText("we'll charge your card");
  const start = page.getByRole('button', { name: 'Start trial' });
  const numbers = '**/registrations/*/numbers/*';
  const token = await registrationAtBilling(product, visitor.email);
  const nothingFalse = async () => {
    await expect(summary).not.toContainText('$');
    await expect(charge).toHaveCount(0);
    await expect(start).toBeDisabled();
  };

  let answer = () => {};
  await page.route(numbers, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  const request = page.waitForRequest(numbers);
  await visitor.resume(token);
  await visitor.at(headings.billing);
  await request;
  await nothingFalse();
  answer();
  await expect(charge).toHaveCount(1);
  const total = await summary.locator('.order-line-total').textContent();
  await page.unroute(numbers);

  await page.route(numbers, (route) =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '2' }, json: { message: 'Not available.', errors: [] } }),
  );
  await visitor.resume(token);
  await visitor.banner('Not available. Try again in 2 seconds.');
  await expect(summary).toContainText("We couldn't load the prices.");
  await nothingFalse();
  await page.unroute(numbers);
  await visitor.press('Try again');
  await expect(summary.locator('.order-line-total')).toHaveText(total ?? 'a total');
  await expect(charge).toHaveCount(1);
});

test.describe('the bank asks for a check', () => {
  test('approved: the customer is logged in', deep, async ({ page, product }) => {
    const visitor = signUp(page, product);
    await openBilling(visitor, product);
    await visitor.enterCard(cards.asksForCheck);
    await visitor.press('Start trial');
    await visitor.bank.getByRole('button', { name: 'Approve' }).click();
    await visitor.isLoggedIn();
  });

  test(
    'declined: shows a message, asks for the security code only, and accepts another card',
    deep,
    async ({ page, product }) => {
      const visitor = signUp(page, product);
      await openBilling(visitor, product);
      await visitor.enterCard(cards.asksForCheck);
      await visitor.press('Start trial');
      await visitor.bank.getByRole('button', { name: 'Decline' }).click();
      await visitor.banner('3D Secure authentication failed. Please try again.');
      await expect(page.getByRole('heading', { name: headings.billing })).toBeFocused();
      await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 3220');
      await expect(page.getByLabel('Expiry month (MM)')).toHaveValue('12');
      await expect(page.getByLabel('Expiry year (YY)')).toHaveValue('31');
      await expect(page.getByLabel('Security code')).toHaveValue('');
      await expect(page.getByLabel('Cardholder name')).toHaveValue('Anna Berg');
      await visitor.enterCard(cards.passes);
      await visitor.press('Start trial');
      await visitor.isLoggedIn();
    },
  );

  for (const [who, cancel] of [
    ['the visitor', 'Cancel'],
    ['the visitor, by Escape', 'Escape'],
  ] as const) {
    test(`cancelled by ${who}: shows a message and leaves the form usable`, deep, async ({ page, product }) => {
      const visitor = signUp(page, product);
      await openBilling(visitor, product);
      await visitor.enterCard(cards.asksForCheck);
      await visitor.press('Start trial');
      await expect(visitor.bank.getByRole('button', { name: 'Approve' })).toBeVisible();
      if (cancel === 'Escape') await page.keyboard.press('Escape');
      else await page.getByRole('dialog').getByRole('button', { name: cancel }).click();
      await visitor.banner('You closed the bank check.');
      // The rest of the card is still there.
      await visitor.banner('enter the security code again');
      await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 3220');
      await expect(page.getByLabel('Security code')).toHaveValue('');
      await page.reload();
      await visitor.at(headings.billing);
      await expect(page.getByRole('dialog', { name: /bank/ })).toHaveCount(0);
      await visitor.enterCard(cards.passes);
      await visitor.press('Start trial');
      await visitor.isLoggedIn();
    });
  }

  test('cancelled at the bank: the check counts as failed', deep, async ({ page, product }) => {
    const visitor = signUp(page, product);
    await openBilling(visitor, product);
    await visitor.enterCard(cards.asksForCheck);
    await visitor.press('Start trial');
    await visitor.bank.getByRole('button', { name: 'Cancel' }).click();
    await visitor.banner('3D Secure authentication failed. Please try again.');
  });

  test('the form stays behind the check, inert, with all its input', deep, async ({ page, product }) => {
    const visitor = signUp(page, product);
    await openBilling(visitor, product);
    await visitor.enterCard(cards.asksForCheck);
    await visitor.press('Start trial');
    await expect(visitor.bank.getByRole('button', { name: 'Approve' })).toBeVisible();
    const form = page.locator('.registration');
    await expect(form.getByLabel('Card number')).toHaveValue('4000 0000 0000 3220');
    await expect(form.getByLabel('Cardholder name')).toHaveValue('Anna Berg');
    await expect(form).toHaveCSS('opacity', '0.5');
    // Neither a screen reader nor the focus gets there, not even by script.
    const names = await accessibleNames(page);
    expect(names).toContain('Confirm your card with your bank');
    for (const hidden of [headings.billing, 'Card number', 'Start trial']) expect(names).not.toContain(hidden);
    const focused = await form.getByLabel('Cardholder name').evaluate((field) => {
      field.focus();
      return document.activeElement === field;
    });
    expect(focused).toBe(false);
    await page.reload();
    await expect(visitor.bank.getByRole('button', { name: 'Approve' })).toBeVisible();
    await expect(form.getByLabel('Cardholder name')).toHaveValue('Anna Berg');
  });

  test('reloaded during the check: the check is shown again', deep, async ({ page, product }) => {
    const visitor = signUp(page, product);
    await openBilling(visitor, product);
    await visitor.enterCard(cards.asksForCheck);
    await visitor.press('Start trial');
    await expect(visitor.bank.getByRole('button', { name: 'Approve' })).toBeVisible();
    await page.reload();
    await visitor.bank.getByRole('button', { name: 'Approve' }).click();
    await visitor.isLoggedIn();
  });

  test('a bank that forbids framing: the check opens in a new tab', deep, async ({ page, product, context }) => {
    needs('several visible pages');
    const visitor = signUp(page, product);
    await openBilling(visitor, product);
    await visitor.enterCard(cards.refusesFraming);
    await visitor.press('Start trial');
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open it in a new tab' }).click();
    const tab = await opened;
    await tab.getByRole('button', { name: 'Approve' }).click();
    await expect(tab.getByText('You can go back to your sign-up.')).toBeVisible();
    await tab.close();
    await visitor.press("I'm done");
    await visitor.isLoggedIn();
  });

  test('a message from any other window is ignored', deep, async ({ page, product }) => {
    const visitor = signUp(page, product);
    await openBilling(visitor, product);
    await visitor.enterCard(cards.asksForCheck);
    await visitor.press('Start trial');
    await expect(visitor.bank.getByRole('button', { name: 'Approve' })).toBeVisible();
    const reads: string[] = [];
    page.on('request', (request) => reads.push(request.url()));
    await page.evaluate(() => window.postMessage('3DS-authentication-complete', '*'));
    await visitor.bank.locator('body').evaluate(() => window.parent.postMessage('3DS-authentication-complete.ok', '*'));
    await expect(visitor.bank.getByRole('button', { name: 'Approve' })).toBeVisible();
    expect(reads.filter((url) => url.includes('/registrations/'))).toEqual([]);
  });
});

test('a declined card shows an error at its field and can be replaced', async ({ page, product }) => {
  const visitor = signUp(page, product);
  await openBilling(visitor, product);
  await visitor.enterCard(cards.isDeclined);
  await visitor.press('Start trial');
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Card number')).toBeFocused();
  // Only the security code is typed again.
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
  await expect(page.getByLabel('Security code')).toHaveValue('');
  await visitor.enterCard(cards.passes);
  await visitor.press('Start trial');
  await visitor.isLoggedIn();
});

test('a wrong code shows an error and can be corrected', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  await visitor.open();
  await visitor.createAccount();
  await visitor.at(headings.verification);
  const right = await product.nextCode(visitor.email);
  await page.getByLabel('Six-digit code').fill(right === '111111' ? '222222' : '111111');
  await expect(page.getByLabel('Six-digit code')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Six-digit code').fill(right);
  await visitor.at(headings.planAndNumber);
});

test(
  'another code is mailed on request, and the next only after a cool-down that survives a reload',
  deep,
  async ({ page, product }) => {
    const visitor = signUp(page, product);
    await visitor.open();
    await visitor.createAccount();
    await visitor.at(headings.verification);
    const first = await product.nextMail(visitor.email);
    await visitor.press('Resend code');
    await visitor.banner('Resend code successfully');
    const second: Mail = await product.nextMail(visitor.email, 1);
    await expect(page.getByRole('button', { name: 'Resend code' })).toBeDisabled();
    await page.reload();
    await visitor.at(headings.verification);
    await expect(page.getByText(/You can resend the code in/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resend code' })).toBeDisabled();
    expect(await product.mails(visitor.email)).toHaveLength(2);
    if (codeIn(first) !== codeIn(second)) {
      await page.getByLabel('Six-digit code').fill(codeIn(first));
      await expect(page.getByLabel('Six-digit code')).toHaveAttribute('aria-invalid', 'true');
    }
    await page.getByLabel('Six-digit code').fill(codeIn(second));
    await visitor.at(headings.planAndNumber);
  },
);

test('the address can be changed before it is verified', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  const other = newEmail('other');
  await visitor.open();
  await visitor.createAccount();
  await visitor.at(headings.verification);
  await visitor.press('Back');
  await visitor.at(headings.account);
  await page.getByLabel('Work email').fill(other);
  await visitor.press('Create an account');
  await visitor.at(headings.verification);
  await expect(page.getByText(other)).toBeVisible();
  await page.getByLabel('Six-digit code').fill(await product.nextCode(other));
  await visitor.at(headings.planAndNumber);
});

test('a reload shows the same step on every step and keeps input that is not secret', async ({ page, product }) => {
  const visitor = signUp(page, product);
  await visitor.open('?first_name=Anna&last_name=Berg');
  await expect(page.getByLabel('Last name')).toHaveValue('Berg');
  await page.getByLabel('First name').fill('Annabel');
  await page.getByLabel('Password', { exact: true }).fill('not kept anywhere');
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Annabel');
  await expect(page.getByRole('checkbox', { name: 'I agree' })).toBeChecked();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await visitor.createAccount();

  await visitor.at(headings.verification);
  await page.reload();
  await expect(page.getByText(visitor.email)).toBeVisible();
  await visitor.verify();

  await visitor.at(headings.planAndNumber);
  await page.getByRole('radio', { name: '2K Bundle' }).check();
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Number type').selectOption('G');
  await page.getByLabel('State').selectOption('NY');
  await page.reload();
  await visitor.at(headings.planAndNumber);
  await expect(page.getByRole('radio', { name: '2K Bundle' })).toBeChecked();
  await expect(page.getByLabel('State')).toHaveValue('NY');
  await visitor.chooseNumber('DE', 'Bonn');
  const number = await visitor.chosenNumber();
  await page.reload();
  await visitor.at(headings.planAndNumber);
  await expect.poll(visitor.chosenNumber).toBe(number);
  await visitor.press('Continue');

  await visitor.enterCard(cards.passes);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie, location.href]),
  );
  expect(kept).toContain('Berg');
  for (const secret of [PASSWORD, 'not kept anywhere', cards.passes, '4242 4242']) expect(kept).not.toContain(secret);
  await page.reload();
  await visitor.at(headings.billing);
  await expect(page.getByLabel('Cardholder name')).toHaveValue('Anna Berg');
  await expect(page.getByLabel('Card number')).toHaveValue('');
  await visitor.press('Back');
  await expect.poll(visitor.chosenNumber).toBe(number);
});

test('after the button Back, browser Back leads to the step before, not forward', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  await walkToBilling(visitor);
  await visitor.press('Back');
  await visitor.at(headings.planAndNumber);
  await page.goBack();
  await expect(page.getByLabel('Work email')).not.toBeEditable();
  await page.goForward();
  await page.goForward();
  await visitor.at(headings.billing);
});

test('browser Back and Forward show the steps and send nothing', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  await walkToBilling(visitor);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.method());
  });
  await page.goBack();
  await visitor.at(headings.planAndNumber);
  await page.goBack();
  await expect(page.getByLabel('Work email')).toHaveValue(visitor.email);
  await expect(page.getByLabel('Work email')).not.toBeEditable();
  await page.goForward();
  await page.goForward();
  await visitor.at(headings.billing);
  expect(sent).toEqual([]);
});

test(
  'an area without numbers shows the notice and the next best number, and Continue works',
  deep,
  async ({ page, product }) => {
    const visitor = signUp(page, product);
    await visitor.open();
    await visitor.createAccount();
    await visitor.verify();
    await page.getByLabel('Country').selectOption('AU');
    await page.getByLabel('Number type').selectOption('G');
    const area = page.getByRole('combobox', { name: 'Area (city) code' });
    await area.click();
    await area.fill('Berridale');
    await firstOption(page, 'Berridale').click();
    await expect(page.getByText(/being restocked due to high demand/)).toBeVisible();
    await expect.poll(visitor.chosenNumber).toMatch(/^\+61/);
    await expect(area).not.toHaveValue(/Berridale/);
    await visitor.press('Continue');
    await visitor.at(headings.billing);
  },
);

test('a list that fails to load can be requested again', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  await visitor.open();
  await visitor.createAccount();
  await visitor.verify();
  await page.getByLabel('Country').selectOption('AU');
  await page.getByLabel('Number type').selectOption('G');
  const area = page.getByRole('combobox', { name: 'Area (city) code' });
  await area.click();
  await area.fill('Lost River');
  await firstOption(page, 'Lost River').click();
  await expect(page.getByText("We couldn't load this list.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expect(page).toHaveURL(/[?&]token=/);
  await expect(page.locator('.banner')).toBeVisible();
  await visitor.chooseNumber('DE', 'Bonn');
  await expect(page.locator('.banner')).toHaveCount(0);
  await visitor.press('Continue');
  await visitor.at(headings.billing);
});

test('a browser without cookies can sign up, and the page says why a manual login is needed', async ({
  page,
  product,
}) => {
  await withoutCookies(page);
  const visitor = signUp(page, product);
  await openBilling(visitor, product);
  await visitor.enterCard(cards.passes);
  await visitor.press('Start trial');
  await visitor.at('Your trial has started');
  await visitor.banner("Your browser is blocking cookies, so we can't log you in.");
});

test(
  'a card whose answer was lost: a reload starts the trial, and the visitor is logged in',
  deep,
  async ({ page, product }) => {
    const visitor = signUp(page, product);
    await openBilling(visitor, product);
    await visitor.enterCard(cards.losesAnswer);
    await visitor.press('Start trial');
    await visitor.banner("We couldn't reach your bank.");
    await page.reload();
    await visitor.isLoggedIn();
  },
);

test('the login after sign-up fails: the account still exists', deep, async ({ page, product }) => {
  const visitor = signUp(page, product, newEmail('token-fails'));
  await openBilling(visitor, product);
  await visitor.enterCard(cards.passes);
  await visitor.press('Start trial');
  await visitor.banner('Something went wrong');
  await visitor.press('Log in');
  await expect(page).toHaveURL(/\/login\//);
});

for (const step of ['1', '2', '3'] as const) {
  test(
    `a hosted page after step ${step} is shown in the frame, and the sign-up continues`,
    deep,
    async ({ page, product }) => {
      const visitor = signUp(page, product, newEmail(`hosted-step-${step}`));
      const passNotice = async () => {
        await visitor.bank.getByRole('button').first().click();
      };
      await visitor.open();
      await visitor.createAccount();
      if (step === '1') await passNotice();
      await visitor.verify();
      if (step === '2') await passNotice();
      await visitor.at(headings.planAndNumber);
      await visitor.chooseNumber('DE', 'Bonn');
      await visitor.press('Continue');
      if (step === '3') await passNotice();
      await visitor.at(headings.billing);
    },
  );
}

test('the server is killed on every step; the visitor reloads and continues', deep, async ({ page, product }) => {
  test.slow();
  const visitor = signUp(page, product);
  const crash = async () => {
    await product.crashAndRestart();
    await page.reload();
  };
  await visitor.open();
  await visitor.createAccount();
  await visitor.at(headings.verification);
  await crash();
  await visitor.verify();
  await visitor.at(headings.planAndNumber);
  await crash();
  await visitor.at(headings.planAndNumber);
  await visitor.chooseNumber('DE', 'Bonn');
  const number = await visitor.chosenNumber();
  await visitor.press('Continue');
  await visitor.at(headings.billing);
  await crash();
  await visitor.at(headings.billing);
  await visitor.press('Back');
  await expect.poll(visitor.chosenNumber).toBe(number);
  await visitor.press('Continue');
  await visitor.enterCard(cards.asksForCheck);
  await visitor.press('Start trial');
  await expect(visitor.bank.getByRole('button', { name: 'Approve' })).toBeVisible();
  await crash();
  await visitor.bank.getByRole('button', { name: 'Approve' }).click();
  await visitor.isLoggedIn();
});

test('an unknown sign-up shows a message, and a new one can be started', deep, async ({ page, product }) => {
  const visitor = signUp(page, product);
  await page.goto('/signup/?token=unknown');
  await visitor.at("We couldn't load your sign-up");
  await expect(page).not.toHaveURL(/token=/);
  await visitor.press('Start again');
  await visitor.at(headings.account);
});
