import { doneEvent, errorEvent } from '@xstate/test';
import { invitationMachine } from '#machines/invitation.machine.ts';
import { casesOf, rejected, unreachable } from '../support/flow.ts';

/** Teammates invited, §6. */
export const invitationCases = casesOf({
  machine: invitationMachine,
  inputs: { '': { token: 'i1' } },
  events: [
    { type: 'CHANGE', change: { first_name: ' Bo ', last_name: 'Berg' } },
    { type: 'CHANGE', change: { password: 'correct horse' } },
    { type: 'CHANGE', change: { password: 'short' } },
    { type: 'BLUR', field: 'first_name' },
    doneEvent('readInvitation', {
      status: 200,
      data: { data: { email: 'bo@acme.example', company: 'Acme', invited_by: 'Ann Archer' } },
    }),
    errorEvent('readInvitation', rejected(404, 'AU1006', '', 'This link is over.')),
    errorEvent('readInvitation', unreachable),
    doneEvent('acceptInvitation', { status: 201, data: { user_id: 8, user_token: 't8' } }),
    errorEvent('acceptInvitation', rejected(404, 'AU1006', '', 'This link is over.')),
    errorEvent('acceptInvitation', rejected(400, 'VA1001', 'password', 'Too common.')),
    errorEvent('acceptInvitation', unreachable),
  ],
  project: ({ invitation, form }) => [invitation !== null, form.values, form.errors],
  exitsOnScreen: { tokenInvalid: 'the login screen' },
  invariants: {
    'nothing is sent before the invitation is read': (state) =>
      state.context.invitation !== null || !state.can({ type: 'SUBMIT' }),
    'only one request is sent at a time': (state) => !state.hasTag('pending') || !state.can({ type: 'SUBMIT' }),
    'a short password is never sent': (state) =>
      !state.matches('accepting') || state.context.form.values.password === 'correct horse',
    'the password is cleared at the end': (state) =>
      !(state.matches('accepted') || state.matches('tokenInvalid')) || state.context.form.values.password === '',
  },
});
