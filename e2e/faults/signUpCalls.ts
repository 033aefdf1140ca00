import { expect, type Page } from 'playwright/test';
import { apiRequest } from '../support/api.ts';
import { newCustomer } from '../support/customer.ts';
import { count } from '../support/database.ts';
import { registrationAtBilling, registrationAtNumber } from '../support/registration.ts';
import type { ProductServer } from '../support/server.ts';
import { cards, headings, newEmail, PASSWORD, type SignUp, signUp } from '../support/signUp.ts';
import { banner, type CallCase, ofAnyShape, openThenTryAgain } from './callCase.ts';
import { timeLimits } from './faults.ts';
import { invite, mailsTo, sessionsOf } from './onServer.ts';

/** A sign-up whose address waits for its code. */
async function atVerification(page: Page, product: ProductServer): Promise<SignUp & { code: string; token: string }> {
  const visitor = signUp(page, product);
  const person = { first_name: 'Anna', last_name: 'Berg', email: visitor.email, password: PASSWORD };
  const { token } = await apiRequest(product)('/registrations', 'POST', { ...person, consent_version: '1' });
  const code = await product.nextCode(visitor.email);
  await visitor.resume(token);
  await visitor.at(headings.verification);
  return { ...visitor, code, token };
}

async function atBilling(page: Page, product: ProductServer): Promise<SignUp> {
  const visitor = signUp(page, product);
  await visitor.resume(await registrationAtBilling(product, visitor.email));
  await visitor.enterCard(cards.passes);
  return visitor;
}

/** The customer exists once, and the bank has taken one card. */
function isPaidOnce(product: ProductServer, email: string): void {
  expect(count(product, 'customers join users on customers.id = customer_id where email = ?', email)).toBe(1);
  const attempts = 'bank_attempts join registrations on registrations.id = registration_id';
  expect(count(product, `${attempts} where email = ? and status = 'approved'`, email)).toBe(1);
}

