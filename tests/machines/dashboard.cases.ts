import { doneEvent, errorEvent, snapshotEvent } from '@xstate/test';
import type { Account } from '#contract/account.ts';
import { problem } from '#domain/notice.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.machine.ts';
import { casesOf, rejected, unreachable } from '../support/flow.ts';

const ann = { id: 7, first_name: 'Ann', last_name: 'Archer', email: 'ann@acme.example', has_cx_bundle: true };

/** The account of an owner in the middle of the trial. */
export const account: Account = {
  user: { ...ann, role: 'owner' },
  second_factor: false,
  second_factor_policy: 'new-device',
  has_password: true,
  company: 'Acme',
  package_type: 'P',
  nb_users: 2,
  nb_cx_bundles: 1,
  nb_cx_assigned: 1,
  number: '+4930901820',
  number_id: 12,
  currency: 'EUR',
  monthly: 42,
  monthly_before_discount: 42,
  user_monthly: 15,
  cx_monthly: 8.5,
  team_size: 1,
  trial_ends_on: '2025-04-05',
  trial_over: false,
  paid_until: null,
  ended: false,
  cancelled_at: null,
  discount_percent: 0,
  invoices: [],
};
/** The same after the trial: paid up to the end of May. */
export const afterTrial: Account = { ...account, trial_over: true, paid_until: '2025-05-31' };
const ended: Account = { ...afterTrial, cancelled_at: '2025-05-10T09:00:00Z', ended: true };
const cancelled: Account = { ...account, cancelled_at: '2025-03-10T09:00:00Z' };
const member: Account = { ...account, user: { ...ann, role: 'member' } };
const ofSingleSignOn: Account = { ...account, has_password: false };
const signUpOpen = rejected(403, 'AU1008', '', 'Your sign-up is not finished yet.');
const sessionExpired = rejected(401, 'AU1005', '', 'Please log in again.');
const notOffered = rejected(404, 'X404', '', 'There is no such call.');
const broken = new Error('broken');
const panels = ['numberChange', 'userCount', 'cancellation', 'secondFactor'] as const;

/** The states of the panels in which they wait for the answer to their request, and one in which they do not. */
const panelStates = {
  numberChange: [{ choosing: 'saving' }, { choosing: 'open' }, 'failed'],
  userCount: ['changing', 'editing'],
  cancellation: ['cancelling', 'resuming', 'confirming'],
  secondFactor: ['switching', 'editing'],
  passwordChange: ['changing', 'sendingLink', 'editing'],
} as const;
const ofPanel = (panel: keyof typeof panelStates) => panelStates[panel].map((value) => snapshotEvent(panel, { value }));
const openers = [
  'CHANGE_NUMBER',
  'CHANGE_USERS',
  'CANCEL_TRIAL',
  'RESUME_TRIAL',
  'SWITCH_SECOND_FACTOR',
  'CHANGE_PASSWORD',
] as const;

