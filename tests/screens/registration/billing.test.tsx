import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { exploreStates } from '@xstate/test';
import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import type { BillingForm } from '#contract/billing.ts';
import type { Package } from '#contract/coverage.ts';
import { cardFields } from '#contract/registration.ts';
import { billingMachine } from '#machines/registration/billing.machine.ts';
import { placeName } from '#machines/registration/numberOptions.ts';
import { BillingStep } from '#screens/registration/BillingStep.tsx';
import { billingCases } from '../../machines/registration/billing.cases.ts';
import { names, packages, tollFree } from '../../machines/registration/offer.ts';
import { rejected } from '../../support/flow.ts';
import { renderScreen, testScreen } from '../../support/screen.tsx';
import { started } from '../../support/started.ts';
import { wizard } from './wizard.ts';

const card = ['Card number', 'Expiry month (MM)', 'Expiry year (YY)', 'Security code', 'Cardholder name'];
const company = ['Company name', 'Company postal code', 'Address', 'City', 'Tax ID'];
const expected = {
  heading: 'Enter your billing information',
  texts: [
    'Your 30-day trial is 100% free.',
    "You won't be charged until 5 Apr 2025.",
    'Cancel any time',
    'will be displayed on invoices and used to calculate tax.',
    'you authorise us to charge this card for future payments',
    'Order summary',
  ],
  fields: 'any',
  buttons: { 'Start trial': { type: 'SUBMIT' }, Back: { type: 'BACK' } },
} as const;

testScreen('billing', billingCases, {
  screen: (props) => <BillingStep {...props} wizard={wizard} />,
  expectations: {
    'editing.prices.loadingPackages': expected,
    'editing.prices.readingPlace': expected,
    'editing.prices.loadingNumberPrices': expected,
    'editing.prices.missing': {
      ...expected,
      texts: ["We couldn't load the prices."],
      buttons: { ...expected.buttons, 'Try again': { type: 'TRY_AGAIN' } },
    },
    'editing.prices.shown': expected,
    'editing.submission.open': { ...expected, fields: [...card, 'Postal code', ...company] },
    'editing.submission.saving': { ...expected, fields: [] },
    'editing.submission.hosted': { ...expected, fields: [] },
    saved: 'passed',
    moved: 'passed',
    advanced: 'passed',
    registrationNotFound: 'passed',
    wentBack: 'passed',
  },
});

test('the summary of the last step shows the number, and its area with its fees', () => {
  const { 'with a number': start } = billingCases.inputs;
  if (!start) throw new Error('There is no number');
  const shown = exploreStates(billingCases.machine, {
    ...billingCases,
    inputs: { 'in dollars': { ...start, values: { ...start.values, card_currency: 'USD' } } },
  }).find(({ state }) => state.matches({ editing: { prices: 'shown' } }) && state.context.area);
  if (!shown) throw new Error('The prices are never shown');
  const ordered = { ...wizard, savedFields: { ...wizard.savedFields, number: '+493023456789' } };
  const { container } = renderScreen(<BillingStep state={shown.state} send={() => {}} wizard={ordered} />);
  expect(container.textContent).toContain('Your number+49 30 2345 6789');
  expect(container.textContent).toContain('Number monthly fee$3.00Berlin (30), Germany');
});

test('where the bank’s own page takes the card, the step shows price, terms and the way there, and no card field', () => {
  const { 'with a number': start } = billingCases.inputs;
  if (!start) throw new Error('There is no number');
  const shown = exploreStates(billingCases.machine, {
    ...billingCases,
    inputs: { hosted: { ...start, cardEntry: 'hosted' as const } },
  }).find(({ state }) => state.matches({ editing: { prices: 'shown', submission: 'open' } }));
  if (!shown) throw new Error('The prices are never shown');
  const { container } = renderScreen(<BillingStep state={shown.state} send={() => {}} wizard={wizard} />);
  const names = [...container.querySelectorAll<HTMLInputElement>('input, select')].map(({ name }) => name);
  expect(names.filter((name) => cardFields.some((field) => field === name))).toEqual([]);
  expect(container.innerHTML).not.toContain('cc-');
  const text = container.textContent ?? '';
  for (const part of ['You pay nothing today.', 'Order summary', 'a secure page of our payment provider']) {
    expect(text).toContain(part);
  }
  expect([...container.querySelectorAll('[type=submit]')].map((button) => button.textContent)).toEqual([
    'Continue to the bank',
  ]);
  expect(shown.state.can({ type: 'SUBMIT' })).toBe(true);
});

test('a number of a type without areas is named by its type', () => {
  expect(placeName(tollFree, names)).toBe('Toll-free, 800, Germany');
  expect(placeName({ ...tollFree, area_code: '' }, names)).toBe('Toll-free, Germany');
});

/** Step 4 with these values typed before; every submission is rejected for the tax ID of the company. */
function billing(typed: Partial<BillingForm>) {
  const { 'without a number': start } = billingCases.inputs;
  if (!start) throw new Error('There is no start');
  const actor = started(
    createActor(
      billingMachine.provide({
        actors: {
          listPackages: fromPromise(async () => ({ status: 200 as const, data: { data: packages as Package[] } })),
          updateRegistration: fromPromise(() =>
            Promise.reject(rejected(400, 'VA1001', 'customer_vat', 'This tax ID is unknown.')),
          ),
        },
        actions: { notify: () => {}, clearNotice: () => {} },
      }),
      { input: { ...start, values: { ...start.values, ...typed } } },
    ),
  );
  renderScreen(<ActorView actor={actor} screen={(props) => <BillingStep {...(props as Shown)} wizard={wizard} />} />);
  return userEvent.setup();
}
type Shown = Pick<Parameters<typeof BillingStep>[0], 'state' | 'send'>;

const section = () => screen.getByRole('button', { name: 'Company information (optional)' });
const taxId = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Tax ID' });

test('the company section that an error has opened stays open while the value is corrected', async () => {
  const card = { card_number: '4242424242424242', card_end_month: '12', card_end_year: '27', card_cvv: '123' };
  const user = billing(card);
  expect(section().getAttribute('aria-expanded')).toBe('false');
  await user.click(await screen.findByRole('button', { name: 'Start trial' }));
  expect(await screen.findByText('This tax ID is unknown.')).toBeTruthy();
  expect(document.activeElement).toBe(taxId());
  await user.keyboard('DE1');
  expect(screen.queryByText('This tax ID is unknown.')).toBeNull();
  expect(document.activeElement).toBe(taxId());
  expect(taxId().value).toBe('DE1');
  await user.click(section());
  expect(section().getAttribute('aria-expanded')).toBe('false');
});

test('company details that were typed before are in sight', () => {
  billing({ customer_vat: 'DE123456789' });
  expect(section().getAttribute('aria-expanded')).toBe('true');
  expect(taxId().value).toBe('DE123456789');
});

test('every field that must not be left empty is announced as required', async () => {
  const user = billing({ card_name: '', card_country: '', card_postcode: '' });
  await user.click(await screen.findByRole('button', { name: 'Start trial' }));
  const wrong = [...document.querySelectorAll('[aria-invalid=true]')];
  expect(wrong.map(({ id }) => id)).toEqual([
    'card_number',
    'card_end_month',
    'card_end_year',
    'card_cvv',
    'card_name',
    'card_country',
    'card_postcode',
  ]);
  expect(wrong.filter((field) => field.getAttribute('aria-required') !== 'true').map(({ id }) => id)).toEqual([]);
});
