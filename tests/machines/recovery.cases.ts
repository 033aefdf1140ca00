import { doneEvent, errorEvent } from '@xstate/test';
import { recoveryMachine } from '#machines/recovery.machine.ts';
import { casesOf, refused, unreachable } from '../support/flow.ts';

/** Request reset link of §2. */
export const recoveryCases = casesOf({
  machine: recoveryMachine,
  inputs: { empty: { email: '' }, 'address known': { email: 'ann@acme.example' } },
  events: [
    { type: 'CHANGE', change: { email: ' ann@acme.example ' } },
    { type: 'CHANGE', change: { email: 'ann' } },
    { type: 'BLUR', field: 'email' },
    doneEvent('requestReset', { status: 200, data: { message: 'Sent.' } }),
    errorEvent('requestReset', refused(400, 'VA1001', 'email', 'This is no address.')),
    errorEvent('requestReset', unreachable),
  ],
  project: ({ form }) => [form.values, form.errors],
  invariants: {
    'one request at a time': (state) => !state.hasTag('pending') || !state.can({ type: 'SUBMIT' }),
    'it is confirmed only for a right address': (state) =>
      !state.matches('sent') || state.context.form.values.email.trim() === 'ann@acme.example',
    'the address is kept': (state) => !state.matches('requesting') || state.context.form.values.email !== '',
  },
});
