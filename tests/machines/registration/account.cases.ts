import { doneEvent, errorEvent } from '@xstate/test';
import { accountMachine } from '#machines/registration/account.machine.ts';
import { casesOf, rejected, unreachable } from '../../support/flow.ts';

const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.example', password: '', terms: true };
const start = { token: 't1', termsVersion: '2026-01', values: ann };

/** §2 step 1 and '2-sso', §5. */
export const accountCases = casesOf({
  machine: accountMachine,
  inputs: {
    new: { mode: 'create', token: null, termsVersion: '2026-01', values: { ...ann, terms: false } },
    again: { ...start, mode: 'edit' },
    sso: { ...start, mode: 'confirm', values: { ...ann, terms: false } },
    verified: { ...start, mode: 'read' },
  },
  events: [
    { type: 'CHANGE', change: { first_name: ' Ann ', password: 'correct horse', terms: true } },
    { type: 'CHANGE', change: { first_name: '' } },
    { type: 'BLUR', field: 'email' },
    doneEvent('createRegistration', { status: 200, data: { token: 't1', step: '2' } }),
    doneEvent('createRegistration', { status: 202, data: { url: 'https://pages.example/1', token: 't1' } }),
    errorEvent('createRegistration', rejected(400, 'VA1001', 'password', 'Too common.')),
    errorEvent('createRegistration', unreachable),
    doneEvent('updateRegistration', { status: 200, data: { token: 't1', step: '2' } }),
    doneEvent('updateRegistration', { status: 202, data: { url: 'https://pages.example/1' } }),
    errorEvent('updateRegistration', rejected(409, 'RG1004', 'email', 'This address cannot be used.')),
    errorEvent('updateRegistration', rejected(404, 'RG1001', '', 'This registration is over.')),
    errorEvent('updateRegistration', rejected(409, 'RG1002', 'step', 'Another step.')),
    errorEvent('updateRegistration', unreachable),
  ],
  project: ({ mode, form: { values }, outcome }) => [
    mode,
    values.first_name !== '',
    values.password !== '',
    values.terms,
    outcome?.kind,
  ],
  exitsOnScreen: { hosted: 'the hosted page over the form is passed or closed, and the wizard goes on' },
  invariants: {
    'an account is created only with agreement to the terms and a password of eight characters': (state) =>
      !state.matches('creating') ||
      (state.context.mode === 'create' &&
        state.context.form.values.terms &&
        state.context.form.values.password.length >= 8),
    'single sign-on visitors confirm only with agreement to the terms': (state) =>
      !state.matches('updating') || state.context.mode === 'edit' || state.context.form.values.terms,
    'the password is cleared once the step is done': (state) =>
      state.status === 'active' || state.context.form.values.password === '',
    'nothing can be sent or changed while a request is pending': (state) =>
      !state.hasTag('pending') ||
      (!state.can({ type: 'SUBMIT' }) && !state.can({ type: 'CHANGE', change: { first_name: 'Bo' } })),
    'a verified account cannot be changed or sent': (state) =>
      state.context.mode !== 'read' ||
      (!state.can({ type: 'SUBMIT' }) && !state.can({ type: 'CHANGE', change: { first_name: 'Bo' } })),
    'a step that is done has an outcome': (state) => (state.status === 'done') === (state.output?.kind !== undefined),
  },
});
