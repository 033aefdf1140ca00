import { exploreStates } from '@xstate/test';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { countryOptions } from '#machines/registration/numberOptions.ts';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { AccountStep } from '#screens/registration/AccountStep.tsx';
import { PlanStep } from '#screens/registration/PlanStep.tsx';
import { accountCases } from '../../machines/registration/account.cases.ts';
import { countries, names } from '../../machines/registration/offer.ts';
import { planCases } from '../../machines/registration/plan.cases.ts';
import { renderScreen, withChildren } from '../../support/screen.tsx';
import { wizard } from './wizard.ts';

/** What is promised beside the fields, once the prices are there. */
function planText(): string {
  const input = { token: 't1', countries, dictionary: names, saved: null, unsavedInput: null, suggestedCountry: null };
  const numberPicker = createActor(numberPickerMachine, { input });
  const shown = exploreStates(planCases.machine, planCases).find(
    ({ state }) => state.matches({ choosing: { prices: 'shown' } }) && 'numberPicker' in state.children,
  );
  if (!shown) throw new Error('The prices are never shown');
  const state = withChildren(shown.state, { numberPicker: numberPicker as never });
  return renderScreen(<PlanStep state={state} send={() => {}} wizard={wizard} />).container.textContent ?? '';
}

test('§1 the plan says that teammates can be invited later', () => {
  expect(planText()).toContain('You can invite teammates later.');
});

test('§1 plan P says whom it suits and what it charges per minute', () => {
  expect(planText()).toContain('Suited to inbound calls. Outbound calls are charged per minute.');
});

test('§1 add-ons that are assigned when the trial ends are billed from the first invoice', () => {
  const text = planText();
  expect(text).toContain('Optional, per user.');
  expect(text).toContain('Any add-ons assigned when it ends are billed from the first invoice');
});

test('§1 the setup fee is charged once, and taxes and fees are added by location', () => {
  const text = planText();
  expect(text).toMatch(/One-off, charged in the first month|Depends on the number you choose/);
  expect(text).toContain('Taxes and fees are added according to your location.');
});

test('§2 terms and privacy open in a new tab', () => {
  const [first] = exploreStates(accountCases.machine, accountCases).filter(({ state }) => state.matches('editing'));
  if (!first) throw new Error('The account is never edited');
  const { container } = renderScreen(<AccountStep state={first.state} send={() => {}} wizard={wizard} />);
  const links = [...container.querySelectorAll<HTMLAnchorElement>('label a, .checkbox a, form a[target]')];
  expect(links.map((link) => [link.getAttribute('href'), link.target])).toEqual([
    ['/terms-and-conditions/', '_blank'],
    ['/privacy-policy/', '_blank'],
  ]);
});

test('§2 a country is named with its dialling code', () => {
  expect(countryOptions(countries, names).map(({ name }) => name)).toEqual(['Germany (+49)', 'United States (+1)']);
});
