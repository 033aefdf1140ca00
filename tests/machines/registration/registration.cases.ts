import { afterEvent, doneEvent, errorEvent, type Outcome } from '@xstate/test';
import { emptyChoice } from '#domain/choice.ts';
import { type RegistrationStep, registrationSteps } from '#domain/constants.ts';
import { Failure } from '#domain/failure.ts';
import { problem } from '#domain/notice.ts';
import { registrationMachine } from '#machines/registration/registration.machine.ts';
import { steps } from '#machines/registration/steps.ts';
import { casesOf, refused } from '../../support/flow.ts';
import { countries, names } from './offer.ts';

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
  },
  bankOrigins: ['https://bank.example'],
};
const done = '2025-03-05T12:00:00Z';
const referenceData = { dictionary: names, offeredNames: names, countries };
const record = (step: RegistrationStep, part: object = {}) => ({
  data: { first_name: 'Ann', email: 'ann@acme.example' },
  step,
  completed_at: null,
  number_id: 11,
  ...part,
});
const saved = (step: RegistrationStep, completed_at: string | null = null) => ({
  kind: 'saved',
  state: { token: 't1', step, completed_at },
  submitted: { data: { nb_users: 2 }, number_id: 12 },
});
const invitations = [{ id: 3, company: 'Acme', invited_by: 'Cy Carr' }];
const hosted = { kind: 'hosted', page: { url: 'https://bank.example/1' } };
const moved = { kind: 'moved', notice: problem({ text: 'It stands at another step.' }) };
const gone = { kind: 'registrationNotFound', notice: problem({ text: 'This registration is over.' }) };
const snapshot = (id: string, context: object): Outcome => ({ type: `xstate.snapshot.${id}`, snapshot: { context } });
const accountSnapshot = (submitted: object | null, outcome: object | null = null) =>
  snapshot('account', {
    form: { values: { first_name: 'Bo', last_name: 'Li', email: '', password: 'secret', terms: true } },
    submitted,
    outcome,
  });
const planSnapshot = (submitted: object | null, outcome: object | null = null) =>
  snapshot('plan', {
    order: { packageType: 'A', nbUsers: 2, nbCxBundles: 1 },
    choice: emptyChoice,
    submitted,
    outcome,
  });
const billingSnapshot = (outcome: object | null) =>
  snapshot('billing', {
    form: { values: { card_number: '4242424242424242', card_cvv: '123', card_name: 'Bo', card_currency: 'USD' } },
    outcome,
  });
