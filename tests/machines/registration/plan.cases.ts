import { doneEvent, errorEvent, type Outcome } from '@xstate/test';
import { emptyChoice } from '#domain/choice.ts';
import { planMachine } from '#machines/registration/plan.machine.ts';
import { casesOf, rejected, unreachable } from '../../support/flow.ts';
import { berlinNumbers, countries, names, packages } from './offer.ts';

const start = {
  token: 't1',
  step: '3' as const,
  panels: { plan: true, number: true },
  hasBack: false,
  order: { packageType: 'P' as const, nbUsers: 1, nbCxBundles: 0 },
  countries,
  dictionary: names,
  saved: null,
  choice: null,
  suggestedCountry: null,
};
const choice = {
  ...emptyChoice,
  country: { id: 'DE', name: 'Germany (+49)' },
  type: { id: 'G', name: 'Geographic' },
  area: { id: '11', name: 'Berlin (30)' },
  number: { id: '+49301234567', name: '+49 30 1234567' },
};
/** What the picker reports while people choose. */
const picker = (part: object): Outcome => ({
  type: 'xstate.snapshot.numberPicker',
  snapshot: { context: { choice: emptyChoice, list: null, hint: null, pendingRestore: null, savedId: null, ...part } },
});

/** §2 Plan and number, §4 Plan/users, §5 Continue. */
export const planCases = casesOf({
  machine: planMachine,
  inputs: {
    'both (verify-first)': start,
    'plan (plan-first)': { ...start, step: '2', panels: { plan: true, number: false }, hasBack: true },
    'number (plan-first)': { ...start, panels: { plan: false, number: true }, hasBack: true },
  },
  events: [
    { type: 'USERS_CHANGED', users: 2 },
    { type: 'ADD_ONS_CHANGED', addOns: 3 },
    { type: 'PLAN_CHOSEN', packageType: 'A' },
    picker({ choice, list: berlinNumbers }),
    picker({ choice: { ...choice, number: null }, list: berlinNumbers }),
    picker({ choice: { ...choice, number: null }, suggestedCountry: 'DE' }),
    picker({ pendingRestore: { country: 'DE', number: '+49301234567' } }),
    errorEvent('numberPicker', new Error('broken')),
    doneEvent('listPackages', { status: 200, data: { data: packages } }),
    doneEvent('numberPicker', { error: rejected(404, 'RG1001', '', 'This registration is over.') }),
    errorEvent('listPackages', rejected(404, 'RG1001', '', 'This registration is over.')),
    errorEvent('listPackages', rejected(503, 'SV1001')),
    doneEvent('updateRegistration', { status: 200, data: { token: 't1', step: '4' } }),
    doneEvent('updateRegistration', { status: 202, data: { url: 'https://pages.example/1' } }),
    errorEvent('updateRegistration', rejected(409, 'RG1003', 'number', 'This number is taken.')),
    errorEvent('updateRegistration', rejected(404, 'RG1001', '', 'This registration is over.')),
    errorEvent('updateRegistration', rejected(409, 'RG1002', 'step', 'Another step.')),
    errorEvent('updateRegistration', unreachable),
  ],
  project: ({ step, panels, order, picked, isRestoring, outcome }) => [
    step,
    panels,
    order.nbUsers,
    order.nbCxBundles,
    picked?.number,
    isRestoring,
    outcome?.kind,
  ],
  walks: [
    // Fewer users than add-ons: while the number is typed the add-ons come back, once it is complete they do not.
    {
      start: 'plan (plan-first)',
      events: [
        { type: 'USERS_CHANGED', users: 2 },
        { type: 'ADD_ONS_CHANGED', addOns: 3 },
        { type: 'USERS_CHANGED', users: 1 },
        { type: 'USERS_CHANGED', users: 2 },
        { type: 'USERS_CHANGED', users: 1 },
        { type: 'USERS_ENTERED' },
        { type: 'USERS_CHANGED', users: 2 },
      ],
    },
    // An order that is sent by Enter is complete as well.
    {
      start: 'plan (plan-first)',
      events: [
        doneEvent('listPackages', { status: 200, data: { data: packages } }),
        { type: 'USERS_CHANGED', users: 2 },
        { type: 'ADD_ONS_CHANGED', addOns: 3 },
        { type: 'USERS_CHANGED', users: 1 },
        { type: 'SUBMIT' },
        errorEvent('updateRegistration', unreachable),
        { type: 'USERS_CHANGED', users: 2 },
      ],
    },
    {
      start: 'both (verify-first)',
      events: [
        doneEvent('listPackages', { status: 200, data: { data: packages } }),
        picker({ choice, list: berlinNumbers }),
        { type: 'SUBMIT' },
        errorEvent('updateRegistration', unreachable),
      ],
    },
    {
      start: 'both (verify-first)',
      events: [
        doneEvent('listPackages', { status: 200, data: { data: packages } }),
        picker({ choice, list: berlinNumbers }),
        { type: 'SUBMIT' },
        errorEvent('updateRegistration', rejected(409, 'RG1003', 'number', 'This number is taken.')),
        errorEvent('numberPicker', new Error('broken')),
      ],
    },
  ],
  withoutTimeLimit: { numberPicker: 'a child flow with limits of its own' },
  exitsOnScreen: { hosted: 'the hosted page over the form is passed or closed, and the wizard goes on' },
  invariants: {
    'add-ons are from none to the number of users, users at least one': ({ context: { order } }) =>
      order.nbUsers >= 1 && order.nbCxBundles >= 0 && order.nbCxBundles <= order.nbUsers,
    'Continue is enabled only with a number where one is required, and with nothing pending': (state) =>
      !state.can({ type: 'SUBMIT' }) ||
      (!state.hasTag('pending') && (!state.context.panels.number || state.context.picked !== null)),
    'the picked number belongs to the choice': ({ context: { picked, choice } }) =>
      picked === null || picked.number === choice?.number?.id,
    'Back is offered only where the order of the steps has it': (state) =>
      !state.can({ type: 'BACK' }) || state.context.hasBack,
    'the order cannot be changed while it is sent': (state) =>
      !state.matches({ choosing: { submission: 'saving' } }) ||
      (!state.can({ type: 'USERS_CHANGED', users: 2 }) && !state.can({ type: 'SUBMIT' })),
    'a step that is done has an outcome': (state) => (state.status === 'done') === (state.output?.kind !== undefined),
  },
});
