import { assign, setup } from 'xstate';
import type { RegistrationRecord } from '#contract/registration.ts';
import { apiRequest, effect, limits } from '../port.ts';
import { isRegistrationNotFound } from './outcome.ts';

/**
 * A sign-up that was started in this tab and left: when the visitor returns without its token in the address, they are
 * offered to continue it. A completed or expired one is not offered. If it cannot be read now, the offer is still made;
 * the wizard then shows the error and can retry.
 */
export const resumptionMachine = setup({
  types: {
    context: {} as { token: string; email: string },
    input: {} as { token: string },
    events: {} as { type: 'RESUME' } | { type: 'START_AGAIN' },
    tags: {} as 'pending',
  },
  actors: { readRegistration: apiRequest('readRegistration') },
  actions: {
    /** Puts the token of the sign-up back into the address; the wizard continues with it. */
    resume: effect<{ token: string }>('resume'),
    /** Deletes what is kept of the sign-up; the wizard starts from the beginning. */
    startAgain: effect('startAgain'),
    setEmail: assign((_, { data }: RegistrationRecord) => ({ email: data.email ?? '' })),
  },
  guards: {
    isCompleted: (_, { completed_at }: RegistrationRecord) => completed_at !== null,
    isRegistrationNotFound,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'resumption',
  context: ({ input }) => ({ ...input, email: '' }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'pending',
      invoke: {
        id: 'readRegistration',
        src: 'readRegistration',
        input: ({ context }) => ({ params: { registration_token: context.token } }),
        onDone: [
          { guard: { type: 'isCompleted', params: ({ event }) => event.output.data.data }, target: 'startedAgain' },
          { target: 'offering', actions: { type: 'setEmail', params: ({ event }) => event.output.data.data } },
        ],
        onError: [
          { guard: { type: 'isRegistrationNotFound', params: ({ event }) => event }, target: 'startedAgain' },
          { target: 'offering' },
        ],
      },
      after: { answer: { target: 'offering' } },
    },
    offering: { on: { RESUME: 'resumed', START_AGAIN: 'startedAgain' } },
    resumed: { type: 'final', entry: { type: 'resume', params: ({ context: { token } }) => ({ token }) } },
    startedAgain: { type: 'final', entry: 'startAgain' },
  },
});