const reread = (step: RegistrationStep, part: object = {}) =>
  doneEvent('readRegistration', { status: 200, data: { data: record(step, part) } });

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
  events: ({ context: { order, token, shownStep } }) => [
    ...registrationSteps.map((step) => ({ type: 'HISTORY_MOVED' as const, step })),
    doneEvent('arrival', null),
    ...(token === null
      ? [doneEvent('arrival', { ...referenceData, record: null })]
      : [
          ...registrationSteps.map((step) => doneEvent('arrival', { ...referenceData, record: record(step) })),
          doneEvent('arrival', { ...referenceData, record: record('4', { completed_at: done }) }),
          doneEvent('arrival', { ...referenceData, record: record('4', { url: 'https://bank.example/1' }) }),
          doneEvent('arrival', { ...referenceData, record: record('3', { invitations }) }),
        ]),
    errorEvent('arrival', new Error('broken')),
    doneEvent('teamChoice', { kind: 'joined' }),
    doneEvent('teamChoice', { kind: 'challenged' }),
    doneEvent('teamChoice', { kind: 'startedOwn' }),
    doneEvent('teamChoice', moved),
    doneEvent('teamChoice', gone),
    errorEvent('teamChoice', new Error('broken')),
    doneEvent('account', saved(order === 'verify-first' ? (shownStep === '2-sso' ? '3' : '2') : '2')),
    doneEvent('account', { kind: 'wentForward' }),
    // Only what there is already can stand elsewhere or be over.
    ...(token === null ? [] : [doneEvent('account', moved), doneEvent('account', gone)]),
    errorEvent('account', new Error('broken')),
    accountSnapshot(null),
    accountSnapshot(null, hosted),
    accountSnapshot(null, { kind: 'hosted', page: { url: 'https://bank.example/1', token: 't1' } }),
    doneEvent('verification', saved('3')),
    doneEvent('verification', { kind: 'wentBack' }),
    doneEvent('verification', moved),
    doneEvent('verification', { kind: 'advanced', record: record('3') }),
    snapshot('verification', { outcome: null }),
    snapshot('verification', { outcome: hosted }),
    errorEvent('verification', new Error('broken')),
    doneEvent('plan', saved(shownStep === '2' ? '3' : '4')),
    doneEvent('plan', { kind: 'wentBack' }),
    doneEvent('plan', gone),
    errorEvent('plan', new Error('broken')),
    planSnapshot(null),
    planSnapshot({ data: { nb_users: 2 } }),
    planSnapshot(null, hosted),
    doneEvent('billing', saved('4', done)),
    doneEvent('billing', { kind: 'wentBack' }),
    errorEvent('billing', new Error('broken')),
    billingSnapshot(null),
    billingSnapshot(hosted),
    ...(['answered', 'cancelled', 'timedOut', 'blocked'] as const).map((result) =>
      doneEvent('bankCheck', { result, record: null }),
    ),
    doneEvent('bankCheck', { result: 'answered', record: record('4', { url: null }) }),
    doneEvent('bankCheck', { result: 'answered', record: record('4', { completed_at: done }) }),
    errorEvent('bankCheck', new Error('broken')),
    snapshot('bankCheck', { deadline: 1_000_000 }),
    reread('4'),
    reread('4', { completed_at: done }),
    errorEvent('readRegistration', refused(503, 'SV1001')),
    doneEvent('openRegistrationSession', { status: 201, data: { user_id: 7, user_token: 'u7' } }),
    errorEvent('openRegistrationSession', refused(403, 'AU1007')),
    errorEvent('openRegistrationSession', new Failure('cookiesNeeded')),
    { type: 'DAY_BEGAN', today: '2025-03-06' } as const,
  ],
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
    rest.invitations.length > 0 && rest.unsavedInput.startsOwn !== true,
  ],
  walks: [
    {
      start: 'plan-first, token',
      events: [doneEvent('arrival', { ...referenceData, record: record('3') }), planSnapshot(null)],
    },
    {
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('4') }),
        doneEvent('billing', moved),
        reread('4', { url: 'https://bank.example/1' }),
      ],
    },
    {
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('3') }),
        doneEvent('plan', moved),
        reread('4'),
        { type: 'HISTORY_MOVED', step: '3' },
      ],
    },
    // The server stands where it was: what it said is told, not that the sign-up has gone on.
    {
      start: 'verify-first, token',
      events: [doneEvent('arrival', { ...referenceData, record: record('3') }), doneEvent('plan', moved), reread('3')],
    },
    // What is sent is unsettled, whichever step sends it.
    {
      start: 'verify-first',
      events: [
        doneEvent('arrival', { ...referenceData, record: null }),
        accountSnapshot({ data: { first_name: 'Bo' } }),
      ],
    },
    {
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('2-sso') }),
        accountSnapshot({ data: { first_name: 'Bo' } }),
      ],
    },
    ...(
      [
        ['plan-first, token', '2'],
        ['plan-first, token', '3'],
        ['verify-first, token', '3'],
      ] as const
    ).map(([start, step]) => ({
      start,
      events: [
        doneEvent('arrival', { ...referenceData, record: record(step) }),
        planSnapshot({ data: { nb_users: 2 } }),
      ],
    })),
    // Every step shows the hosted page that answers it.
    ...(
      [
        ['verify-first, token', '2-sso', accountSnapshot(null, hosted)],
        ['plan-first, token', '2', planSnapshot(null, hosted)],
        ['plan-first, token', '3', planSnapshot(null, hosted)],
        ['verify-first, token', '3', planSnapshot(null, hosted)],
        ['verify-first, token', '4', billingSnapshot(hosted)],
      ] as const
    ).map(([start, step, answered]) => ({
      start,
      events: [doneEvent('arrival', { ...referenceData, record: record(step) }), answered],
    })),
    // After a hosted page, the registration decides, not the outcome of the step that was left before.
    {
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('4', { url: 'https://bank.example/1' }) }),
        doneEvent('bankCheck', { result: 'answered', record: null }),
        reread('4', { completed_at: done }),
      ],
    },
    {
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('4') }),
        doneEvent('billing', moved),
        reread('4', { url: 'https://bank.example/1' }),
        doneEvent('bankCheck', { result: 'answered', record: record('4', { completed_at: done }) }),
      ],
    },
    // The result of a hosted page is still shown after the choice of a team.
    {
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('3') }),
        planSnapshot(null, hosted),
        doneEvent('bankCheck', { result: 'blocked', record: null }),
        reread('3', { invitations }),
        doneEvent('teamChoice', { kind: 'startedOwn' }),
      ],
    },
    // A registration with an unsettled step is read before the choice of a team.
    {
      start: 'plan-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('3') }),
        planSnapshot({ data: { nb_users: 2 } }),
        doneEvent('plan', { kind: 'wentBack' }),
        doneEvent('plan', {
          kind: 'saved',
          state: { token: 't1', step: '4', completed_at: null, invitations },
          submitted: { data: { nb_users: 2 } },
        }),
      ],
    },
    // The steps one after another, and what may happen in them, on the ways that most customers take.
    {
      start: 'plan-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('2') }),
        doneEvent('plan', saved('3')),
        doneEvent('plan', saved('4')),
        billingSnapshot(null),
      ],
    },
    {
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('2') }),
        snapshot('verification', { outcome: null }),
        doneEvent('verification', { kind: 'wentBack' }),
      ],
    },
    {
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('2') }),
        doneEvent('verification', saved('3')),
        { type: 'HISTORY_MOVED', step: '1' },
        doneEvent('account', moved),
      ],
    },
    {
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('2') }),
        snapshot('verification', { outcome: hosted }),
        errorEvent('verification', new Error('broken')),
      ],
    },
    {
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('3') }),
        planSnapshot({ data: { nb_users: 2 } }),
        { type: 'HISTORY_MOVED', step: '4' },
      ],
    },
    {
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('3') }),
        doneEvent('plan', gone),
        { type: 'DAY_BEGAN', today: '2025-03-06' },
      ],
    },
    {
      start: 'verify-first, token',
      events: [doneEvent('arrival', { ...referenceData, record: record('4', { completed_at: done }) })],
    },
    ...[
      [
        snapshot('bankCheck', { deadline: 1_000_000 }),
        doneEvent('bankCheck', { result: 'cancelled', record: null }),
        reread('4'),
      ],
      [
        doneEvent('bankCheck', { result: 'answered', record: null }),
        afterEvent('answer', 'registration.filling.hostedPage.reading'),
      ],
      [
        doneEvent('bankCheck', { result: 'answered', record: null }),
        errorEvent('readRegistration', refused(503, 'SV1001')),
      ],
      [errorEvent('bankCheck', new Error('broken'))],
    ].map((events) => ({
      start: 'verify-first, token',
      events: [
        doneEvent('arrival', { ...referenceData, record: record('4', { url: 'https://bank.example/1' }) }),
        ...events,
      ],
    })),
    // A bank check that is over is not opened by a reload, whatever the record still says.
    {
      start: 'a bank check that is over',
      events: [doneEvent('arrival', { ...referenceData, record: record('4', { url: 'https://bank.example/1' }) })],
    },
  ],
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
    'the step on screen is one that the server has reached': (state) => {
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
    'billing never comes before the e-mail is verified (verify-first)': (state) =>
      state.context.order !== 'verify-first' ||
      !state.matches({ filling: { step: 'enteringBilling' } }) ||
      ['3', '4'].includes(state.context.step),
    'once the e-mail is verified the account is only looked at (verify-first)': (state) =>
      state.context.order !== 'verify-first' ||
      !['3', '4'].includes(state.context.step) ||
      !(
        state.matches({ filling: { step: 'creatingAccount' } }) ||
        state.matches({ filling: { step: 'verifyingEmail' } }) ||
        state.matches({ filling: { step: 'confirmingAccount' } })
      ),
    'no step is filled in behind one of which nobody knows whether the server has it': (state) => {
      const { order, shownStep, unsettled } = state.context;
      return (
        !state.matches('filling') ||
        unsettled.every((step) => steps[order][step].shown >= steps[order][shownStep].shown)
      );
    },
    'nobody is logged in whose registration is not completed': (state) =>
      !(state.matches('loggingIn') || state.matches('loggedIn')) || state.context.completedAt !== null,
    'a completed registration is never filled in again': (state) =>
      !state.matches('filling') || state.context.completedAt === null,
    'an invited person is asked about the team before a step is filled in': (state) =>
      !state.matches('filling') ||
      state.context.invitations.length === 0 ||
      state.context.unsavedInput.startsOwn === true,
    'a hosted page is shown only when there is one that is not over': (state) =>
      !state.matches({ filling: { hostedPage: 'open' } }) ||
      (state.context.bankUrl !== null && !state.context.unsavedInput.bankIsOver),
    'what is kept for a reload has no password and no card': ({ context }) =>
      !/secret|4242|"123"/.test(JSON.stringify(context.unsavedInput)),
  },
});
