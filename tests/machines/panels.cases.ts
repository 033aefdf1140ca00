import { doneEvent, errorEvent } from '@xstate/test';
import { cancellationMachine } from '#machines/dashboard/cancellation.machine.ts';
import { numberChangeMachine } from '#machines/dashboard/numberChange.machine.ts';
import { passwordChangeMachine } from '#machines/dashboard/passwordChange.machine.ts';
import { secondFactorMachine } from '#machines/dashboard/secondFactor.machine.ts';
import { sessionsMachine } from '#machines/dashboard/sessions.machine.ts';
import { userCountMachine } from '#machines/dashboard/userCount.machine.ts';
import { casesOf, rejected, unreachable, unreadable } from '../support/flow.ts';
import { account, afterTrial } from './dashboard.cases.ts';
import { countries, names } from './registration/offer.ts';

const sessionExpired = rejected(401, 'AU1005', '', 'Please log in again.');
const wrongPassword = rejected(401, 'AU1001', 'password', 'Wrong password.');
const changed = { status: 200, data: { data: account } };

/** Cancel any time, §1; undone until the trial ends. */
export const cancellationCases = casesOf({
  machine: cancellationMachine,
  inputs: { running: { isCancelled: false }, cancelled: { isCancelled: true } },
  events: ['cancelTrial', 'undoCancellation'].flatMap((name) => [
    doneEvent(name, changed),
    doneEvent(name, { status: 200, data: { data: afterTrial } }),
    errorEvent(name, sessionExpired),
    errorEvent(name, unreachable),
  ]),
  invariants: {
    'a trial is cancelled only after a confirmation': (state) =>
      !('cancelTrial' in state.children) || state.matches('cancelling'),
    'a cancelled trial cannot be cancelled again': (state) =>
      !state.context.isCancelled || !state.can({ type: 'CONFIRM' }),
    'the panel that undoes a cancellation ends with the reason if it fails': ({ context, status }) =>
      context.outcome.kind !== 'failed' || (status === 'done' && context.isCancelled),
    'the account changes only with a response': ({ context, status }) =>
      context.outcome.kind !== 'changed' || status === 'done',
  },
});

/** More or fewer users, not fewer than the team has. */
export const userCountCases = casesOf({
  machine: userCountMachine,
  inputs: { '': { ordered: 3, min: 2 } },
  events: [
    { type: 'USERS_CHANGED', users: 2 },
    { type: 'USERS_CHANGED', users: 3 },
    { type: 'USERS_CHANGED', users: 1 },
    doneEvent('changeUsers', changed),
    errorEvent('changeUsers', sessionExpired),
    errorEvent('changeUsers', rejected(400, 'VA1001', 'users', 'Your team has more people than that.')),
    errorEvent('changeUsers', unreachable),
  ],
  walks: [
    // An error that belongs to no field is shown in the panel.
    {
      events: [
        { type: 'USERS_CHANGED', users: 2 },
        { type: 'SUBMIT' },
        errorEvent('changeUsers', unreachable),
        { type: 'SUBMIT' },
      ],
    },
    // One that belongs to the number is shown there, until the number changes.
    {
      events: [
        { type: 'USERS_CHANGED', users: 2 },
        { type: 'SUBMIT' },
        errorEvent('changeUsers', rejected(400, 'VA1001', 'users', 'Your team has more people than that.')),
        { type: 'USERS_CHANGED', users: 3 },
      ],
    },
  ],
  invariants: {
    'an order is never smaller than the team and never unchanged': (state) =>
      !state.matches('changing') || state.context.users === 2,
    "the server's error at the number is removed when the number changes": (state) =>
      state.context.error === undefined || state.context.users === 2,
  },
});

