import { exploreStates } from '@xstate/test';
import { expect, test } from 'vitest';
import { BillingStep } from '#screens/registration/BillingStep.tsx';
import { PlanStep } from '#screens/registration/PlanStep.tsx';
import { billingCases } from '../../machines/registration/billing.cases.ts';
import { planCases } from '../../machines/registration/plan.cases.ts';
import { renderScreen, withChildren } from '../../support/screen.tsx';
import { wizard } from './wizard.ts';

const { 'with a number': withNumber } = billingCases.inputs;
if (!withNumber) throw new Error('There is no number');
const billingStates = exploreStates(billingCases.machine, {
  ...billingCases,
  inputs: { 'with a number': withNumber },
}).map(({ state }) => state);
const planStates = exploreStates(planCases.machine, planCases).map(({ state }) => state);

const FIGURE = /[$€£]\s?\d|\d\s?[$€£]/;

function renderBilling(state: (typeof billingStates)[number]) {
  const { container, unmount } = renderScreen(<BillingStep state={state} send={() => {}} wizard={wizard} />);
  const page = container.textContent ?? '';
  const summary = container.querySelector('.summary-layout-summary')?.textContent ?? '';
  const options = [...container.querySelectorAll('select[name=card_currency] option')].map(({ textContent }) =>
    textContent?.slice(0, 3),
  );
  unmount();
  return { page, summary, options };
}

function renderPlan(state: (typeof planStates)[number]) {
  const { container, unmount } = renderScreen(
    <PlanStep state={withChildren(state, {})} send={() => {}} wizard={wizard} />,
  );
  const lines = [...container.querySelectorAll('.summary-layout-summary .order-line')].map(
    (line) => [line.querySelector('dt')?.textContent, line.querySelector('dd')?.textContent] as const,
  );
  const summary = container.querySelector('.summary-layout-summary')?.textContent ?? '';
  unmount();
  return { lines: Object.fromEntries(lines) as Record<string, string | undefined>, summary };
}

test('while a price is loading or missing, no sum and no charge are shown', () => {
  const waiting = new Map(
    billingStates
      .filter((state) => state.status === 'active' && !state.matches({ editing: { prices: 'shown' } }))
      .map((state) => [JSON.stringify(state.value), state]),
  );
  expect(waiting.size).toBeGreaterThanOrEqual(4);
  for (const state of waiting.values()) {
    const { page, summary } = renderBilling(state);
    expect(summary).not.toMatch(FIGURE);
    expect(page).not.toMatch(/charge your card/);
  }
});

test('once the prices are loaded, the sum includes the fees of the number', () => {
  const shown = billingStates.find(
    (state) => state.matches({ editing: { prices: 'shown' } }) && state.context.form.values.card_currency === 'USD',
  );
  if (!shown) throw new Error('The prices are never shown');
  const { page, summary } = renderBilling(shown);
  // 2 × 15 + 1 × 9 + 5 + 3.
  expect(summary).toContain('Total excluding taxes$47.00');
  // 42 a month: 42 × 12 / 365 × 26 days from 5 to 30 April, and the set-up fee.
  expect(page).toContain("On 5 Apr 2025, we'll charge your card $40.90 plus taxes");
});

test('a currency without a price for the whole order is not offered, and shows a message if it is already chosen', () => {
  const shown = billingStates.filter((state) => state.matches({ editing: { prices: 'shown' } }));
  const inDollars = shown.find(({ context }) => context.form.values.card_currency === 'USD');
  const inPounds = shown.find(({ context }) => context.form.values.card_currency === 'GBP');
  if (!inDollars || !inPounds) throw new Error('A currency is never chosen');
  expect(renderBilling(inDollars).options).toEqual(['USD', 'EUR']);
  const { page, summary, options } = renderBilling(inPounds);
  expect(summary).toContain('This order has no price in GBP. Choose another currency.');
  expect(page).not.toMatch(/charge your card/);
  expect(options).toEqual(['USD', 'EUR', 'GBP']);
});

test('no price in any currency: a message says that they could not be loaded and offers a retry', () => {
  const missing = billingStates.find((state) => state.matches({ editing: { prices: 'missing' } }));
  if (!missing) throw new Error('The prices never stay away');
  const numberFees = { is_package: false, prices: {} };
  const { page, summary } = renderBilling({
    ...missing,
    context: { ...missing.context, numberFees },
  } as typeof missing);
  expect(summary).toContain("We couldn't load the prices.");
  expect(summary).toContain('Try again');
  expect(page).not.toMatch(/another currency|your card is charged/);
});

function planWithOpenNumber() {
  const open = planStates.find(
    (state) =>
      state.matches({ choosing: { prices: 'shown', submission: 'open' } }) &&
      state.context.picked === null &&
      !state.context.isRestoring,
  );
  if (!open) throw new Error('The number is never open');
  return open;
}

test('while no number is chosen, every sum that includes its fees is unknown', () => {
  const open = planWithOpenNumber();
  expect(renderPlan(open).lines).toMatchObject({
    'Number setup fee': '–',
    'Number monthly fee': '–',
    'Total excluding taxes': '–',
    'Due today': '$0.00',
    'Due on 5 Apr 2025': '–',
    'Due on 1 May 2025': '–',
  });
});

test('a large number of users is grouped like the amounts below it', () => {
  const open = planWithOpenNumber();
  const order = { ...open.context.order, packageType: 'A' as const, nbUsers: 10_000, nbCxBundles: 0 };
  const { lines } = renderPlan({ ...open, context: { ...open.context, order } });
  expect(lines).toMatchObject({ Users: '10,000', 'Users monthly fee': '$250,000.00' });
});

test('plan A has no number fees: its sums are known before a number is chosen', () => {
  const open = planWithOpenNumber();
  const order = { ...open.context.order, packageType: 'A' as const };
  expect(renderPlan({ ...open, context: { ...open.context, order } }).lines['Total excluding taxes']).toMatch(FIGURE);
});

test('the summary waits for the prices of a number that is being restored', () => {
  const restoring = planStates.find(
    (state) => state.matches({ choosing: { prices: 'shown' } }) && state.context.isRestoring,
  );
  if (!restoring) throw new Error('No number is ever restored');
  expect(renderPlan(restoring).summary).not.toMatch(FIGURE);
  expect(renderPlan(restoring).lines).toEqual({});
});

test('a chosen number without a price in any currency is not reported as a currency problem', () => {
  const chosen = planStates.find(
    ({ context, ...state }) => context.picked !== null && state.status === 'active' && context.packages !== null,
  );
  if (!chosen?.context.picked) throw new Error('No number is ever chosen');
  const picked = { ...chosen.context.picked, prices: {} };
  const { summary } = renderPlan({ ...chosen, context: { ...chosen.context, picked } } as typeof chosen);
  expect(summary).toContain("We couldn't load the prices.");
  expect(summary).not.toContain('another currency');
});
