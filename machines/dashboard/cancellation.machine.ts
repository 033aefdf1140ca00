import { assign, setup } from 'xstate';
import type { Account } from '#contract/account.ts';
import { type Notice, success } from '#domain/notice.ts';
import { failureNotice, isSessionExpired } from '../failureNotice.ts';
import { apiRequest, effect, limits } from '../port.ts';
import { noAnswer, outcomeActions, type PanelOutcome, type PanelProblem, problemActions } from './panel.ts';

/**
 * Whether the server ended or resumed a paid subscription: read from its answer, because the trial may have ended while
 * the page was open.
 */
const isSubscription = ({ paid_until }: Account): boolean => paid_until !== null;

/** §1: cancellation is possible at any time, after a confirmation; resuming takes effect at once. */
export const cancellationMachine = setup({
  types: {
    context: {} as { isCancelled: boolean; outcome: PanelOutcome } & PanelProblem,
    input: {} as { isCancelled: boolean },
    output: {} as PanelOutcome,
    events: {} as { type: 'CONFIRM' } | { type: 'CLOSE' },
    tags: {} as 'pending',
  },
  actors: { cancelTrial: apiRequest('cancelTrial'), undoCancellation: apiRequest('undoCancellation') },
  actions: {
    notify: effect<Notice>('notify'),
    clearNotice: effect('clearNotice'),
    ...problemActions,
    ...outcomeActions,
    setFailure: assign((_, problem: Notice) => ({ outcome: { kind: 'failed' as const, problem } })),
  },
  guards: {
    isCancelled: ({ context }) => context.isCancelled,
    isSessionExpired,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'cancellation',
  context: ({ input }) => ({ ...input, outcome: { kind: 'closed' }, problem: null }),
  output: ({ context }) => context.outcome,
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isCancelled', target: 'resuming' }, { target: 'confirming' }] },
    confirming: { on: { CONFIRM: 'cancelling', CLOSE: 'closed' } },
    cancelling: {
      tags: 'pending',
      entry: ['clearNotice', 'clearProblem'],
      invoke: {
        id: 'cancelTrial',
        src: 'cancelTrial',
        input: {},
        onDone: {
          target: 'closed',
          actions: [
            { type: 'setAccount', params: ({ event }) => event.output.data.data },
            {
              type: 'notify',
              params: ({ event }) =>
                success({ code: isSubscription(event.output.data.data) ? 'subscriptionCancelled' : 'trialCancelled' }),
            },
          ],
        },
        onError: [
          {
            guard: { type: 'isSessionExpired', params: ({ event }) => event },
            target: 'closed',
            actions: 'setSessionExpired',
          },
          { target: 'confirming', actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: {
        answer: { target: 'confirming', actions: 'setUnreachable' },
      },
    },
    resuming: {
      tags: 'pending',
      entry: 'clearNotice',
      invoke: {
        id: 'undoCancellation',
        src: 'undoCancellation',
        input: {},
        onDone: {
          target: 'closed',
          actions: [
            { type: 'setAccount', params: ({ event }) => event.output.data.data },
            {
              type: 'notify',
              params: ({ event }) =>
                success({ code: isSubscription(event.output.data.data) ? 'subscriptionResumed' : 'trialResumed' }),
            },
          ],
        },
        onError: [
          {
            guard: { type: 'isSessionExpired', params: ({ event }) => event },
            target: 'closed',
            actions: 'setSessionExpired',
          },
          { target: 'closed', actions: { type: 'setFailure', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: { answer: { target: 'closed', actions: { type: 'setFailure', params: noAnswer } } },
    },
    closed: { type: 'final' },
  },
});
