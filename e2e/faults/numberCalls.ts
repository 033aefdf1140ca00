import { expect, type Page } from 'playwright/test';
import { dashboard, newCustomer } from '../support/customer.ts';
import { count } from '../support/database.ts';
import { registrationAtBilling, registrationAtNumber } from '../support/registration.ts';
import type { ProductServer } from '../support/server.ts';
import { chooseFirst, firstOption, headings, signUp } from '../support/signUp.ts';
import { banner, type CallCase, openThenTryAgain, pressIn } from './callCase.ts';
import { logInWithoutForm } from './onServer.ts';

/** Nothing is suggested, so that each list is requested by a choice. */
const withoutSuggestion = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('cfg', JSON.stringify({ country_code: 'int' })));

const combobox = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

async function chooseArea(page: Page, city: string): Promise<void> {
  const box = combobox(page, 'Area (city) code');
  await box.click();
  await box.fill(city);
  await firstOption(page, city).click();
}

/** What a choice loads, in the selects that follow it: chosen once, and then requested again. */
function chooseThenTryAgain(page: Page, choose: () => Promise<unknown>): () => Promise<void> {
  return openThenTryAgain(choose, page.getByRole('main'));
}

/** The plan and the number of a new sign-up, where nothing is chosen yet. */
async function atNumber(page: Page, product: ProductServer) {
  await withoutSuggestion(page);
  const visitor = signUp(page, product);
  await visitor.resume(await registrationAtNumber(product, visitor.email));
  await visitor.at(headings.planAndNumber);
  return { country: page.getByLabel('Country'), type: page.getByLabel('Number type') };
}

/** What the wizard waits for when it is opened at this step: the sign-up itself, and its lists. */
const ofArrival = (call: CallCase['call'], request?: string): CallCase => ({
  call,
  place: 'the sign-up is opened',
  ...(request && { request }),
  open: async (page, product) => {
    const visitor = signUp(page, product);
    const token = await registrationAtNumber(product, visitor.email);
    return {
      press: openThenTryAgain(() => visitor.resume(token), page),
      message: banner(page),
      keeps: () => visitor.at("We couldn't load your sign-up"),
      ends: async () => {
        await visitor.at(headings.planAndNumber);
        await expect(page.getByLabel('Country')).toBeEnabled();
        await expect(page).toHaveURL(new RegExp(`token=${token}`));
      },
    };
  },
});

/** What the last step waits for before it states a price. */
const ofPrices = (call: CallCase['call']): CallCase => ({
  call,
  place: 'the order is summed up',
  ...(call !== 'listPackages' && { except: { offline: 'the packages, which are read before, fail already' } }),
  open: async (page, product) => {
    const visitor = signUp(page, product);
    const token = await registrationAtBilling(product, visitor.email);
    const start = page.getByRole('button', { name: 'Start trial' });
    return {
      press: openThenTryAgain(() => visitor.resume(token), page),
      message: banner(page),
      keeps: async () => {
        await visitor.at(headings.billing);
        await expect(page.getByRole('region', { name: 'Order summary' })).toContainText("We couldn't load the prices.");
        await expect(start).toBeDisabled();
      },
      ends: async () => {
        await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$');
        await expect(start).toBeEnabled();
      },
    };
  },
});

export const numberCalls: readonly CallCase[] = [
  ofArrival('readRegistration'),
  ofArrival('readDictionaries'),
  ofArrival('readCoverageDictionaries'),
  ofArrival('listCoverages', 'listCountries'),
  ofPrices('listPackages'),
  ofPrices('readCoverage'),
  ofPrices('listNumbers'),
  {
    call: 'listCoverages',
    place: 'a country is chosen',
    request: 'listNumberTypes',
    open: async (page, product) => {
      const { country, type } = await atNumber(page, product);
      return {
        press: chooseThenTryAgain(page, () => country.selectOption('DE')),
        message: banner(page),
        keeps: () => expect(country).toHaveValue('DE'),
        ends: () => expect(type).toBeEnabled(),
      };
    },
  },
  {
    call: 'listCoverages',
    place: 'a type is chosen',
    request: 'listAreas',
    open: async (page, product) => {
      const { country, type } = await atNumber(page, product);
      await country.selectOption('DE');
      return {
        press: chooseThenTryAgain(page, () => type.selectOption('G')),
        message: banner(page),
        keeps: async () => {
          await expect(country).toHaveValue('DE');
          await expect(type).toHaveValue('G');
        },
        ends: () => expect(combobox(page, 'Area (city) code')).toBeEnabled(),
      };
    },
  },
  {
    call: 'listNumbers',
    place: 'an area is chosen',
    open: async (page, product) => {
      const { country, type } = await atNumber(page, product);
      await country.selectOption('DE');
      await type.selectOption('G');
      return {
        press: chooseThenTryAgain(page, () => chooseArea(page, 'Bonn')),
        message: banner(page),
        keeps: () => expect(combobox(page, 'Area (city) code')).toHaveValue(/Bonn/),
        ends: async () => {
          expect(await chooseFirst(page, 'Number')).toMatch(/^\+49/);
        },
      };
    },
  },
  {
    call: 'listAccountNumbers',
    open: async (page, product) => {
      await openNumberChange(page, product);
      return {
        press: chooseThenTryAgain(page, () => chooseArea(page, 'Porto')),
        message: banner(page),
        keeps: () => expect(combobox(page, 'Area (city) code')).toHaveValue(/Porto/),
        ends: async () => {
          expect(await chooseFirst(page, 'Number')).toMatch(/^\+351/);
        },
      };
    },
  },
  {
    call: 'changeNumber',
    open: async (page, product) => {
      const { email, home } = await openNumberChange(page, product);
      await chooseArea(page, 'Porto');
      const number = await chooseFirst(page, 'Number');
      const section = home.section('Phone number');
      return {
        press: () => pressIn(section, 'Change number'),
        message: section.locator('.problem'),
        keeps: () => expect(combobox(page, 'Number')).toHaveValue(number),
        ends: async () => {
          await home.banner('Your number has been changed.');
          await expect(section.locator('.dashboard-number')).toHaveText(number);
          const held = 'reservations join users on users.customer_id = reservations.customer_id';
          expect(count(product, `${held} where email = ?`, email)).toBe(1);
        },
      };
    },
  },
];

/** The panel of another number on the dashboard, before an area is chosen. */
async function openNumberChange(page: Page, product: ProductServer) {
  await withoutSuggestion(page);
  const email = await newCustomer(product);
  await logInWithoutForm(page, product, email);
  await page.goto('/app/');
  const home = dashboard(page, product, email);
  await home.isOpen();
  await home.press('Change number');
  await page.getByLabel('Country').selectOption('PT');
  await page.getByLabel('Number type').selectOption('G');
  return { email, home };
}
