import { cookieNames, waitForCookie } from './support/cookies.ts';
import { deep } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { expect, test } from './support/fixtures.ts';
import { placeOf } from './support/layout.ts';
import { countRequests, logIn, PASSWORD, people } from './support/logIn.ts';

const day = 24 * 60 * 60;

test('§4 Two-factor: the mailed code leads to the dashboard; the device is remembered afterwards', async ({
  page,
  product,
  context,
}) => {
  const customer = logIn(page, product, people.owner);
  const before = await customer.mails();
  await customer.open();
  await customer.submit({ remember: true });
  await customer.at('Enter your code');
  await expect(page).toHaveURL(/\/login2fa\/$/);
  const twoFactor = await waitForCookie(context, 'two_factor');
  expect(JSON.parse(decodeURIComponent(twoFactor.value))).toMatchObject({
    email: people.owner,
    remember_me: true,
  });
  await customer.code.fill(await customer.mailedCode(before));
  await customer.isLoggedIn();

  for (const name of ['auth', 'device']) {
    const { expires } = await waitForCookie(context, name);
    expect(Math.abs(expires - Date.now() / 1000 - 30 * day), name).toBeLessThan(60);
  }
  await expect.poll(() => cookieNames(context)).not.toContain('two_factor');

  await context.clearCookies({ name: 'auth' });
  await context.clearCookies({ name: '__Host-session' });
  const mails = await customer.mails();
  await customer.open();
  await customer.submit();
  await customer.isLoggedIn();
  expect(await customer.mails()).toBe(mails);
  expect((await waitForCookie(context, 'auth')).expires).toBe(-1);
});

test('a wrong password shows an error above the fields, which stay where they are and keep the e-mail address; the right one works', async ({
  page,
  product,
}) => {
  const customer = logIn(page, product, people.member);
  await customer.open();
  const place = await placeOf(customer.email);
  await customer.submit({ password: 'not this one' });
  await customer.banner('Wrong email address or password.');
  await expect(page.locator('main h1 ~ * .banner')).toBeInViewport();
  expect(await placeOf(customer.email)).toEqual(place);
  await expect(customer.email).toHaveValue(people.member);
  await customer.password.fill(PASSWORD);
  await customer.press('Log in');
  await customer.at('Enter your code');
});

test('while the login is pending, the checkbox, its words and the button stay where they are', async ({
  page,
  product,
}) => {
  const customer = logIn(page, product, people.member);
  await customer.open();
  await page.route('**/v1/phone/login', () => {});
  const checkbox = page.getByLabel('Remember me on this device');
  const parts = [
    checkbox,
    page.getByText('Remember me on this device'),
    page.getByRole('button', { name: 'Log in', exact: true }),
  ];
  const places = () => Promise.all(parts.map(placeOf));
  const before = await places();
  await customer.submit();
  await expect(checkbox).toHaveAttribute('aria-busy', 'true');
  expect(await places()).toEqual(before);
});

test('a gateway’s error page shows ‘try again in a moment’, and the next try works', async ({ page, product }) => {
  const customer = logIn(page, product, people.member);
  await page.route('**/v1/phone/login', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await customer.open();
  await customer.submit();
  await customer.banner('Something went wrong on our side. Try again in a moment.');
  await page.unroute('**/v1/phone/login');
  await customer.press('Log in');
  await customer.at('Enter your code');
});

test('§5: empty fields show their errors, and the first gets the focus', async ({ page, product }) => {
  const customer = logIn(page, product, '');
  await customer.open();
  await customer.press('Log in');
  await expect(page.getByText('This value should not be blank.')).toHaveCount(2);
  await expect(customer.email).toBeFocused();
  await expect(page).toHaveTitle(/^Error/);
});

test('AU1002: the message includes a link that sends the confirmation mail again', deep, async ({ page, product }) => {
  const customer = logIn(page, product, people.unconfirmed);
  const before = await customer.mails();
  await customer.open();
  await customer.submit();
  await page.locator('.banner-region').getByRole('link', { name: 'Click here' }).click();
  const mail = await product.nextMail(people.unconfirmed, before);
  const link = new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '');
  expect(link.pathname).toBe('/login/');

  await page.goto(link.pathname + link.search);
  await customer.banner('Your account is now confirmed. Please use your email address and password to login.');
  await expect(customer.email).toHaveValue(people.unconfirmed);
  await expect(page).toHaveURL(/\/login\/$/);
  await page.goto(link.pathname + link.search);
  await customer.banner('Your account is now confirmed.');
});

