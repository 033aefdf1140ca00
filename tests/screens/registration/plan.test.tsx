import { createActor } from 'xstate';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { PlanStep } from '#screens/registration/PlanStep.tsx';
import { countries, names } from '../../machines/registration/offer.ts';
import { planCases } from '../../machines/registration/plan.cases.ts';
import { casesFrom } from '../../support/flow.ts';
import { testScreen, withChildren } from '../../support/screen.tsx';
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
