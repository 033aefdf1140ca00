import { doneEvent, errorEvent } from '@xstate/test';
import { newPasswordMachine } from '#machines/newPassword.machine.ts';
import { casesOf, refused, unreachable, unreadable } from '../support/flow.ts';

/** One-time login of §2, reset of §4 and §5. */
export const newPasswordCases = casesOf({
  machine: newPasswordMachine,
  inputs: { token: { token: 'r1' }, 'no token': { token: null }, 'empty token': { token: '' } },
  events: [
    { type: 'CHANGE', change: { password: 'correct horse' } },
    { type: 'CHANGE', change: { repeatPassword: 'correct horse' } },
    { type: 'CHANGE', change: { repeatPassword: 'wrong horse' } },
    { type: 'BLUR', field: 'password' },
    doneEvent('resetPassword', { status: 200, data: { message: 'Password changed.', user_email: 'ann@acme.example' } }),
    errorEvent('resetPassword', refused(400, 'VA1001', 'password', 'Too common.')),
    errorEvent('resetPassword', refused(404, 'AU1006', '', 'This link was used.')),
    errorEvent('resetPassword', unreachable),
    doneEvent('login', { status: 200, data: { user_id: 7, user_token: 't7' } }),
    doneEvent('login', { status: 202, data: { nonce: 'n1', message: 'We sent you a code.' } }),
    errorEvent('login', unreadable),
    errorEvent('login', unreachable),
    errorEvent('login', refused(403, 'AU1002', '', 'Please confirm your account.')),
  ],
  waysOutside: { tokenMissing: 'the request of a new link', tokenDead: 'the request of a new link' },
  invariants: {
    'without a token nothing can be sent': (state) => !!state.context.token || !state.can({ type: 'SUBMIT' }),
    'differing passwords are never sent': ({ context: { form }, ...state }) =>
      state.value !== 'resetting' || form.values.password === form.values.repeatPassword,
    'what differs is said at the second password once both are there': ({ context: { form }, ...state }) =>
      state.value !== 'editing' ||
      form.values.password === '' ||
      form.values.repeatPassword !== 'wrong horse' ||
      form.errors.repeatPassword === 'passwordsDiffer',
    'the password is kept only until the automatic login is answered': (state) =>
      ['editing', 'resetting', 'loggingIn'].some((value) => state.matches(value as 'editing')) ||
      (state.context.form.values.password === '' && state.context.form.values.repeatPassword === ''),
    'one request at a time': (state) => !state.hasTag('pending') || !state.can({ type: 'SUBMIT' }),
  },
});