/** The dashboard of §1 and §6: account, panels, session. */
export const dashboardCases = casesOf({
  machine: dashboardMachine,
  inputs: { '': undefined },
  events: [
    doneEvent('readAccount', { status: 200, data: { data: account } }),
    doneEvent('readAccount', { status: 200, data: { data: cancelled } }),
    doneEvent('readAccount', { status: 200, data: { data: ended } }),
    doneEvent('readAccount', { status: 200, data: { data: member } }),
    errorEvent('readAccount', sessionExpired),
    errorEvent('readAccount', signUpOpen),
    errorEvent('readAccount', notOffered),
    errorEvent('readAccount', unreachable),
    doneEvent('readAccount', { status: 200, data: { data: ofSingleSignOn } }),
    doneEvent('resumeRegistration', { status: 201, data: { token: 't9' } }),
    errorEvent('resumeRegistration', sessionExpired),
    errorEvent('resumeRegistration', rejected(409, 'RG1002', 'step', 'It is finished.')),
    errorEvent('resumeRegistration', unreachable),
    doneEvent('team'),
    errorEvent('team', broken),
    doneEvent('sessions'),
    errorEvent('sessions', broken),
    ...panels.flatMap((panel) => [
      doneEvent(panel, { kind: 'closed' }),
      doneEvent(panel, { kind: 'changed', account: cancelled }),
      doneEvent(panel, { kind: 'failed', problem: problem({ code: 'unreachable' }) }),
      doneEvent(panel, { kind: 'sessionExpired' }),
      errorEvent(panel, broken),
      ...ofPanel(panel),
    ]),
    ...ofPanel('passwordChange'),
    doneEvent('passwordChange', { kind: 'closed' }),
    doneEvent('passwordChange', { kind: 'renewed' }),
    doneEvent('passwordChange', { kind: 'sessionExpired' }),
    errorEvent('passwordChange', broken),
    doneEvent('logOut', { status: 200, data: {} }),
    errorEvent('logOut', unreachable),
    errorEvent('logOut', sessionExpired),
    errorEvent('logOut', notOffered),
  ],
  project: ({ account, isStale, isSaving, greeted }) => [
    account?.user.role,
    account?.cancelled_at,
    account?.ended,
    account?.has_password,
    isStale,
    isSaving,
    greeted.length,
  ],
  walks: [
    {
      events: [
        doneEvent('readAccount', { status: 200, data: { data: account } }),
        { type: 'DISMISS_GREETING' },
        { type: 'CHANGE_NUMBER' },
        doneEvent('numberChange', { kind: 'changed', account: { ...account, number: '+4930901821' } }),
        { type: 'CHANGE_USERS' },
        doneEvent('userCount', { kind: 'changed', account: { ...account, nb_users: 3 } }),
        { type: 'SWITCH_SECOND_FACTOR' },
        doneEvent('secondFactor', { kind: 'changed', account: { ...account, second_factor: true } }),
        { type: 'CANCEL_TRIAL' },
        doneEvent('cancellation', { kind: 'changed', account: cancelled }),
        { type: 'REFRESH' },
        doneEvent('readAccount', { status: 200, data: { data: { ...account, monthly: 51 } } }),
      ],
    },
    // Why a cancellation could not be undone is shown until it is tried again.
    {
      events: [
        doneEvent('readAccount', { status: 200, data: { data: cancelled } }),
        { type: 'RESUME_TRIAL' },
        doneEvent('cancellation', { kind: 'failed', problem: problem({ code: 'unreachable' }) }),
        { type: 'RESUME_TRIAL' },
      ],
    },
    // A change whose answer was lost may have been carried out: the account is read when its panel is closed.
    {
      events: [
        doneEvent('readAccount', { status: 200, data: { data: account } }),
        { type: 'CHANGE_USERS' },
        snapshotEvent('userCount', { value: 'changing' }),
        snapshotEvent('userCount', { value: 'editing' }),
        doneEvent('userCount', { kind: 'closed' }),
        doneEvent('readAccount', { status: 200, data: { data: { ...account, nb_users: 3 } } }),
      ],
    },
    // What was requested again is read after a panel that was opened in between.
    {
      events: [
        doneEvent('readAccount', { status: 200, data: { data: account } }),
        { type: 'REFRESH' },
        { type: 'CHANGE_NUMBER' },
        doneEvent('numberChange', { kind: 'closed' }),
        doneEvent('readAccount', { status: 200, data: { data: { ...account, monthly: 51 } } }),
      ],
    },
  ],
  withoutTimeLimit: {
    team: 'a child flow with limits of its own',
    sessions: 'a child flow with limits of its own',
    numberChange: 'a child flow that the person closes',
    userCount: 'a child flow that the person closes',
    cancellation: 'a child flow that the person closes',
    secondFactor: 'a child flow that the person closes',
    passwordChange: 'a child flow that the person closes',
  },
  invariants: {
    'only the owner may change the number and cancel the trial': (state) =>
      state.context.account?.user.role === 'owner' ||
      (!state.can({ type: 'CHANGE_NUMBER' }) &&
        !state.can({ type: 'CANCEL_TRIAL' }) &&
        !state.can({ type: 'RESUME_TRIAL' })),
    'an account that has ended cannot be changed': (state) =>
      state.context.account?.ended !== true ||
      (['CHANGE_NUMBER', 'CHANGE_USERS', 'CANCEL_TRIAL', 'RESUME_TRIAL'] as const).every(
        (type) => !state.can({ type }),
      ),
    'only the owner changes the number of users, and not after cancellation': (state) =>
      !state.can({ type: 'CHANGE_USERS' }) ||
      (state.context.account?.user.role === 'owner' && state.context.account.cancelled_at === null),
    'a trial can be either cancelled or resumed, not both': (state) =>
      !(state.can({ type: 'CANCEL_TRIAL' }) && state.can({ type: 'RESUME_TRIAL' })),
    'logging out is possible at any time': (state) =>
      state.status === 'done' || state.matches('loggingOut') || state.can({ type: 'LOG_OUT' }),
    'the second factor can be switched only in an account with a password': (state) =>
      state.context.account?.has_password === true || !state.can({ type: 'SWITCH_SECOND_FACTOR' }),
    'no panel is opened while another one saves': (state) =>
      !state.context.isSaving || openers.every((type) => !state.can({ type })),
    'another panel can be opened while one is open and saves nothing': (state) =>
      !state.matches('ready') || state.context.isSaving || state.can({ type: 'CHANGE_PASSWORD' }),
    'only the owner of a running trial is greeted, until the greeting is dismissed': (state) =>
      !state.can({ type: 'DISMISS_GREETING' }) ||
      (state.context.account?.user.role === 'owner' &&
        state.context.account.cancelled_at === null &&
        !state.context.account.trial_over &&
        state.context.greeted.length === 0),
    'the account is read again only if it may have changed': (state) =>
      !state.matches({ ready: 'refreshing' }) || state.context.isStale,
    'no account data is shown before the account is read': (state) =>
      !state.matches('ready') || state.context.account !== null,
  },
});
