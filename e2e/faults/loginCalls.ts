import { expect, type Page } from 'playwright/test';
import { apiRequest } from '../support/api.ts';
import { cookieNames } from '../support/cookies.ts';
import { newCustomer, resetLink } from '../support/customer.ts';
import { change, count } from '../support/database.ts';
import { logIn } from '../support/logIn.ts';
import { linkIn, type ProductServer } from '../support/server.ts';
import { PASSWORD } from '../support/signUp.ts';
import { banner, type CallCase, madeByLoading, ofAnyShape, openThenReload, pressIn } from './callCase.ts';
import { logInWithoutForm, mailsTo, sessionsOf } from './onServer.ts';

const NEW_PASSWORD = 'quiet harbour light';

/** The login, with everything typed. */
async function atLogin(page: Page, product: ProductServer) {
  const email = await newCustomer(product);
  const customer = logIn(page, product, email);
  await customer.open();
  await customer.email.fill(email);
  await customer.password.fill(PASSWORD);
  const keeps = async () => {
    await expect(customer.email).toHaveValue(email);
    await expect(customer.password).toHaveValue(PASSWORD);
  };
  return { email, customer, keeps };
}

/** The screen of the mailed code. */
async function atCode(page: Page, product: ProductServer) {
  const { email, customer } = await atLogin(page, product);
  change(product, 'update users set second_factor = 1 where email = ?', email);
  const before = await customer.mails();
  await customer.press('Log in');
  await customer.at('Enter your code');
  return { email, customer, code: await customer.mailedCode(before) };
}

/** An address whose owner has not followed the link to confirm it. */
async function newUnconfirmed(product: ProductServer): Promise<string> {
  const email = await newCustomer(product);
  change(product, 'update users set confirmed_at = null where email = ?', email);
  return email;
}