test('after a wrong code another one is mailed, and only the newest is accepted', deep, async ({ page, product }) => {
  const customer = logIn(page, product, people.secondFactor);
  const before = await customer.mails();
  await customer.open();
  await customer.submit();
  await customer.at('Enter your code');
  const first = await customer.mailedCode(before);
  const wrong = first === '000000' ? '000001' : '000000';
  await customer.code.fill(wrong);
  await expect(page.getByText(/code is wrong|expired|not right/i)).toBeVisible();
  await customer.press('Resend code');
  await customer.banner('Authentication code has been sent to your email address.');
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeDisabled();
  await expect(page.getByText(/You can resend the code in/)).toBeVisible();
  const second = await customer.mailedCode(before + 1);
  if (first !== second) {
    await customer.code.fill(first);
    await expect(customer.code).toHaveValue('');
  }
  await customer.code.fill(second);
  await customer.isLoggedIn();
});

test('reloading the code screen sends no mail and keeps the cool-down', deep, async ({ page, product }) => {
  const customer = logIn(page, product, people.secondFactor);
  const before = await customer.mails();
  await customer.open();
  await customer.submit();
  await customer.at('Enter your code');
  const sent = countRequests(page, /code2fa/);
  await customer.mailedCode(before);
  await customer.press('Resend code');
  await customer.mailedCode(before + 1);
  for (let times = 0; times < 3; times += 1) await page.reload();
  await customer.at('Enter your code');
  await expect(page.getByText(/You can resend the code in/)).toBeVisible();
  expect(sent()).toBe(1);
  expect(await customer.mails()).toBe(before + 2);
  await customer.code.fill(await customer.mailedCode(before + 1));
  await customer.isLoggedIn();
});

test('Back from the code leads to the login with the address kept, and Forward returns, sending nothing', async ({
  page,
  product,
}) => {
  const customer = logIn(page, product, people.secondFactor);
  await customer.open();
  await customer.submit();
  await customer.at('Enter your code');
  const mails = await customer.mails();
  await page.goBack();
  await customer.at('Log in');
  await expect(customer.email).toHaveValue(people.secondFactor);
  await expect(customer.password).toHaveValue('');
  await page.goForward();
  await customer.at('Enter your code');
  expect(await customer.mails()).toBe(mails);
});

test('after five wrong codes the login starts again', async ({ page, product }) => {
  const customer = logIn(page, product, people.secondFactor);
  const before = await customer.mails();
  await customer.open();
  await customer.submit();
  await customer.at('Enter your code');
  const right = await customer.mailedCode(before);
  const wrong = right === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) {
    await customer.code.fill(wrong);
    await expect(customer.code).toHaveValue('');
  }
  await customer.code.fill(right);
  await expect(customer.code).toBeDisabled();
  await expect(page).toHaveURL(/\/login2fa\/$/);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await customer.at('Log in');
  await expect(customer.email).toHaveValue(people.secondFactor);
});

test('§4: without a nonce the screen shows a message, disables everything and sends no request', async ({ page }) => {
  const requestCount = countRequests(page, /^\/v1\//);
  await page.goto('/login2fa/');
  await expect(page.getByText('Two Factor Authentication nonce not found.')).toBeVisible();
  await expect(page.getByLabel('Six-digit code')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Verify and log in' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeDisabled();
  expect(requestCount()).toBe(0);
});

test('repeated clicks, Enter and automatic submission send one request each', async ({ page, product }) => {
  const customer = logIn(page, product, people.member);
  const logins = countRequests(page, '/login');
  const codes = countRequests(page, '/login2fa');
  const before = await customer.mails();
  await customer.open();
  await customer.email.fill(people.member);
  await customer.password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).dblclick();
  await customer.at('Enter your code');
  expect(logins()).toBe(1);
  await customer.code.pressSequentially(await customer.mailedCode(before));
  await page.keyboard.press('Enter');
  await customer.isLoggedIn();
  expect(codes()).toBe(1);
});

test(
  'a logged-in customer is redirected from login and sign-up to the dashboard, but not from the terms',
  deep,
  async ({ page, product }) => {
    const customer = logIn(page, product, people.member);
    const before = await customer.mails();
    await customer.open();
    await customer.submit();
    await customer.code.fill(await customer.mailedCode(before));
    await customer.isLoggedIn();
    for (const path of ['/login/', '/signup/', '/recover-password/', '/one-time-login/', '/']) {
      await page.goto(path);
      await customer.isLoggedIn();
    }
    for (const path of ['/terms-and-conditions/', '/privacy-policy/', '/contact-us/', '/sso-external/']) {
      await page.goto(path);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    }
    await page.goto('/login/?discount=try-discount-10');
    await customer.isLoggedIn();
    await customer.banner(/10\s?%/);
  },
);

test('an invalid session cookie is removed once, and the login is shown without a loop', async ({
  page,
  product,
  context,
}) => {
  await context.addCookies([
    { name: 'auth', value: encodeURIComponent('{"user_id":1,"user_token":"dead"}'), url: product.url },
  ]);
  const visits: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && visits.push(frame.url()));
  await page.goto('/login/');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect.poll(() => cookieNames(context)).not.toContain('auth');
  expect(visits.length).toBeLessThan(6);
});