/** The second factor on or off; asks for the password. */
export const secondFactorCases = casesOf({
  machine: secondFactorMachine,
  inputs: { off: { isOn: false }, on: { isOn: true } },
  events: [
    { type: 'CHANGE', change: { password: 'correct horse' } },
    { type: 'CHANGE', change: { password: '' } },
    { type: 'CHANGE', change: { end_other_sessions: true } },
    { type: 'BLUR', field: 'password' },
    doneEvent('switchSecondFactor', changed),
    doneEvent('switchSecondFactor', { status: 200, data: { data: { ...account, second_factor: true } } }),
    errorEvent('switchSecondFactor', sessionExpired),
    errorEvent('switchSecondFactor', wrongPassword),
    errorEvent('switchSecondFactor', unreachable),
  ],
  walks: [
    // The server's error at the field is gone as soon as the same password is sent again.
    {
      start: 'off',
      events: [
        { type: 'CHANGE', change: { password: 'correct horse' } },
        { type: 'SUBMIT' },
        errorEvent('switchSecondFactor', wrongPassword),
        { type: 'SUBMIT' },
      ],
    },
    // An error that belongs to no field is shown in the panel, until the form is sent again.
    {
      start: 'off',
      events: [
        { type: 'CHANGE', change: { password: 'correct horse' } },
        { type: 'SUBMIT' },
        errorEvent('switchSecondFactor', unreachable),
        { type: 'SUBMIT' },
      ],
    },
  ],
  invariants: {
    'the second factor is never switched without the password': (state) =>
      !state.matches('switching') || state.context.form.values.password !== '',
    'the password is cleared when the panel closes': (state) =>
      !state.matches('closed') || state.context.form.values.password === '',
    'a wrong password does not end the session': (state) =>
      state.context.outcome.kind !== 'sessionExpired' || state.matches('closed'),
  },
});

/** Another password; asks for the present one. */
export const passwordChangeCases = casesOf({
  machine: passwordChangeMachine,
  inputs: {
    '': { hasPassword: true, email: 'ann@acme.example' },
    none: { hasPassword: false, email: 'ann@acme.example' },
  },
  events: [
    { type: 'CHANGE', change: { current_password: 'correct horse', password: 'another horse' } },
    { type: 'CHANGE', change: { password: 'short' } },
    { type: 'BLUR', field: 'password' },
    doneEvent('changePassword', { status: 200, data: { user_id: 7, user_token: 't8', remember_me: true } }),
    errorEvent('changePassword', sessionExpired),
    errorEvent('changePassword', rejected(401, 'AU1001', 'current_password', 'Wrong password.')),
    errorEvent('changePassword', unreadable),
    doneEvent('requestReset', { status: 200, data: { message: 'A link was sent.' } }),
    errorEvent('requestReset', unreachable),
  ],
  walks: [
    // An error that belongs to no field is shown in the panel, until the form is sent again.
    {
      events: [
        { type: 'CHANGE', change: { current_password: 'correct horse', password: 'another horse' } },
        { type: 'SUBMIT' },
        errorEvent('changePassword', unreadable),
        { type: 'SUBMIT' },
      ],
    },
  ],
  invariants: {
    'an account without a password is not asked for one': (state) =>
      state.context.hasPassword || !state.can({ type: 'SUBMIT' }),
    'a short password is never sent': (state) =>
      !state.matches('changing') || state.context.form.values.password === 'another horse',
    'both passwords are cleared when the panel closes': (state) =>
      !state.matches('closed') || Object.values(state.context.form.values).every((value) => value === ''),
  },
});

const sessions = [
  { id: 1, device: 'Firefox', created_at: '2025-03-01T08:00:00Z', last_seen_at: '2025-03-05T11:00:00Z', current: true },
  { id: 2, device: 'Safari', created_at: '2025-02-01T08:00:00Z', last_seen_at: '2025-03-04T11:00:00Z', current: false },
  { id: 3, device: 'Edge', created_at: '2025-01-01T08:00:00Z', last_seen_at: '2025-02-04T11:00:00Z', current: false },
];

