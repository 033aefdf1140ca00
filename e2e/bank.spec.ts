import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Page } from 'playwright/test';
import { inFirefox } from '../tools/browsers.ts';
import { deep } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { registrationAtBilling } from './support/registration.ts';
import { codeIn, type ProductServer } from './support/server.ts';
import { cards, headings, type SignUp, signUp } from './support/signUp.ts';

/** A card with a check, up to the first page of the check. */
async function openCheck(page: Page, product: ProductServer, card: string): Promise<SignUp & { token: string }> {
  const visitor = signUp(page, product);
  const token = await registrationAtBilling(product, visitor.email);
  await visitor.resume(token);
  await visitor.enterCard(card);
  await visitor.press('Start trial');
  await expect(dialog(page)).toBeVisible();
  return { ...visitor, token };
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm your card with your bank' });

/** Another tab is in front: a page in a test always has the focus. */
const leavePage = (page: Page) =>
  page.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event('blur'));
    Reflect.deleteProperty(document, 'hasFocus');
  });

/** Comes back to the page with the events of a browser; a headless one fires none by itself. */
const returnToPage = (page: Page) =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
  });

/** Reads of the registration from now on, by time. */
function countReads(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    if (/\/registrations\/[^/]+$/.test(request.url()) && request.method() === 'GET') reads.push(request.url());
  });
  return reads;
}

test.describe('what the bank’s page can do in its frame', () => {
  test('a passkey confirms the card, in a frame within the frame', deep, async ({ page, product }) => {
    needs('the protocol of Chromium');
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await session.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: {
        credentialId: randomBytes(16).toString('base64'),
        isResidentCredential: true,
        rpId: 'bank.localhost',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
        userHandle: randomBytes(8).toString('base64'),
        signCount: 1,
      },
    });
    const visitor = await openCheck(page, product, cards.asksForDevice);
    await visitor.bank.frameLocator('iframe').getByRole('button', { name: 'Confirm with a passkey' }).click();
    await visitor.isLoggedIn();
  });

  test(
    'a window that the bank opens is not sandboxed, and its answer ends the check',
    deep,
    async ({ page, product, context }) => {
      const visitor = await openCheck(page, product, cards.asksInWindow);
      const opened = context.waitForEvent('page');
      await visitor.bank.getByRole('button', { name: 'Open a window' }).click();
      const window = await opened;
      // The window has no sandbox: it may ask before it is closed.
      const dialogEvent = window.waitForEvent('dialog');
      const answer = window.evaluate(() => confirm('Sure?'));
      await (await dialogEvent).accept();
      expect(await answer).toBe(true);
      await expect(dialog(page)).toBeVisible();
      await window.getByRole('button', { name: 'Approve' }).click();
      await visitor.isLoggedIn();
    },
  );

  test(
    'the check stays open when the bank opens a tab, and ends when the visitor confirms',
    deep,
    async ({ page, product, context }) => {
      const visitor = await openCheck(page, product, cards.asksInWindow);
      const opened = context.waitForEvent('page');
      await visitor.bank.getByRole('link', { name: 'Open a new tab' }).click();
      const tab = await opened;
      await tab.getByRole('button', { name: 'Approve' }).click();
      await expect(tab.getByText('You can go back to your sign-up.')).toBeVisible();
      await expect(dialog(page)).toBeVisible();
      await tab.close();
      // In Firefox the visitor has come back to the page, which ends the check.
      if (!inFirefox) await visitor.bank.getByRole('button', { name: 'I have answered' }).click();
      await visitor.isLoggedIn();
    },
  );
});

test(
  'with the dark colour scheme the frame is not white while the bank’s page loads',
  deep,
  async ({ page, product }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/bank\//, async (route) => {
      await answered;
      await route.fulfill({ contentType: 'text/html', body: '<h1>A bank</h1>' });
    });
    const visitor = await openCheck(page, product, cards.asksForCheck);
    const frame = page.locator('iframe[name="bank"]');
    await expect(dialog(page)).toContainText('Loading the page…');
    await expect(frame).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    answer();
    await expect(visitor.bank.getByRole('heading', { name: 'A bank' })).toBeVisible();
    await expect(frame).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  },
);

