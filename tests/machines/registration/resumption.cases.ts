import { doneEvent, errorEvent } from '@xstate/test';
import { resumptionMachine } from '#machines/registration/resumption.machine.ts';
import { casesOf, rejected, unreachable } from '../../support/flow.ts';

const read = (completed_at: string | null, data: object = { email: 'ann@acme.example' }) =>
  doneEvent('readRegistration', { status: 200, data: { data: { data, step: '3', completed_at } } });

/** A sign-up that was begun in this tab and left. */
export const resumptionCases = casesOf({
  machine: resumptionMachine,
  inputs: { begun: { token: 't1' } },
  events: [
    read(null),
    read(null, {}),
    read('2025-03-05T12:00:00Z'),
    errorEvent('readRegistration', rejected(404, 'RG1001', '', 'This registration is over.')),
    errorEvent('readRegistration', unreachable),
  ],
  project: ({ email }) => [email],
  invariants: {
    "a sign-up that can be continued is never ended without the visitor's decision": (state) =>
      !state.matches('resumed') || state.context.token === 't1',
    'the address is shown only after it was read': (state) => !state.matches('reading') || state.context.email === '',
  },
});
