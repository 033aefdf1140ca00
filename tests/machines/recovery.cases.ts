import { doneEvent, errorEvent } from '@xstate/test';
import { recoveryMachine } from '#machines/recovery.machine.ts';
import { casesOf, rejected, unreachable } from '../support/flow.ts';

/** Request reset link of §2. */
export const recoveryCases = casesOf({
  machine: recoveryMachine,
  inputs: { empty: { email: '' }, 'address known': { email: 'ann@acme.example' } },
  events: [
    { type: 'CHANGE', change: { email: ' ann@acme.example ' } },
    { type: 'CHANGE', change: { email: 'ann' } },
    { type: 'BLUR', field: 'email' },
    doneEvent('requestReset', { status: 200, data: { message: 'Sent.' } }),
    errorEvent('requestReset', rejected(400, 'VA1001', 'email', 'This is no address.')),
    errorEvent('requestReset', unreachable),
  ],
  project: ({ form }) => [form.values, form.errors],
  invariants: {
    'only one request is sent at a time': (state) => !state.hasTag('pending') || !state.can({ type: 'SUBMIT' }),
    'the mail is confirmed only for a valid address': (state) =>
      !state.matches('sent') || state.context.form.values.email.trim() === 'ann@acme.example',
    'the address is kept': (state) => !state.matches('requesting') || state.context.form.values.email !== '',
  },
});
