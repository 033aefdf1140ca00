import { registrationMachine } from '#machines/registration/registration.machine.ts';
import { needsReferenceData, steps } from '#machines/registration/steps.ts';
import { casesOf } from '../../support/flow.ts';
import { events } from './registration.samples.ts';
import { walks } from './registration.walks.ts';

const start = {
  token: null,
  prefill: { first_name: 'Ann', last_name: '', email: '' },
  unsavedInput: {},
  country: 'de' as const,
  currency: 'EUR' as const,
  today: '2025-03-05',
  timeZone: 'Europe/Berlin',
  settings: {
    coolDownSeconds: 30,
    bankDeadlineSeconds: 600,
    termsVersion: '2026-01',
    trialLength: 'month' as const,
    proration: 'daysLeft' as const,
    cardEntry: 'page' as const,
  },
  bankOrigins: ['https://bank.example'],
};

/** §2 the steps, §4 Registration. */
export const registrationCases = casesOf({
  machine: registrationMachine,
  inputs: {
    'verify-first': { ...start, order: 'verify-first' },
    'verify-first, token': { ...start, order: 'verify-first', token: 't1' },
    'plan-first': { ...start, order: 'plan-first' },
    'plan-first, token': { ...start, order: 'plan-first', token: 't1' },
    'a bank check that is over': { ...start, order: 'verify-first', token: 't1', unsavedInput: { bankIsOver: true } },
  },
  events,
  project: ({ order, token, step, shownStep, leftStep, isSso, completedAt, bankUrl, bank, outcome, ...rest }) => [
    order,
    token,
    step,
    shownStep,
    leftStep,
    isSso,
    completedAt,
    bankUrl,
    bank,
    outcome?.kind,
    rest.unsettled,
    rest.hasReferenceData,
    rest.invitations.length > 0 && rest.unsavedInput.startsOwn !== true,
  ],
  walks,
  withoutTimeLimit: {
    arrival: 'a child flow with limits of its own',
    account: 'a person takes as long as it takes',
    verification: 'a person takes as long as it takes',
    plan: 'a person takes as long as it takes',
    billing: 'a person takes as long as it takes',
    bankCheck: 'a child flow with a deadline of its own',
    teamChoice: 'a person takes as long as it takes',
  },
  invariants: {
    'a step that shows countries begins only when they are loaded': (state) =>
      !state.matches('filling') || state.context.hasReferenceData || !needsReferenceData(state.context),
    'the visible step is one that the server has reached': (state) => {
      const { order, step, shownStep } = state.context;
      return !state.matches('filling') || steps[order][shownStep].shown <= steps[order][step].shown;
    },
    'each step of the table is shown by its own state': (state) => {
      const { order, shownStep } = state.context;
      return (
        !state.matches('filling') ||
        state.matches({ filling: { step: 'readingAccount' } }) ||
        state.matches({ filling: { step: steps[order][shownStep].state } })
      );
    },
    'billing never comes before the email is verified (verify-first)': (state) =>
      state.context.order !== 'verify-first' ||
      !state.matches({ filling: { step: 'enteringBilling' } }) ||
      ['3', '4'].includes(state.context.step),
    'once the email is verified the account is read-only (verify-first)': (state) =>
      state.context.order !== 'verify-first' ||
      !['3', '4'].includes(state.context.step) ||
      !(
        state.matches({ filling: { step: 'creatingAccount' } }) ||
        state.matches({ filling: { step: 'verifyingEmail' } }) ||
        state.matches({ filling: { step: 'confirmingAccount' } })
      ),
    'no step is filled in after an unsettled one': (state) => {
      const { order, shownStep, unsettled } = state.context;
      return (
        !state.matches('filling') ||
        unsettled.every((step) => steps[order][step].shown >= steps[order][shownStep].shown)
      );
    },
    'no visitor is logged in before the registration is completed': (state) =>
      !(state.matches('loggingIn') || state.matches('showingSuccess') || state.matches('loggedIn')) ||
      state.context.completedAt !== null,
    'a completed registration is never filled in again': (state) =>
      !state.matches('filling') || state.context.completedAt === null,
    'an invited person is asked about the team before a step is filled in': (state) =>
      !state.matches('filling') ||
      state.context.invitations.length === 0 ||
      state.context.unsavedInput.startsOwn === true,
    'a hosted page is shown only while there is an open one': (state) =>
      !state.matches({ filling: { hostedPage: 'open' } }) ||
      (state.context.bankUrl !== null && !state.context.unsavedInput.bankIsOver),
    'what is stored for a reload has no password and no card': ({ context }) =>
      !/secret|4242|"123"/.test(JSON.stringify(context.unsavedInput)),
  },
});
