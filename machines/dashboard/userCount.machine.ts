import { assign, setup } from 'xstate';
import { type Notice, success } from '#domain/notice.ts';
import { isSessionExpired, splitFailure } from '../failureNotice.ts';
import { apiRequest, effect, limits } from '../port.ts';
import { outcomeActions, type PanelOutcome, type PanelProblem, problemActions } from './panel.ts';

const splitUsersFailure = (error: unknown) => splitFailure(error, ['users']);

/** §1: the owner changes the number of users, down to the size of the team. */
export const userCountMachine = setup({
  types: {
    context: {} as {
      /** The number ordered now, and the minimum for the team. */
      ordered: number;
      min: number;
      users: number;
      /** The server's error for the number. */
      error: string | undefined;
      outcome: PanelOutcome;
    } & PanelProblem,
    input: {} as { ordered: number; min: number },
    output: {} as PanelOutcome,
    events: {} as { type: 'USERS_CHANGED'; users: number } | { type: 'SUBMIT' } | { type: 'CLOSE' },
    tags: {} as 'pending',
  },
  actors: { changeUsers: apiRequest('changeUsers') },
  actions: {
    notify: effect<Notice>('notify'),
    clearNotice: effect('clearNotice'),
    ...problemActions,
    setUsers: assign((_, users: number) => ({ users, error: undefined })),
    setError: assign((_, { error }: { error: unknown }) => ({ error: splitUsersFailure(error).fieldErrors.users })),
    ...outcomeActions,
  },
  guards: {
    isChanged: ({ context: { users, ordered, min } }) => users !== ordered && users >= min,
    isSessionExpired,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'userCount',
  context: ({ input }) => ({
    ...input,
    users: input.ordered,
    error: undefined,
    outcome: { kind: 'closed' },
    problem: null,
  }),
  output: ({ context }) => context.outcome,
  initial: 'editing',
  states: {
    editing: {
      on: {
        USERS_CHANGED: { actions: { type: 'setUsers', params: ({ event }) => event.users } },
        SUBMIT: { guard: 'isChanged', target: 'changing' },
        CLOSE: 'closed',
      },
    },
    changing: {
      tags: 'pending',
      entry: ['clearNotice', 'clearProblem'],
      invoke: {
        id: 'changeUsers',
        src: 'changeUsers',
        input: ({ context }) => ({ body: { users: context.users } }),
        onDone: {
          target: 'closed',
          actions: [
            { type: 'setAccount', params: ({ event }) => event.output.data.data },
            { type: 'notify', params: success({ code: 'usersChanged' }) },
          ],
        },
        onError: [
          {
            guard: { type: 'isSessionExpired', params: ({ event }) => event },
            target: 'closed',
            actions: 'setSessionExpired',
          },
          {
            target: 'editing',
            actions: [
              { type: 'setError', params: ({ event }) => event },
              { type: 'setProblem', params: ({ event }) => splitUsersFailure(event.error).notice },
            ],
          },
        ],
      },
      after: { answer: { target: 'editing', actions: 'setUnreachable' } },
    },
    closed: { type: 'final' },
  },
});
