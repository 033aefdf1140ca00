import { assign, setup } from 'xstate';
import type { RegistrationRecord } from '#contract/registration.ts';
import { apiRequest, effect, limits } from '../port.ts';
import { isRegistrationNotFound } from './outcome.ts';

/**
 * A sign-up that was begun in this tab and left: somebody who comes back without its token in the address is offered
 * to go on with it. One that is completed or has run out is not offered. Where it cannot be read now, the wizard says
 * so to whoever goes on, and can ask again.
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
    /** The address names the sign-up again, and the wizard goes on with it. */
    resume: effect<{ token: string }>('resume'),
    /** Nothing is kept of it any more, and the wizard begins. */
    startAgain: effect('startAgain'),
    setEmail: assign((_, { data }: RegistrationRecord) => ({ email: data.email ?? '' })),
  },
  guards: {
    isCompleted: (_, { completed_at }: RegistrationRecord) => completed_at !== null,
    isRegistrationNotFound: (_, { error }: { error: unknown }) => isRegistrationNotFound(error),
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