export const loginCalls: readonly CallCase[] = [
  {
    call: 'login',
    isTakenAlways: true,
    open: async (page, product) => {
      const { email, customer, keeps } = await atLogin(page, product);
      return {
        press: () => customer.press('Log in'),
        message: banner(page),
        keeps,
        ends: async () => {
          await customer.isLoggedIn();
          expect(sessionsOf(product, email)).toBe(1);
        },
      };
    },
  },
  {
    call: 'loginWithCode',
    open: async (page, product) => {
      const { email, customer, code } = await atCode(page, product);
      return {
        press: async () => {
          // A complete code is submitted at once.
          if ((await customer.code.inputValue()) === '') await customer.code.fill(code);
          else await customer.press('Verify and log in');
        },
        message: banner(page),
        keeps: () => expect(customer.code).toHaveValue(code),
        ends: async () => {
          await customer.isLoggedIn();
          expect(sessionsOf(product, email)).toBe(1);
        },
      };
    },
  },
  {
    call: 'resendLoginCode',
    open: async (page, product) => {
      const { email, customer } = await atCode(page, product);
      await customer.code.fill('123');
      return {
        press: () => customer.press('Resend code'),
        message: banner(page),
        keeps: () => expect(customer.code).toHaveValue('123'),
        ends: async () => {
          await customer.banner('Authentication code has been sent to your email address.');
          expect(mailsTo(product, email, 'loginCode')).toBe(2);
          await product.nextMail(email);
          await customer.code.fill(await customer.mailedCode((await customer.mails()) - 1));
          await customer.isLoggedIn();
        },
      };
    },
  },
  {
    call: 'logOut',
    except: { ...ofAnyShape, offline: 'the screen after it may not be loaded yet: e2e/dashboard.spec.ts waits for it' },
    open: async (page, product) => {
      const email = await newCustomer(product);
      const enter = async () => {
        await logInWithoutForm(page, product, email);
        await page.goto('/app/');
        await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
      };
      const isLoggedOut = async () => {
        await expect(page).toHaveURL(/\/login\/$/);
        await expect(page.getByLabel('Email', { exact: true })).toBeEditable();
        await expect.poll(() => cookieNames(page.context())).not.toContain('auth');
      };
      await enter();
      let before = 0;
      return {
        press: () => {
          before = sessionsOf(product, email);
          return pressIn(page, 'Log out');
        },
        message: banner(page),
        says: "You're logged out in this browser.",
        keeps: isLoggedOut,
        goBack: enter,
        ends: async () => {
          await isLoggedOut();
          expect(sessionsOf(product, email)).toBe(before - 1);
        },
      };
    },
  },
  {
    call: 'requestReset',
    except: ofAnyShape,
    open: async (page, product) => {
      const email = await newCustomer(product);
      await page.goto('/recover-password/');
      const field = page.getByLabel('Email', { exact: true });
      await field.fill(email);
      return {
        press: () => pressIn(page, 'Request reset link'),
        message: banner(page),
        keeps: () => expect(field).toHaveValue(email),
        ends: async () => {
          await expect(page.getByText(/we've sent it a reset link/)).toBeVisible();
          expect(mailsTo(product, email, 'reset')).toBe(1);
        },
      };
    },
  },
  {
    call: 'readReset',
    except: madeByLoading,
    open: async (page, product) => {
      const email = await newCustomer(product);
      return {
        press: openThenReload(page, await resetLink(product, email)),
        message: null,
        keeps: async () => {
          await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
          await expect(page.getByLabel('New password', { exact: true })).toBeEditable();
        },
        ends: () =>
          expect(page.locator('form:has([autocomplete="new-password"]) [name="username"]')).toHaveValue(email),
      };
    },
  },
  {
    call: 'resetPassword',
    open: async (page, product) => {
      const email = await newCustomer(product);
      await page.goto(await resetLink(product, email));
      const fields = ['New password', 'Confirm new password'].map((name) => page.getByLabel(name, { exact: true }));
      for (const field of fields) await field.fill(NEW_PASSWORD);
      return {
        press: () => pressIn(page, 'Change password'),
        message: banner(page),
        keeps: async () => {
          for (const field of fields) await expect(field).toHaveValue(NEW_PASSWORD);
        },
        ends: async () => {
          await expect(page).toHaveURL(/\/app\/$/);
          expect(mailsTo(product, email, 'passwordChanged')).toBe(1);
        },
      };
    },
  },
  {
    call: 'confirmCustomer',
    except: madeByLoading,
    open: async (page, product) => {
      const email = await newUnconfirmed(product);
      const before = (await product.mails(email)).length;
      await apiRequest(product)('/confirmation', 'POST', { email });
      const link = linkIn(await product.nextMail(email, before));
      return {
        press: openThenReload(page, link),
        message: banner(page),
        waits: page.getByRole('button', { name: 'Log in', exact: true }),
        // Until it succeeds, the page can be reloaded.
        keeps: () => expect(page).toHaveURL(/\?token=/),
        ends: async () => {
          await expect(page.locator('.banner-region')).toContainText('Your account is now confirmed.');
          await expect(page).toHaveURL(/\/login\/$/);
          await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
          expect(count(product, 'users where email = ? and confirmed_at is not null', email)).toBe(1);
        },
      };
    },
  },
  {
    call: 'redeemDiscount',
    except: madeByLoading,
    open: async (page, product) => ({
      press: openThenReload(page, '/login/?discount=try-discount-10'),
      message: banner(page),
      waits: page.getByRole('button', { name: 'Log in', exact: true }),
      keeps: () => expect(page).toHaveURL(/\?discount=try-discount-10$/),
      ends: async () => {
        await expect(page.locator('.banner-region [role="status"]')).toContainText(/10\s?%/);
        await expect(page).toHaveURL(/\/login\/$/);
        expect(count(product, 'discounts where redeemed_at is not null')).toBe(1);
      },
    }),
  },
  {
    call: 'resendConfirmation',
    except: ofAnyShape,
    open: async (page, product) => {
      const { email, customer, keeps } = await atLogin(page, product);
      change(product, 'update users set confirmed_at = null where email = ?', email);
      await customer.press('Log in');
      const link = banner(page).getByRole('link', { name: 'Click here' });
      await expect(link).toBeVisible();
      return {
        press: () => link.click(),
        message: banner(page),
        waits: link,
        keeps,
        ends: async () => {
          await customer.banner('If this account still needs to be confirmed');
          expect(mailsTo(product, email, 'confirmation')).toBe(1);
        },
      };
    },
  },
];