test.describe('a page nested in the bank’s page', () => {
  /** The bank's page contains a frame, until it is opened again. */
  async function openNested(page: Page, product: ProductServer) {
    await page.route(
      /\/bank\//,
      (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<h1>A bank</h1><iframe srcdoc='
<a href="/elsewhere" target="_top">Out by a link</a>
<form action="/elsewhere" target="_top"><button>Out by a form</button></form>
<button onclick="try { top.location = &amp;quot;/elsewhere&amp;quot; } catch { document.body.append(&amp;quot;kept in&amp;quot;) }">Out by a script</button>
<a href="${route.request().url()}" target="_parent">On</a>'></iframe>`,
        }),
      { times: 1 },
    );
    const visitor = await openCheck(page, product, cards.asksForCheck);
    return { visitor, nested: visitor.bank.frameLocator('iframe') };
  }

  test('cannot navigate the app’s page', async ({ page, product }) => {
    const { visitor, nested } = await openNested(page, product);
    const ours = page.url();
    const moves: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) moves.push(request.url());
    });
    await nested.getByRole('link', { name: 'Out by a link' }).click();
    await nested.getByRole('button', { name: 'Out by a form' }).click();
    await nested.getByRole('button', { name: 'Out by a script' }).click();
    await expect(nested.getByText('kept in')).toBeVisible();
    expect(moves).toEqual([]);
    expect(page.url()).toBe(ours);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await visitor.at(headings.billing);
    await expect(page.getByLabel('Cardholder name')).toHaveValue('Anna Berg');
  });

  test(
    'that cannot navigate the bank’s page leaves the check open, and a tab ends it',
    deep,
    async ({ page, product, context }) => {
      const { visitor, nested } = await openNested(page, product);
      const refused = inFirefox || page.waitForEvent('console', (message) => message.text().includes('sandboxed'));
      await nested.getByRole('link', { name: 'On' }).click();
      // Firefox refuses it without a message.
      await refused;
      const opened = context.waitForEvent('page');
      await dialog(page).getByRole('link', { name: 'Open it in a new tab' }).click();
      const tab = await opened;
      await tab.getByRole('button', { name: 'Approve' }).click();
      await expect(tab.getByText('You can go back to your sign-up.')).toBeVisible();
      await tab.close();
      await returnToPage(page);
      await visitor.isLoggedIn();
    },
  );
});

for (const [what, width, height] of [
  ['a phone', 320, 640],
  ['a window at 200 %', 640, 400],
  ['a wide window', 1440, 900],
] as const) {
  test(
    `on ${what}, the ways out of the check are on screen beside the bank’s page`,
    deep,
    async ({ page, product }) => {
      await page.setViewportSize({ width, height });
      const visitor = await openCheck(page, product, cards.asksForCheck);
      await expect(visitor.bank.getByRole('button', { name: 'Approve' })).toBeInViewport({ ratio: 1 });
      await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
      await expect(dialog(page).getByRole('link', { name: 'Open it in a new tab' })).toBeInViewport({ ratio: 1 });
      await expect(dialog(page).getByRole('button', { name: "I'm done" })).toBeInViewport({ ratio: 1 });
      await expect
        .poll(() => page.evaluate(() => document.querySelector('dialog')?.scrollWidth))
        .toBeLessThanOrEqual(width);
    },
  );
}

test.describe('Back and Forward with a bank check of three pages', () => {
  /** Goes through the bank's pages to the question. */
  async function openThirdPage(page: Page, product: ProductServer) {
    const visitor = signUp(page, product);
    const token = await registrationAtBilling(product, visitor.email);
    await page.goto('/terms-and-conditions/');
    await visitor.resume(token);
    await visitor.at(headings.billing);
    await visitor.press('Back');
    await visitor.at(headings.planAndNumber);
    await visitor.press('Continue');
    await visitor.enterCard(cards.asksOnThreePages);
    await visitor.press('Start trial');
    for (const number of [1, 2]) {
      await expect(visitor.bank.getByRole('heading', { name: `Page ${number} of 3` })).toBeVisible();
      await visitor.bank.getByRole('button', { name: 'Continue' }).click();
    }
    await expect(visitor.bank.getByRole('button', { name: 'Approve' })).toBeVisible();
    return visitor;
  }
  const back = (page: Page) => page.evaluate(() => history.back());
  const forward = (page: Page) => page.evaluate(() => history.forward());
  const closed = async (page: Page, visitor: SignUp) => {
    await visitor.banner('You closed the bank check.');
    await expect(dialog(page)).toHaveCount(0);
    await visitor.at(headings.billing);
    await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 3238');
  };

  test(
    'the first Back closes the check with a message, the second opens the step before',
    deep,
    async ({ page, product }) => {
      const visitor = await openThirdPage(page, product);
      await back(page);
      await closed(page, visitor);
      await back(page);
      await visitor.at(headings.planAndNumber);
      // Forward leads to the step, and never into the check that is over.
      await forward(page);
      await visitor.at(headings.billing);
      await forward(page);
      await visitor.at(headings.billing);
      await expect(dialog(page)).toHaveCount(0);
      await back(page);
      await visitor.at(headings.planAndNumber);
    },
  );

  test('closed by its button, the check leaves no history entries', deep, async ({ page, product }) => {
    const visitor = await openThirdPage(page, product);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await closed(page, visitor);
    await back(page);
    await visitor.at(headings.planAndNumber);
  });

  test('declined, the check leaves no history entries, nor does the next one', deep, async ({ page, product }) => {
    const visitor = await openThirdPage(page, product);
    await visitor.bank.getByRole('button', { name: 'Decline' }).click();
    await visitor.banner('3D Secure authentication failed. Please try again.');
    await page.getByLabel('Security code').fill('123');
    await visitor.press('Start trial');
    await visitor.bank.getByRole('button', { name: 'Continue' }).click();
    await expect(visitor.bank.getByRole('heading', { name: 'Page 2 of 3' })).toBeVisible();
    await back(page);
    await closed(page, visitor);
    await back(page);
    await visitor.at(headings.planAndNumber);
  });

  test('after an approved check, Back leaves the sign-up as usual', deep, async ({ page, product }) => {
    const visitor = await openThirdPage(page, product);
    await visitor.bank.getByRole('button', { name: 'Approve' }).click();
    await visitor.isLoggedIn();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => history.state?.check)).toBeUndefined();
  });

  test('a browser without the Navigation API also closes the check by one Back', deep, async ({ page, product }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
    const visitor = await openThirdPage(page, product);
    await back(page);
    await closed(page, visitor);
    await expect.poll(() => page.evaluate(() => history.length)).toBeGreaterThan(1);
    await expect(page).toHaveURL(/\/signup\//);
  });
});

