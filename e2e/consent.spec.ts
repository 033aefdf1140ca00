import type { BrowserContext, Page } from 'playwright/test';
import { cookieNames, findCookie } from './support/cookies.ts';
import { deep } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { people } from './support/logIn.ts';
import { storedConfig } from './support/storedConfig.ts';

const dialog = (page: Page) => page.getByRole('heading', { name: 'Cookies on this site' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function consentOf(context: BrowserContext) {
  const cookie = await findCookie(context, 'consent');
  return (
    cookie && {
      days: Math.round((cookie.expires - Date.now() / 1000) / 86_400),
      value: JSON.parse(decodeURIComponent(cookie.value)),
    }
  );
}

/** What is sent to the sink of measured events. */
function measured(page: Page) {
  const events: { family: string; state: string; at: string }[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/phone/events') events.push(request.postDataJSON());
  });
  return events;
}

test('§4: the dialog is shown until consent is given; accepting all stores it for 182 days', async ({
  page,
  context,
}) => {
  await page.goto('/login/');
  await expect(dialog(page)).toBeVisible();
  await press(page, 'Accept all');
  await expect(dialog(page)).toBeHidden();
  await expect
    .poll(() => consentOf(context))
    .toEqual({ days: 182, value: { cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 1 } });
  await expect
    .poll(() => storedConfig(page))
    .toMatchObject({
      cookie_consent: 1,
      cookie_analytics: 1,
      cookie_marketing: 1,
    });
  await page.goto('/recover-password/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dialog(page)).toBeHidden();
});

test('a press during which the dialog appears has its effect below it', async ({ page }) => {
  let show = () => {};
  const held = new Promise<void>((resolve) => {
    show = resolve;
  });
  await page.route(/\/assets\/choice-.*\.js/, (route) => held.then(() => route.continue()));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/signup/');
  await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  const terms = page.getByRole('checkbox', { name: /I agree/ });
  await terms.evaluate((box) => box.scrollIntoView({ block: 'end' }));
  const place = await terms.boundingBox();
  if (!place) throw new Error('The box is not seen');
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await page.mouse.down();
  show();
  await expect(dialog(page)).toBeVisible();
  const [pressed, shown] = await Promise.all([terms.boundingBox(), page.locator('.consent').boundingBox()]);
  expect(shown?.y).toBeLessThan(pressed?.y ?? 0);
  await page.mouse.up();
  await expect(terms).toBeChecked();
  await press(page, 'Accept all');
  await expect(dialog(page)).toBeHidden();
});

test(
  'once the consent cookie has expired, consent is asked for again and nothing is measured meanwhile',
  deep,
  async ({ page, context }) => {
    await page.goto('/login/');
    await press(page, 'Accept all');
    await expect(dialog(page)).toBeHidden();
    await context.clearCookies({ name: 'consent' });
    const events = measured(page);
    await page.reload();
    await expect(dialog(page)).toBeVisible();
    expect(events).toEqual([]);
  },
);

test('accepting the unchanged selection rejects all optional categories', deep, async ({ page, context }) => {
  await page.goto('/login/');
  await press(page, 'Accept current selection');
  await expect
    .poll(async () => (await consentOf(context))?.value)
    .toEqual({ cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 });
});

test('manage: essentials are always on, the other categories are optional and can be changed later', async ({
  page,
  context,
}) => {
  await page.goto('/login/');
  await press(page, 'Manage');
  const essentials = page.getByRole('checkbox', { name: 'Essentials' });
  await expect(essentials).toBeChecked();
  await expect(essentials).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: 'Analytics' })).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Analytics' }).check();
  await press(page, 'Accept current selection');
  await expect
    .poll(async () => (await consentOf(context))?.value)
    .toEqual({ cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 0 });
  await page
    .getByRole('button', { name: 'Cookie settings' })
    .or(page.getByRole('link', { name: 'Cookie settings' }))
    .click();
  await expect(page.getByRole('checkbox', { name: 'Analytics' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Analytics' }).uncheck();
  await press(page, 'Accept current selection');
  await expect
    .poll(async () => (await consentOf(context))?.value)
    .toEqual({ cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 });
});

for (const [what, value] of [
  ['the flag', encodeURIComponent('{"cookie_consent":1}')],
  ["a value with 'consent:yes'", 'id:7|consent:yes|v2'],
] as const) {
  test(`an existing consent is accepted: ${what}`, deep, async ({ page, context, product }) => {
    await context.addCookies([{ name: 'consent', value, url: product.url }]);
    await page.goto('/login/');
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  });
}

for (const value of ['0', '%7B', '{"cookie_consent":0}', 'consent:no']) {
  test(`a cookie without consent opens the dialog: ${value}`, deep, async ({ page, context, product }) => {
    await context.addCookies([{ name: 'consent', value: encodeURIComponent(value), url: product.url }]);
    await page.goto('/login/');
    await expect(dialog(page)).toBeVisible();
  });
}

test('the third-party consent cookie is deleted', async ({ page, context, product }) => {
  await context.addCookies([{ name: 'cc_cookie', value: 'x', url: product.url }]);
  await page.goto('/login/');
  await expect(dialog(page)).toBeVisible();
  await expect.poll(() => cookieNames(context)).not.toContain('cc_cookie');
});

test('nothing is measured before consent, with or without a cache; afterwards only the states reached, never input', async ({
  page,
}) => {
  needs('bodies of requests');
  const events = measured(page);
  const foreign: string[] = [];
  page.on('request', (request) => new URL(request.url()).hostname !== 'localhost' && foreign.push(request.url()));
  await page.goto('/login/');
  await expect(dialog(page)).toBeVisible();
  await page.reload();
  await expect(dialog(page)).toBeVisible();
  expect(events).toEqual([]);
  await press(page, 'Accept all');
  await page.getByLabel('Email', { exact: true }).fill('marker@example.com');
  await page.getByLabel('Password', { exact: true }).fill('marker-secret');
  await press(page, 'Log in');
  await expect.poll(() => events.map(({ state }) => state)).toContain('loggingIn');
  expect(events.every(({ family }) => family === 'login')).toBe(true);
  expect(JSON.stringify(events)).not.toContain('marker');
  expect(foreign).toEqual([]);
});

test('categories are independent: consent to marketing alone measures nothing', deep, async ({ page }) => {
  const events = measured(page);
  await page.goto('/login/');
  await press(page, 'Manage');
  await page.getByRole('checkbox', { name: 'Marketing' }).check();
  await press(page, 'Accept current selection');
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  expect(events).toEqual([]);
});

/** The operator's tools set these cookies; the server writes the settings into each page. */
const withTools = (page: Page) =>
  page.route('**/login/', async (route) => {
    const answer = await route.fetch();
    const named = '"consentCookies":{"analytics":["_ga","_ga_*"],"marketing":["_ad"]}';
    const body = (await answer.text()).replace(/"consentCookies":\{[^}]*\}/, named);
    expect(body).toContain(named);
    await route.fulfill({ response: answer, body });
  });

test('withdrawing consent stops measurement and deletes the cookies of its category, in every tab', async ({
  page,
  context,
  product,
}) => {
  await withTools(page);
  const events = measured(page);
  await page.goto('/login/');
  await press(page, 'Accept all');
  const other = await context.newPage();
  const othersEvents = measured(other);
  await other.goto('/recover-password/');
  // Both tabs measure, until consent is withdrawn.
  await expect.poll(() => [events, othersEvents].every(({ length }) => length > 0)).toBe(true);
  await context.addCookies([
    ...['_ga', '_ad', 'kept'].map((name) => ({ name, value: '1', url: product.url })),
    { name: '_ga_7X', value: '1', domain: 'localhost', path: '/login' },
  ]);

  await press(page, 'Cookie settings');
  await page.getByRole('checkbox', { name: 'Analytics' }).uncheck();
  await press(page, 'Accept current selection');
  await expect
    .poll(async () => (await context.cookies(`${product.url}/login/`)).map(({ name }) => name).sort())
    .toEqual(['_ad', 'consent', 'kept']);
  for (const measuredBefore of [events, othersEvents]) measuredBefore.length = 0;
  await page.getByLabel('Email', { exact: true }).fill(people.unconfirmed);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await press(page, 'Log in');
  await expect(page.locator('.banner-region')).toContainText('Wrong email address or password.');
  expect(events).toEqual([]);

  await other.getByLabel('Email', { exact: true }).fill(people.unconfirmed);
  await press(other, 'Request reset link');
  await expect(other.getByText(/we've sent it a reset link/)).toBeVisible();
  expect(othersEvents).toEqual([]);
});

test('a consent that is deleted in the browser ends measurement in an open page, which asks again', async ({
  page,
  context,
}) => {
  const events = measured(page);
  await page.goto('/login/');
  await press(page, 'Accept all');
  await expect.poll(() => events.length).toBeGreaterThan(0);
  await context.clearCookies({ name: 'consent' });
  // Where the browser reports no change of a cookie, the page notices it as it gets the focus.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(dialog(page)).toBeVisible();
  events.length = 0;
  await page.getByLabel('Email', { exact: true }).fill(people.unconfirmed);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await press(page, 'Log in');
  await expect(page.locator('.banner-region')).toContainText('Wrong email address or password.');
  expect(events).toEqual([]);
});

test('an answer in one tab closes the dialog in the others', deep, async ({ page, context }) => {
  await page.goto('/login/');
  await expect(dialog(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/login/');
  await press(other, 'Accept all');
  await expect(dialog(page)).toBeHidden();
});

test('an answer that is in the config already closes the dialog in the others too', deep, async ({ page, context }) => {
  await page.goto('/login/');
  await press(page, 'Accept all');
  // The cookie has expired; the config is kept.
  await context.clearCookies({ name: 'consent' });
  await page.reload();
  await expect(dialog(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/login/');
  await press(other, 'Accept all');
  await expect(dialog(other)).toBeHidden();
  await expect(dialog(page)).toBeHidden();
});

test('entering and leaving the sign-up reloads the page', deep, async ({ page }) => {
  await page.goto('/login/');
  await press(page, 'Accept all');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { level: 1, name: "Let's create your account" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(false);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(false);
});

test(
  'the policy can be read while the dialog is open, and everything is reachable by keyboard',
  deep,
  async ({ page }) => {
    await page.goto('/login/');
    await expect(dialog(page)).toBeVisible();
    const policy = page.getByRole('dialog').getByRole('link', { name: 'privacy policy' });
    await expect(policy).toHaveAttribute('href', '/privacy-policy/');
    await page.goto('/privacy-policy/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(dialog(page)).toBeVisible();
  },
);