/** Where the person is logged in. */
export const sessionsCases = casesOf({
  machine: sessionsMachine,
  inputs: { '': undefined },
  events: [
    { type: 'END_SESSION', id: 1 },
    { type: 'END_SESSION', id: 2 },
    doneEvent('listSessions', { status: 200, data: { data: sessions } }),
    errorEvent('listSessions', sessionExpired),
    errorEvent('listSessions', unreachable),
    doneEvent('endSession', { status: 200, data: { data: sessions.slice(0, 1) } }),
    errorEvent('endSession', sessionExpired),
    errorEvent('endSession', unreachable),
    errorEvent('endSession', rejected(404, 'AU1006', '', 'There is no such session.')),
    doneEvent('endOtherSessions', { status: 200, data: { data: sessions.slice(0, 1) } }),
    errorEvent('endOtherSessions', sessionExpired),
    errorEvent('endOtherSessions', unreachable),
  ],
  exitsOnScreen: { listed: 'only this session is left, and one logs out of it' },
  invariants: {
    'the current session is ended only by logging out': (state) => !state.can({ type: 'END_SESSION', id: 1 }),
    'only one session is ended at a time': (state) =>
      !state.hasTag('pending') || !state.can({ type: 'END_SESSION', id: 2 }),
    'several others are ended at once; one of them by its own button': (state) =>
      state.context.sessions.length > 2 || !state.can({ type: 'END_OTHERS' }),
    'a session that has ended cannot be ended again': (state) =>
      state.context.sessions.some(({ id }) => id === 2) || !state.can({ type: 'END_SESSION', id: 2 }),
  },
});

const chosenPlace = {
  country: { id: 'DE', name: 'Germany (+49)' },
  type: { id: 'G', name: 'Geographic' },
  state: null,
  area: { id: '12', name: 'Berlin (30)' },
};
/** Two numbers, each with prices of its own. */
const prices: Record<string, object> = {
  '+4930901820': { EUR: { nrc: 5, mrc: 3 } },
  '+4989901820': { EUR: { nrc: 7, mrc: 4 } },
};
const picker = (e164: string | null) => ({
  type: 'xstate.snapshot.numberPicker' as const,
  snapshot: {
    context: {
      choice: { ...chosenPlace, number: e164 && { id: e164, name: e164 } },
      list: { numbers: [{ e164: e164 ?? '+4930901820' }], is_package: false, prices: prices[e164 ?? '+4930901820'] },
    },
  },
});

/** Another number after sign-up, §8. */
export const numberChangeCases = casesOf({
  machine: numberChangeMachine,
  inputs: { '': undefined },
  events: [
    doneEvent('listCountries', countries),
    errorEvent('listCountries', unreachable),
    doneEvent('readCoverageDictionaries', names),
    errorEvent('readCoverageDictionaries', unreachable),
    ...[...Object.keys(prices), null].map((number) => picker(number) as never),
    doneEvent('numberPicker', { error: sessionExpired }),
    errorEvent('numberPicker', new Error('broken')),
    doneEvent('changeNumber', changed),
    errorEvent('changeNumber', sessionExpired),
    errorEvent('changeNumber', rejected(409, 'RG1003', '', 'This number was taken.')),
    errorEvent('changeNumber', unreachable),
  ],
  withoutTimeLimit: { numberPicker: 'a child flow with limits of its own' },
  invariants: {
    'a number is changed only when one is chosen': (state) =>
      state.context.picked !== null || !state.can({ type: 'SUBMIT' }),
    'no number stays picked after its picker has failed': (state) =>
      state.context.picked === null || state.matches('choosing') || state.status === 'done',
    'the prices belong to the chosen number': ({ context: { picked } }) =>
      picked === null || picked.prices === prices[picked.number],
    'only one change is sent at a time': (state) => !state.hasTag('pending') || !state.can({ type: 'SUBMIT' }),
    'the panel can be closed whenever nothing is being saved': (state) =>
      state.status === 'done' || state.matches({ choosing: 'saving' }) || state.can({ type: 'CLOSE' }),
  },
});
