import { assign, setup } from 'xstate';
import type { Account } from '#contract/account.ts';
import { failureNotice, isSessionGone } from '#contract/failureNotice.ts';
import { type Notice, problem, success } from '#domain/notice.ts';
import { asksApi, limits, tells } from '../port.ts';
import type { PanelOutcome } from './panel.ts';

/** §1: the trial is cancelled at any time, after a confirmation; a cancelled one is resumed at once. */
export const cancellationMachine = setup({
  types: {
    context: {} as { isCancelled: boolean; outcome: PanelOutcome },
    input: {} as { isCancelled: boolean },
    output: {} as PanelOutcome,
    events: {} as { type: 'CONFIRM' } | { type: 'CLOSE' },
    tags: {} as 'pending',
  },
  actors: { cancelTrial: asksApi('cancelTrial'), undoCancellation: asksApi('undoCancellation') },
  actions: {
    notify: tells<Notice>('notify'),
    clearNotice: tells('clearNotice'),
    keepAccount: assign((_, account: Account) => ({ outcome: { kind: 'changed' as const, account } })),
    keepLoss: assign({ outcome: { kind: 'sessionLost' } }),
  },
  guards: {
    isCancelled: ({ context }) => context.isCancelled,
    isSessionGone: (_, { error }: { error: unknown }) => isSessionGone(error),
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'cancellation',
  context: ({ input }) => ({ ...input, outcome: { kind: 'closed' } }),
  output: ({ context }) => context.outcome,
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isCancelled', target: 'resuming' }, { target: 'confirming' }] },
    confirming: { on: { CONFIRM: 'cancelling', CLOSE: { target: 'closed', actions: 'clearNotice' } } },
    cancelling: {
      tags: 'pending',
      entry: 'clearNotice',
      invoke: {
        id: 'cancelTrial',
        src: 'cancelTrial',
        input: {},
        onDone: {
          target: 'closed',
          actions: [
            { type: 'keepAccount', params: ({ event }) => event.output.data.data },
            { type: 'notify', params: success({ code: 'trialCancelled' }) },
          ],
        },
        onError: [
          { guard: { type: 'isSessionGone', params: ({ event }) => event }, target: 'closed', actions: 'keepLoss' },
          { target: 'confirming', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: {
        answer: { target: 'confirming', actions: { type: 'notify', params: problem({ code: 'unreachable' }) } },
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
            { type: 'keepAccount', params: ({ event }) => event.output.data.data },
            { type: 'notify', params: success({ code: 'trialResumed' }) },
          ],
        },
        onError: [
          { guard: { type: 'isSessionGone', params: ({ event }) => event }, target: 'closed', actions: 'keepLoss' },
          { target: 'closed', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: { answer: { target: 'closed', actions: { type: 'notify', params: problem({ code: 'unreachable' }) } } },
    },
    closed: { type: 'final' },
  },
});
