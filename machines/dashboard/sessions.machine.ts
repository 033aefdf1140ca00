import { assign, setup } from 'xstate';
import type { OpenSession } from '#contract/account.ts';
import { type Notice, success } from '#domain/notice.ts';
import { failureNotice, isSessionExpired, isTokenInvalid } from '../failureNotice.ts';
import { apiRequest, effect, limits } from '../port.ts';
import { type PanelProblem, problemActions } from './panel.ts';

/**
 * The person's sessions: any of them can be ended except the current one, or all others at once if they are several.
 * The flow ends when the current session has expired.
 */
export const sessionsMachine = setup({
  types: {
    context: {} as {
      sessions: readonly OpenSession[];
      /** The session that is being ended, or could not be; null: all others. */
      ending: number | null;
    } & PanelProblem,
    events: {} as
      | { type: 'TRY_AGAIN' }
      | { type: 'END_SESSION'; id: number }
      | { type: 'END_OTHERS' }
      /** Another part of the dashboard may have ended sessions. */
      | { type: 'REFRESH' },
    tags: {} as 'pending',
  },
  actors: {
    listSessions: apiRequest('listSessions'),
    endSession: apiRequest('endSession'),
    endOtherSessions: apiRequest('endOtherSessions'),
  },
  actions: {
    notify: effect<Notice>('notify'),
    clearNotice: effect('clearNotice'),
    ...problemActions,
    setSessions: assign((_, sessions: OpenSession[]) => ({ sessions, ending: null })),
    setEndingSession: assign((_, ending: number) => ({ ending })),
    clearEndingSession: assign({ ending: null }),
  },
  guards: {
    isOther: ({ context }, id: number) => context.sessions.some((session) => session.id === id && !session.current),
    hasSeveralOthers: ({ context }) => context.sessions.filter(({ current }) => !current).length > 1,
    isSessionExpired,
    /** The session has ended elsewhere, so the list is out of date. */
    isGone: isTokenInvalid,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'sessions',
  context: { sessions: [], ending: null, problem: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'pending',
      invoke: {
        id: 'listSessions',
        src: 'listSessions',
        input: {},
        onDone: { target: 'listed', actions: { type: 'setSessions', params: ({ event }) => event.output.data.data } },
        onError: [
          { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: 'sessionExpired' },
          { target: 'failed', actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: { answer: { target: 'failed', actions: 'setUnreachable' } },
    },
    failed: { exit: 'clearProblem', on: { TRY_AGAIN: 'loading' } },
    listed: {
      on: {
        END_SESSION: {
          guard: { type: 'isOther', params: ({ event }) => event.id },
          target: 'ending',
          actions: { type: 'setEndingSession', params: ({ event }) => event.id },
        },
        END_OTHERS: { guard: 'hasSeveralOthers', target: 'endingOthers', actions: 'clearEndingSession' },
        REFRESH: 'loading',
      },
    },
    ending: {
      tags: 'pending',
      entry: ['clearNotice', 'clearProblem'],
      invoke: {
        id: 'endSession',
        src: 'endSession',
        input: ({ context }) => ({ params: { session_id: String(context.ending) } }),
        onDone: {
          target: 'listed',
          actions: [
            { type: 'setSessions', params: ({ event }) => event.output.data.data },
            { type: 'notify', params: success({ code: 'sessionClosed' }) },
          ],
        },
        onError: [
          { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: 'sessionExpired' },
          {
            guard: { type: 'isGone', params: ({ event }) => event },
            target: 'loading',
            actions: { type: 'notify', params: success({ code: 'sessionClosed' }) },
          },
          { target: 'listed', actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: { answer: { target: 'listed', actions: 'setUnreachable' } },
    },
    endingOthers: {
      tags: 'pending',
      entry: ['clearNotice', 'clearProblem'],
      invoke: {
        id: 'endOtherSessions',
        src: 'endOtherSessions',
        input: {},
        onDone: {
          target: 'listed',
          actions: [
            { type: 'setSessions', params: ({ event }) => event.output.data.data },
            { type: 'notify', params: success({ code: 'otherSessionsClosed' }) },
          ],
        },
        onError: [
          { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: 'sessionExpired' },
          { target: 'listed', actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: { answer: { target: 'listed', actions: 'setUnreachable' } },
    },
    sessionExpired: { type: 'final' },
  },
});