test.describe('returning to the page', () => {
  test('a check approved in a new tab ends automatically, with one request', async ({ page, product, context }) => {
    const visitor = await openCheck(page, product, cards.refusesFraming);
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open it in a new tab' }).click();
    const tab = await opened;
    const reads = countReads(page);
    await tab.getByRole('button', { name: 'Approve' }).click();
    await expect(tab.getByText('You can go back to your sign-up.')).toBeVisible();
    await tab.close();
    await returnToPage(page);
    await visitor.isLoggedIn();
    expect(reads).toHaveLength(1);
  });

  test(
    'a sign-up that another tab has completed opens the dashboard, though the check is still open here',
    deep,
    async ({ page, product, context }) => {
      const visitor = await openCheck(page, product, cards.asksForCheck);
      const tab = await context.newPage();
      await tab.goto(page.url());
      await tab.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).first().click();
      const there = signUp(tab, product, visitor.email);
      await there.enterCard(cards.passes);
      await there.press('Start trial');
      await there.isLoggedIn();
      await tab.close();
      // The focus is in the frame, so the window gets no event of its own.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await visitor.isLoggedIn();
      await expect(page.locator('.banner-region')).not.toContainText('Something went wrong');
    },
  );

  test('a check declined in a new tab shows its message automatically', deep, async ({ page, product, context }) => {
    const visitor = await openCheck(page, product, cards.refusesFraming);
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open it in a new tab' }).click();
    const tab = await opened;
    await tab.getByRole('button', { name: 'Decline' }).click();
    await expect(tab.getByText('You can go back to your sign-up.')).toBeVisible();
    await tab.close();
    await returnToPage(page);
    await visitor.banner('3D Secure authentication failed. Please try again.');
    await expect(dialog(page)).toHaveCount(0);
  });

  test(
    'a code verified in another tab opens the next step automatically, and sends no mail',
    deep,
    async ({ page, product, context }) => {
      const visitor = signUp(page, product);
      await visitor.open();
      await visitor.createAccount();
      await visitor.at(headings.verification);
      const mail = await product.nextMail(visitor.email);
      await page.getByLabel('Six-digit code').fill('12');
      const reads = countReads(page);
      const answered = page.waitForResponse((response) => /\/registrations\/[^/]+$/.test(response.url()));
      await returnToPage(page);
      await answered;
      // Not yet: what was typed stays.
      await expect(page.getByLabel('Six-digit code')).toHaveValue('12');
      const tab = await context.newPage();
      const there = signUp(tab, product, visitor.email);
      await tab.goto(page.url());
      await tab.getByLabel('Six-digit code').fill(codeIn(mail));
      await there.at(headings.planAndNumber);
      await tab.close();
      await leavePage(page);
      await returnToPage(page);
      await visitor.at(headings.planAndNumber);
      expect(reads).toHaveLength(2);
      expect(await product.mails(visitor.email)).toHaveLength(1);
    },
  );

  test(
    'a number changed in another tab is shown beside the card before a trial can start for it',
    deep,
    async ({ page, product, context }) => {
      const visitor = signUp(page, product);
      await visitor.resume(await registrationAtBilling(product, visitor.email));
      await visitor.enterCard(cards.passes);
      await expect(page.getByText('Bonn')).toHaveCount(0);
      const tab = await context.newPage();
      const there = signUp(tab, product, visitor.email);
      await tab.goto(page.url());
      await there.at(headings.billing);
      await there.press('Back');
      await there.at(headings.planAndNumber);
      await there.chooseNumber('DE', 'Bonn');
      await there.press('Continue');
      await there.at(headings.billing);
      await tab.close();
      await leavePage(page);
      await returnToPage(page);
      await visitor.banner("You've continued this sign-up in another tab or window");
      await expect(page.getByText('Bonn')).toBeVisible();
      await expect(page.getByLabel('Card number')).toHaveValue('');
    },
  );
});
