import { createHarness, doneEvent, errorEvent } from '@xstate/test';
import { expect, test } from 'vitest';
import { createActor, fromPromise, type PromiseActorLogic, waitFor } from 'xstate';
import type { Notice } from '#domain/notice.ts';
import { authMachine } from '#machines/auth.machine.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.machine.ts';
import { numberChangeMachine } from '#machines/dashboard/numberChange.machine.ts';
import { passwordChangeMachine } from '#machines/dashboard/passwordChange.machine.ts';
import { sessionsMachine } from '#machines/dashboard/sessions.machine.ts';
import { teamMachine } from '#machines/dashboard/team.machine.ts';
import { mailedLinksMachine } from '#machines/mailedLinks.machine.ts';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { rejected } from '../support/flow.ts';
import { settled } from '../support/wizard.ts';
import { account } from './dashboard.cases.ts';

const answers = <CallOutput, CallInput>(answer: NoInfer<CallOutput>): PromiseActorLogic<CallOutput, CallInput> =>
  fromPromise(async () => answer);
const fails = <CallOutput, CallInput>(error: unknown): PromiseActorLogic<CallOutput, CallInput> =>
  fromPromise(async () => Promise.reject(error));
const quiet = () => {};
const sessionExpired = rejected(401, 'AU1005', '', 'Please log in again.');

test('§4: the confirmed address is prefilled unless one was typed', async () => {
  const mailedLinks = mailedLinksMachine.provide({
    actors: {
      waitForPerson: answers(undefined),
      confirmCustomer: answers({ status: 200 as const, data: { data: { email: 'ann@acme.example' } } }),
      redeemDiscount: fails(rejected(404, 'AU1006')),
    },
    actions: { addNotice: quiet, removeToken: quiet },
  });
  const start = { startAt: 'credentials', email: '', challenge: null, coolDownSeconds: 30 } as const;
  const tokens = { confirmationToken: 'c1', discountToken: 'd1' };
  const options = { input: { ...start, ...tokens }, provide: { actors: { mailedLinks } } };

  const waiting = createHarness(authMachine, options);
  await settled();
  expect(waiting.state.context.form.values.email).toBe('ann@acme.example');

  const unsavedInput = createHarness(authMachine, options);
  unsavedInput.drive({ type: 'CHANGE', change: { email: 'bo@acme.example' } });
  await settled();
  expect(unsavedInput.state.context.form.values.email).toBe('bo@acme.example');
});

test('a failing link does not hide the result of the other', async () => {
  const notices: unknown[] = [];
  const forgotten: string[] = [];
  const actor = createActor(
    mailedLinksMachine.provide({
      actors: {
        waitForPerson: answers(undefined),
        confirmCustomer: fails(rejected(404, 'AU1006', '', 'This link is too old.')),
        redeemDiscount: answers({ status: 201 as const, data: { data: { message: '10 % off.' } } }),
      },
      actions: {
        addNotice: (_, notice) => notices.push((notice as Notice).message),
        removeToken: (_, params) => forgotten.push((params as { parameter: string }).parameter),
      },
    }),
    { input: { confirmationToken: 'c1', discountToken: 'd1' } },
  ).start();
  await waitFor(actor, ({ status }) => status === 'done');
  expect(notices).toHaveLength(2);
  expect(notices).toEqual(expect.arrayContaining([{ text: 'This link is too old.' }, { text: '10 % off.' }]));
  expect(forgotten.sort()).toEqual(['discount', 'token']);
});

const dashboard = (actors: Record<string, unknown>) => {
  const harness = createHarness(dashboardMachine, { input: undefined, provide: { actors } });
  harness.drive(doneEvent('readAccount', { status: 200, data: { data: account } }));
  return harness;
};
const closings = [
  { name: 'closeSession', params: undefined },
  { name: 'notify', params: { kind: 'error', message: { code: 'sessionEnded' } } },
  { name: 'goTo', params: { family: 'login' } },
];

test.each([
  ['team', teamMachine.provide({ actors: { readTeam: fails(sessionExpired) }, actions: { notify: quiet } })],
  [
    'sessions',
    sessionsMachine.provide({ actors: { listSessions: fails(sessionExpired) }, actions: { notify: quiet } }),
  ],
])('a session that %s finds expired is closed once and the login opens', async (name, machine) => {
  const harness = dashboard({ [name]: machine });
  await settled();
  expect(harness.state.value).toBe('sessionExpired');
  expect(harness.effects).toEqual(closings);
});

test('a new password continues with a new token, and loads account, team and sessions again', async () => {
  const renewed: unknown[] = [];
  const passwordChange = passwordChangeMachine.provide({
    actors: {
      changePassword: answers({ status: 200 as const, data: { user_id: 7, user_token: 't8', remember_me: true } }),
    },
    actions: { notify: quiet, clearNotice: quiet, renewSession: (_, session) => renewed.push(session) },
  });
  const harness = dashboard({ passwordChange });
  harness.drive({ type: 'CHANGE_PASSWORD' });
  const panel = harness.state.children.passwordChange;
  panel?.send({ type: 'CHANGE', change: { current_password: 'correct horse', password: 'another horse' } });
  panel?.send({ type: 'SUBMIT' });
  await settled();
  expect(renewed).toEqual([{ user_id: 7, user_token: 't8', remember_me: true }]);
  expect(harness.state.value).toEqual({ ready: 'refreshing' });
  expect(harness.requests.map(({ name }) => name).filter((name) => name === 'sessions')).toHaveLength(2);
});

test('§8: the number is changed to the one chosen in the picker', async () => {
  const names = { country: { PL: 'Poland' }, ddi_type: { M: 'Mobile' }, us_state: {} };
  const row = { id: 12, country_code: 'PL', country_tel_code: '48', ddi_type: 'M', area_code: '', state_code: '' };
  const place = { ...row, city: '', browsable: true };
  const list = { numbers: [{ e164: '+48500100200' }], is_package: false, prices: { PLN: { nrc: 5, mrc: 3 } } };
  const numberPicker = numberPickerMachine.provide({
    actors: { listNumberTypes: answers([place]), listAreas: answers([place]), listNumbers: answers(list) },
    actions: { notify: quiet, removeToken: quiet },
  });
  const harness = createHarness(numberChangeMachine, { input: undefined, provide: { actors: { numberPicker } } });
  harness.drive(doneEvent('listCountries', [place]));
  harness.drive(doneEvent('readCoverageDictionaries', names));
  const picker = harness.state.children.numberPicker;
  picker?.send({ type: 'COUNTRY_CHOSEN', id: 'PL' });
  await settled();
  picker?.send({ type: 'TYPE_CHOSEN', id: 'M' });
  await settled();
  expect(harness.state.can({ type: 'SUBMIT' })).toBe(false);
  picker?.send({ type: 'NUMBER_CHOSEN', id: '+48500100200' });
  harness.drive({ type: 'SUBMIT' });
  expect(harness.requests.at(-1)).toMatchObject({
    name: 'changeNumber',
    input: { body: { number: '+48500100200', number_id: 12 } },
  });

  harness.drive(errorEvent('changeNumber', rejected(409, 'RG1003', '', 'This number was taken.')));
  await settled();
  expect(harness.state.can({ type: 'SUBMIT' })).toBe(false);
  expect(harness.state.context.picked).toBeNull();
});
