import { doneEvent, errorEvent } from '@xstate/test';
import { newPasswordMachine } from '#machines/newPassword.machine.ts';
import { casesOf, rejected, unreachable, unreadable } from '../support/flow.ts';

/** One-time login of §2, reset of §4 and §5. */
export const newPasswordCases = casesOf({
  machine: newPasswordMachine,
  inputs: { token: { token: 'r1' }, 'no token': { token: null }, 'empty token': { token: '' } },
  events: [
    { type: 'CHANGE', change: { password: 'correct horse' } },
    { type: 'CHANGE', change: { repeatPassword: 'correct horse' } },
    { type: 'CHANGE', change: { repeatPassword: 'wrong horse' } },
    { type: 'BLUR', field: 'password' },
    doneEvent('readReset', { status: 200, data: { data: { email: 'ann@acme.example' } } }),
    errorEvent('readReset', rejected(404, 'AU1006')),
    errorEvent('readReset', rejected(404, '')),
    errorEvent('readReset', unreachable),
    doneEvent('resetPassword', { status: 200, data: { message: 'Password changed.', user_email: 'ann@acme.example' } }),
    errorEvent('resetPassword', rejected(400, 'VA1001', 'password', 'Too common.')),
    errorEvent('resetPassword', rejected(404, 'AU1006', '', 'This link was used.')),
    errorEvent('resetPassword', unreachable),
    doneEvent('login', { status: 200, data: { user_id: 7, user_token: 't7' } }),
    doneEvent('login', { status: 202, data: { nonce: 'n1', message: 'We sent you a code.' } }),
    errorEvent('login', unreadable),
    errorEvent('login', unreachable),
    errorEvent('login', rejected(403, 'AU1002', '', 'Please confirm your account.')),
  ],
  walks: [
    // The server's error at a field is gone as soon as the same value is sent again.
    {
      start: 'token',
      events: [
        { type: 'CHANGE', change: { password: 'correct horse' } },
        { type: 'CHANGE', change: { repeatPassword: 'correct horse' } },
        { type: 'SUBMIT' },
        errorEvent('resetPassword', rejected(400, 'VA1001', 'password', 'Too common.')),
        { type: 'SUBMIT' },
      ],
    },
  ],
  exitsOnScreen: { tokenMissing: 'the request of a new link', tokenInvalid: 'the request of a new link' },
  invariants: {
    'without a token nothing can be sent': (state) => !!state.context.token || !state.can({ type: 'SUBMIT' }),
    'passwords that differ are never sent': (state) =>
      !state.matches('resetting') || state.context.form.values.password === state.context.form.values.repeatPassword,
    'a difference is reported at the second password once both are entered': (state) => {
      const { values, errors } = state.context.form;
      return (
        !state.matches('editing') ||
        values.password === '' ||
        values.repeatPassword !== 'wrong horse' ||
        errors.repeatPassword === 'passwordsDiffer'
      );
    },
    'the password is stored only until the automatic login is answered': (state) =>
      state.matches('editing') ||
      state.matches('resetting') ||
      state.matches('loggingIn') ||
      (state.context.form.values.password === '' && state.context.form.values.repeatPassword === ''),
    'the form can be submitted before the address is read': (state) =>
      !state.matches('editing') || state.can({ type: 'SUBMIT' }),
    'only one request is sent at a time': (state) => !state.hasTag('pending') || !state.can({ type: 'SUBMIT' }),
  },
});