test('the error parameter is shown as plain text, removed from the address, and stays closed', async ({
  page,
  product,
}) => {
  const customer = logIn(page, product, '');
  const text = 'AU1002 <img src=x onerror=alert(1)> http://evil.example';
  await customer.open(`?error=${encodeURIComponent(text)}`);
  await customer.banner(text);
  await expect(page.locator('.banner-region').getByRole('link')).toHaveCount(0);
  await expect(page.locator('.banner-region img')).toHaveCount(0);
  await expect(page).toHaveURL(/\/login\/$/);
  await page.locator('.banner-region').getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page.locator('.banner-region')).not.toContainText('AU1002');
});

test('§4: a discount link shows the server’s message, the first time and later', deep, async ({ page, product }) => {
  const customer = logIn(page, product, '');
  for (let times = 0; times < 2; times += 1) {
    await customer.open('?discount=try-discount-10');
    await customer.banner(/10\s?%/);
    await expect(page).toHaveURL(/\/login\/$/);
  }
});

test('a failing link does not hide the result of the other', deep, async ({ page, product }) => {
  const customer = logIn(page, product, '');
  await customer.open('?token=nobody-knows-this&discount=try-discount-10');
  await customer.banner(/10\s?%/);
  await expect(page.locator('.banner-region [role="alert"]')).not.toBeEmpty();
});

test('a form that is sent changes its look only if the answer takes long, and never flickers', async ({
  page,
  product,
}) => {
  const customer = logIn(page, product, people.member);
  let answer = () => {};
  await page.route('**/login', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.abort();
  });
  await customer.open();
  /** Edges of the field and colour of the words beside the checkbox, in the first frame in which the form is sent. */
  const atFirst = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const look = () => {
          if (document.querySelector('form[aria-busy]') === null) return requestAnimationFrame(look);
          const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector) as Element);
          const { color } = styleOf('.checkbox-line');
          resolve([
            styleOf('[name="email"]').borderTopStyle,
            color === getComputedStyle(document.body).color ? 'ink' : color,
          ]);
        };
        look();
      }),
  );
  await customer.submit();
  expect(await atFirst).toEqual(['solid', 'ink']);
  await expect(customer.email).toHaveCSS('border-top-style', 'dashed');
  answer();
  await customer.banner(/connect/);
  await expect(customer.email).toHaveCSS('border-top-style', 'solid');
});

test('the edge of a wrong field is red, also while it has the focus', async ({ page, product }) => {
  const customer = logIn(page, product, people.member);
  await customer.open();
  await customer.press('Log in');
  await expect(customer.email).toBeFocused();
  const edgeOf = (field: string) =>
    page
      .locator(`.input:is([name="${field}"], :has([name="${field}"]))`)
      .evaluate((input) => getComputedStyle(input).borderTopColor);
  expect(await edgeOf('email')).toBe(await edgeOf('password'));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  test.beforeEach(() => needs('a touch screen'));

  test('whatever is pressed is high enough for a finger', async ({ page, product }) => {
    await logIn(page, product, people.member).open();
    await expect(page.getByRole('dialog')).toBeVisible();
    const low = await page.evaluate(() => {
      const isPressedAt = (control: Element, x: number, y: number) => {
        const pressed = document.elementFromPoint(x, y);
        return control.contains(pressed) || control.contains(pressed?.closest('label') ?? null);
      };
      return [...document.querySelectorAll('a, button, label.checkbox-line')]
        .filter((control) => control.checkVisibility() && !control.closest('p'))
        .filter((control) => {
          control.scrollIntoView({ block: 'center' });
          const { left, width, top, height } = control.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          return !isPressedAt(control, x, y - 21) || !isPressedAt(control, x, y + 21);
        })
        .map((control) => control.textContent);
    });
    expect(low).toEqual([]);
  });
});