export const signUpCalls: readonly CallCase[] = [
  {
    call: 'createRegistration',
    open: async (page, product) => {
      const visitor = signUp(page, product);
      const typed = { 'First name': 'Anna', 'Last name': 'Berg', 'Work email': visitor.email, Password: PASSWORD };
      await visitor.open();
      for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
      const terms = page.getByRole('checkbox', { name: /I agree/ });
      await terms.check();
      return {
        press: () => visitor.press('Create an account'),
        message: banner(page),
        keeps: async () => {
          for (const [label, value] of Object.entries(typed))
            await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
          await expect(terms).toBeChecked();
        },
        ends: async () => {
          await visitor.at(headings.verification);
          expect(count(product, 'registrations where email = ?', visitor.email)).toBe(1);
          expect(mailsTo(product, visitor.email, 'verificationCode')).toBe(1);
        },
      };
    },
  },
  {
    call: 'updateRegistration',
    place: 'the address is changed',
    open: async (page, product) => {
      const visitor = await atVerification(page, product);
      const other = newEmail('other');
      await visitor.press('Back');
      const field = page.getByLabel('Work email');
      await field.fill(other);
      return {
        press: () => visitor.press('Create an account'),
        message: banner(page),
        keeps: () => expect(field).toHaveValue(other),
        ends: async () => {
          await visitor.at(headings.verification);
          await expect(page.getByText(other)).toBeVisible();
          expect(count(product, 'registrations where email = ?', other)).toBe(1);
          expect(mailsTo(product, other, 'verificationCode')).toBe(1);
        },
      };
    },
  },
  {
    call: 'updateRegistration',
    place: 'the code',
    open: async (page, product) => {
      const { code, email, at, press } = await atVerification(page, product);
      const field = page.getByLabel('Six-digit code');
      return {
        press: async () => {
          // A complete code is submitted at once.
          if ((await field.inputValue()) === '') await field.fill(code);
          else await press('Verify');
        },
        message: banner(page),
        keeps: () => expect(field).toHaveValue(code),
        ends: async () => {
          await at(headings.planAndNumber);
          expect(count(product, 'registrations where email = ? and verified_at is not null', email)).toBe(1);
        },
      };
    },
  },
  {
    call: 'updateRegistration',
    place: 'the plan and the number',
    open: async (page, product) => {
      const visitor = signUp(page, product);
      await visitor.resume(await registrationAtNumber(product, visitor.email));
      await visitor.at(headings.planAndNumber);
      await page.getByLabel('Users', { exact: true }).fill('2');
      await visitor.chooseNumber('DE', 'Bonn');
      const number = await visitor.chosenNumber();
      return {
        press: () => visitor.press('Continue'),
        message: banner(page),
        keeps: async () => {
          await expect(page.getByLabel('Users', { exact: true })).toHaveValue('2');
          expect(await visitor.chosenNumber()).toBe(number);
        },
        ends: async () => {
          await visitor.at(headings.billing);
          const reservations = 'reservations join registrations on registrations.id = registration_id';
          expect(count(product, `${reservations} where email = ? and nb_users = 2`, visitor.email)).toBe(1);
        },
      };
    },
  },
  {
    call: 'updateRegistration',
    place: 'the card',
    timeLimit: timeLimits.card,
    isTakenAlways: true,
    open: async (page, product) => {
      const visitor = await atBilling(page, product);
      const securityCode = page.getByLabel('Security code');
      return {
        press: async () => {
          await securityCode.fill('123');
          await visitor.press('Start trial');
        },
        message: banner(page),
        // The security code is forgotten after each attempt.
        keeps: async () => {
          await expect(securityCode).toHaveValue('');
          await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
          await expect(page.getByLabel('Expiry month (MM)')).toHaveValue('12');
          await expect(page.getByLabel('Expiry year (YY)')).toHaveValue('31');
          await expect(page.getByLabel('Cardholder name')).toHaveValue('Anna Berg');
          await expect(page.getByLabel('Postal code', { exact: true })).toHaveValue('50667');
        },
        ends: async () => {
          await visitor.isLoggedIn();
          isPaidOnce(product, visitor.email);
          expect(sessionsOf(product, visitor.email)).toBe(1);
        },
      };
    },
  },
  {
    call: 'resendRegistrationCode',
    except: ofAnyShape,
    open: async (page, product) => {
      const { email, press, banner: isSaid } = await atVerification(page, product);
      const field = page.getByLabel('Six-digit code');
      await field.fill('123');
      return {
        press: () => press('Resend code'),
        message: banner(page),
        keeps: () => expect(field).toHaveValue('123'),
        ends: async () => {
          await isSaid('Resend code successfully');
          expect(mailsTo(product, email, 'verificationCode')).toBe(2);
        },
      };
    },
  },
  {
    call: 'openRegistrationSession',
    except: { offline: 'the card, which goes before it, would not be sent' },
    open: async (page, product) => {
      let visitor = await atBilling(page, product);
      return {
        press: () => visitor.press('Start trial'),
        message: banner(page),
        says: 'Something went wrong',
        waits: page.getByText('Registration successful. Logging in...'),
        // The account exists: its owner logs in by hand.
        keeps: async () => {
          await visitor.at('Your trial has started');
          await visitor.press('Log in');
          await expect(page).toHaveURL(/\/login\/$/);
          isPaidOnce(product, visitor.email);
        },
        goBack: async () => {
          visitor = await atBilling(page, product);
        },
        ends: () => visitor.isLoggedIn(),
      };
    },
  },
  {
    call: 'joinTeam',
    open: async (page, product) => {
      const visitor = signUp(page, product, newEmail('new.member'));
      await invite(product, await newCustomer(product), visitor.email);
      await visitor.resume(await registrationAtNumber(product, visitor.email));
      await visitor.at('Join the team, or start your own account?');
      return {
        press: () => visitor.press('Join Berg & Sons'),
        message: banner(page),
        keeps: () => visitor.at('Join the team, or start your own account?'),
        ends: async () => {
          await visitor.isLoggedIn();
          await expect(page.getByText("You're a member of this team.")).toBeVisible();
          expect(count(product, `users where email = ? and role = 'member'`, visitor.email)).toBe(1);
          expect(sessionsOf(product, visitor.email)).toBe(1);
        },
      };
    },
  },
  {
    call: 'readInvitation',
    open: async (page, product) => {
      const visitor = signUp(page, product, newEmail('new.member'));
      const link = await invite(product, await newCustomer(product), visitor.email);
      return {
        press: openThenTryAgain(() => page.goto(link), page),
        message: banner(page),
        keeps: () => visitor.at('Join your team'),
        ends: () => expect(page.getByText('Anna Berg invited you to join the Berg & Sons team.')).toBeVisible(),
      };
    },
  },
  {
    call: 'acceptInvitation',
    open: async (page, product) => {
      const visitor = signUp(page, product, newEmail('new.member'));
      await page.goto(await invite(product, await newCustomer(product), visitor.email));
      const typed = { 'First name': 'Nora', 'Last name': 'New', Password: PASSWORD };
      for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
      return {
        press: () => visitor.press('Join and log in'),
        message: banner(page),
        keeps: async () => {
          for (const [label, value] of Object.entries(typed))
            await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
        },
        ends: async () => {
          await visitor.isLoggedIn();
          expect(count(product, 'users where email = ?', visitor.email)).toBe(1);
          expect(sessionsOf(product, visitor.email)).toBe(1);
        },
      };
    },
  },
];
