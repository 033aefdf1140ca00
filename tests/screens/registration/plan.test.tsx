import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import type { Package } from '#contract/coverage.ts';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { planMachine } from '#machines/registration/plan.machine.ts';
import { PlanStep } from '#screens/registration/PlanStep.tsx';
import { countries, names, packages } from '../../machines/registration/offer.ts';
import { planCases } from '../../machines/registration/plan.cases.ts';
import { casesFrom } from '../../support/flow.ts';
import { renderScreen, testScreen, withChildren } from '../../support/screen.tsx';
import { started } from '../../support/started.ts';
import { wizard } from './wizard.ts';

/** The step with its number picker at the start. */
function Step({ state, send }: Pick<Parameters<typeof PlanStep>[0], 'state' | 'send'>) {
  const input = { token: 't1', countries, dictionary: names, saved: null, unsavedInput: null, suggestedCountry: null };
  const begun = { numberPicker: createActor(numberPickerMachine, { input }) as never };
  return <PlanStep state={withChildren(state, begun)} send={send} wizard={wizard} />;
}
const finalStates = { saved: 'passed', moved: 'passed', registrationNotFound: 'passed', wentBack: 'passed' } as const;
const tryAgain = { 'Try again': { type: 'TRY_AGAIN' } } as const;
const continues = { Continue: { type: 'SUBMIT' } } as const;
const goBack = { Back: { type: 'BACK' } } as const;
const planWords = ['Pay as you go', '2K Bundle', 'Includes a number and 2,000 minutes per user per month.'];
const numberWords = ['Country', 'Number type', 'Area (city) code', 'Number'];
const addOnWords = [
  'AI call analysis and summaries',
  'Customer experience scoring',
  'Full transcripts',
  'Call recording with 5-year retention',
  'Call flow editor coming soon',
  'Advanced reporting coming soon',
  'Free during the trial',
];

const both = {
  heading: 'Choose your plan and number',
  texts: [...planWords, ...addOnWords, 'Order summary'],
  fields: 'any',
  buttons: continues,
} as const;
testScreen('plan and number (verify-first)', casesFrom(planCases, 'both (verify-first)'), {
  screen: Step,
  expectations: {
    ...finalStates,
    'choosing.number.opening': 'passed',
    'choosing.number.skipped': 'passed',
    'choosing.number.picking': { ...both, texts: ['Select a phone number', ...numberWords] },
    'choosing.number.broken': {
      ...both,
      texts: ["We couldn't load this list."],
      buttons: { ...continues, ...tryAgain },
    },
    'choosing.prices.loading': both,
    'choosing.prices.missing': { ...both, buttons: { ...continues, ...tryAgain } },
    'choosing.prices.shown': { ...both, texts: ['$15.00 per user per month'] },
    'choosing.submission.open': both,
    'choosing.submission.saving': { ...both, fields: [] },
    'choosing.submission.hosted': { ...both, fields: [] },
  },
});

const plan = {
  heading: 'Choose your plan',
  texts: [...planWords, ...addOnWords, 'Order summary'],
  fields: 'any',
  buttons: { ...continues, ...goBack },
} as const;
testScreen('plan (plan-first)', casesFrom(planCases, 'plan (plan-first)'), {
  screen: Step,
  expectations: {
    ...finalStates,
    'choosing.number.opening': 'passed',
    'choosing.number.picking': 'passed',
    'choosing.number.broken': 'passed',
    'choosing.number.skipped': plan,
    'choosing.prices.loading': plan,
    'choosing.prices.missing': { ...plan, buttons: { ...plan.buttons, ...tryAgain } },
    'choosing.prices.shown': { ...plan, texts: ['$15.00 per user per month', 'Users monthly fee'] },
    'choosing.submission.open': { ...plan, fields: ['Users', 'CX add-ons'] },
    'choosing.submission.saving': { ...plan, fields: [] },
    'choosing.submission.hosted': { ...plan, fields: [] },
  },
});

const number = {
  heading: 'Select a phone number',
  texts: ['Order summary'],
  fields: 'any',
  buttons: { ...continues, ...goBack },
} as const;
testScreen('number (plan-first)', casesFrom(planCases, 'number (plan-first)'), {
  screen: Step,
  expectations: {
    ...finalStates,
    'choosing.number.opening': 'passed',
    'choosing.number.skipped': 'passed',
    'choosing.number.picking': { ...number, texts: numberWords },
    'choosing.number.broken': {
      ...number,
      texts: ["We couldn't load this list."],
      buttons: { ...number.buttons, ...tryAgain },
    },
    'choosing.prices.loading': number,
    'choosing.prices.missing': { ...number, buttons: { ...number.buttons, ...tryAgain } },
    'choosing.prices.shown': number,
    'choosing.submission.open': number,
    'choosing.submission.saving': { ...number, fields: [] },
    'choosing.submission.hosted': { ...number, fields: [] },
  },
});

/** The plan of a team of twenty, fifteen of them with an add-on. */
async function typedOrder() {
  const actor = started(
    createActor(
      planMachine.provide({
        actors: {
          listPackages: fromPromise(async () => ({ status: 200 as const, data: { data: packages as Package[] } })),
        },
        actions: { notify: () => {}, clearNotice: () => {} },
      }),
      {
        input: {
          ...planCases.inputs['plan (plan-first)'],
          order: { packageType: 'P', nbUsers: 20, nbCxBundles: 15 },
        } as never,
      },
    ),
  );
  renderScreen(<ActorView actor={actor} screen={(props) => <PlanStep {...(props as StepProps)} wizard={wizard} />} />);
  const user = userEvent.setup();
  const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name });
  return {
    user,
    type: async (users: string) => {
      await user.clear(field('Users'));
      await user.type(field('Users'), users);
    },
    counts: () => [field('Users').value, field('CX add-ons').value],
  };
}
type StepProps = Pick<Parameters<typeof PlanStep>[0], 'state' | 'send'>;

test('the first digit of a number of users that is being typed takes no add-ons away', async () => {
  const { user, type, counts } = await typedOrder();
  await type('18');
  expect(counts()).toEqual(['18', '15']);
  await user.tab();
  expect(counts()).toEqual(['18', '15']);
});

test('§4 fewer users than add-ons lower the add-ons, which stay lowered once the number is complete', async () => {
  const { user, type, counts } = await typedOrder();
  await type('9');
  expect(counts()).toEqual(['9', '9']);
  await user.tab();
  await type('30');
  expect(counts()).toEqual(['30', '9']);
});

test('§4 each press of a button is a number of users of its own', async () => {
  const { user, type, counts } = await typedOrder();
  await type('15');
  const [less, more] = ['Decrease', 'Increase'].map(
    (name) => screen.getAllByRole('button', { name })[0] as HTMLElement,
  );
  await user.click(less as HTMLElement);
  await user.click(more as HTMLElement);
  expect(counts()).toEqual(['15', '14']);
});
