import { assign, setup } from 'xstate';
import type { Account } from '#contract/account.ts';
import { type Notice, problem } from '#domain/notice.ts';
import { failureNotice, isSessionExpired, isSignUpOpen } from '../failureNotice.ts';
import { apiRequest, effect, limits, notifyUnreachable } from '../port.ts';
import { hasStepMoved } from '../registration/outcome.ts';
import { cancellationMachine } from './cancellation.machine.ts';
import { numberChangeMachine } from './numberChange.machine.ts';
import type { PanelOutcome } from './panel.ts';
import { passwordChangeMachine } from './passwordChange.machine.ts';
import { secondFactorMachine } from './secondFactor.machine.ts';
import { sessionsMachine } from './sessions.machine.ts';
import { teamMachine } from './team.machine.ts';
import { userCountMachine } from './userCount.machine.ts';

/** Only the owner changes the order and the team, and only until the account has ended. */
const mayChange = ({ user, ended }: Account): boolean => user.role === 'owner' && !ended;

/**
 * §1 and §6 The dashboard: the account, with team and sessions beside it and one open panel at a time. An expired
 * session is closed once and leads to the login screen; a person whose sign-up is not finished is sent back to it.
 */
export const dashboardMachine = setup({
  types: {
    context: {} as {
      account: Account | null;
      /** Another part of the dashboard has changed what the account costs. */
      isStale: boolean;
    },
    events: {} as
      | { type: 'TRY_AGAIN' }
      | { type: 'REFRESH' }
      | { type: 'FINISH_SIGN_UP' }
      | { type: 'CHANGE_NUMBER' }
      | { type: 'CHANGE_USERS' }
      | { type: 'CANCEL_TRIAL' }
      | { type: 'RESUME_TRIAL' }
      | { type: 'SWITCH_SECOND_FACTOR' }
      | { type: 'CHANGE_PASSWORD' }
      | { type: 'LOG_OUT' },
    children: {} as {
      readAccount: 'readAccount';
      resumeRegistration: 'resumeRegistration';
      logOut: 'logOut';
      team: 'team';
      sessions: 'sessions';
      numberChange: 'numberChange';
      userCount: 'userCount';
      cancellation: 'cancellation';
      secondFactor: 'secondFactor';
      passwordChange: 'passwordChange';
    },
    tags: {} as 'pending',
  },
  actors: {
    readAccount: apiRequest('readAccount'),
    resumeRegistration: apiRequest('resumeRegistration'),
    logOut: apiRequest('logOut'),
    team: teamMachine,
    sessions: sessionsMachine,
    numberChange: numberChangeMachine,
    userCount: userCountMachine,
    cancellation: cancellationMachine,
    secondFactor: secondFactorMachine,
    passwordChange: passwordChangeMachine,
  },
  actions: {
    notify: effect<Notice>('notify'),
    notifyUnreachable: notifyUnreachable(),
    clearNotice: effect('clearNotice'),
    closeSession: effect('closeSession'),
    goTo: effect<{ family: 'login' }>('goTo'),
    goToRegistration: effect<{ token: string }>('goToRegistration'),
    /** A full load, so that no account data stays in the document. */
    leaveFor: effect<{ family: 'login' }>('leaveFor'),
    setAccount: assign((_, account: Account) => ({ account, isStale: false })),
    setOutcome: assign(({ context }, outcome: PanelOutcome) =>
      outcome.kind === 'changed' ? { account: outcome.account, isStale: false } : { isStale: context.isStale },
    ),
    markStale: assign({ isStale: true }),
    markFresh: assign({ isStale: false }),
  },
  guards: {
    isSessionExpired: (_, { error }: { error: unknown }) => isSessionExpired(error),
    isSignUpOpen: (_, { error }: { error: unknown }) => isSignUpOpen(error),
    isSignUpOver: (_, { error }: { error: unknown }) => hasStepMoved(error),
    hasSessionExpired: (_, outcome: PanelOutcome) => outcome.kind === 'sessionExpired',
    isRenewed: (_, outcome: PanelOutcome) => outcome.kind === 'renewed',
    isStale: ({ context }) => context.isStale,
    hasPassword: ({ context }) => context.account?.has_password === true,
    mayChange: ({ context: { account } }) => account !== null && mayChange(account),
    /** A cancelled subscription can be neither changed nor cancelled again. */
    isRunning: ({ context: { account } }) => account?.user.role === 'owner' && account.cancelled_at === null,
    mayResume: ({ context: { account } }) =>
      account?.user.role === 'owner' && account.cancelled_at !== null && !account.ended,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'dashboard',
  context: { account: null, isStale: false },
  initial: 'loading',
  states: {
    loading: {
      tags: 'pending',
      invoke: {
        id: 'readAccount',
        src: 'readAccount',
        input: {},
        onDone: { target: 'ready', actions: { type: 'setAccount', params: ({ event }) => event.output.data.data } },
        onError: [
          { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: 'sessionExpired' },
          { guard: { type: 'isSignUpOpen', params: ({ event }) => event }, target: 'signUpOpen' },
          { target: 'failed', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: { answer: { target: 'failed', actions: 'notifyUnreachable' } },
      on: { LOG_OUT: 'loggingOut' },
    },
    failed: { exit: 'clearNotice', on: { TRY_AGAIN: 'loading', LOG_OUT: 'loggingOut' } },
    /** The person is logged in and has verified the address, but has not reached the last step of the sign-up. */
    signUpOpen: { on: { FINISH_SIGN_UP: 'resuming', LOG_OUT: 'loggingOut' } },
    resuming: {
      tags: 'pending',
      entry: 'clearNotice',
      invoke: {
        id: 'resumeRegistration',
        src: 'resumeRegistration',
        input: {},
        onDone: {
          target: 'resumed',
          actions: { type: 'goToRegistration', params: ({ event }) => event.output.data },
        },
        onError: [
          { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: 'sessionExpired' },
          // Another tab has reached the last step in the meantime.
          { guard: { type: 'isSignUpOver', params: ({ event }) => event }, target: 'loading' },
          { target: 'signUpOpen', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: {
        answer: { target: 'signUpOpen', actions: 'notifyUnreachable' },
      },
      on: { LOG_OUT: 'loggingOut' },
    },
    resumed: { type: 'final' },
    ready: {
      invoke: [
        {
          id: 'team',
          src: 'team',
          input: ({ context: { account } }) => ({ mayChange: account !== null && mayChange(account) }),
          onDone: 'sessionExpired',
          onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
        },
        {
          id: 'sessions',
          src: 'sessions',
          onDone: 'sessionExpired',
          onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
        },
      ],
      on: { LOG_OUT: 'loggingOut', REFRESH: { actions: 'markStale' } },
      initial: 'overview',
      states: {
        overview: {
          always: { guard: 'isStale', target: 'refreshing' },
          on: {
            CHANGE_NUMBER: { guard: 'mayChange', target: 'changingNumber' },
            CHANGE_USERS: { guard: 'isRunning', target: 'changingUsers' },
            CANCEL_TRIAL: { guard: 'isRunning', target: 'cancelling' },
            RESUME_TRIAL: { guard: 'mayResume', target: 'cancelling' },
            SWITCH_SECOND_FACTOR: { guard: 'hasPassword', target: 'switchingSecondFactor' },
            CHANGE_PASSWORD: 'changingPassword',
          },
        },
        refreshing: {
          entry: 'markFresh',
          invoke: {
            id: 'readAccount',
            src: 'readAccount',
            input: {},
            onDone: {
              target: 'overview',
              actions: { type: 'setAccount', params: ({ event }) => event.output.data.data },
            },
            onError: [
              {
                guard: { type: 'isSessionExpired', params: ({ event }) => event },
                target: '#dashboard.sessionExpired',
              },
              { target: 'overview', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
            ],
          },
          after: {
            answer: { target: 'overview', actions: 'notifyUnreachable' },
          },
        },
        changingNumber: {
          invoke: {
            id: 'numberChange',
            src: 'numberChange',
            onDone: [
              {
                guard: { type: 'hasSessionExpired', params: ({ event }) => event.output },
                target: '#dashboard.sessionExpired',
              },
              { target: 'overview', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
            ],
            onError: { target: 'overview', actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
          },
        },
        changingUsers: {
          invoke: {
            id: 'userCount',
            src: 'userCount',
            input: ({ context }) => ({
              ordered: context.account?.nb_users ?? 1,
              least: context.account?.team_size ?? 1,
            }),
            onDone: [
              {
                guard: { type: 'hasSessionExpired', params: ({ event }) => event.output },
                target: '#dashboard.sessionExpired',
              },
              { target: 'overview', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
            ],
            onError: { target: 'overview', actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
          },
        },
        cancelling: {
          invoke: {
            id: 'cancellation',
            src: 'cancellation',
            input: ({ context }) => ({ isCancelled: (context.account?.cancelled_at ?? null) !== null }),
            onDone: [
              {
                guard: { type: 'hasSessionExpired', params: ({ event }) => event.output },
                target: '#dashboard.sessionExpired',
              },
              { target: 'overview', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
            ],
            onError: { target: 'overview', actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
          },
        },
        switchingSecondFactor: {
          invoke: {
            id: 'secondFactor',
            src: 'secondFactor',
            input: ({ context }) => ({ isOn: context.account?.second_factor ?? false }),
            onDone: [
              {
                guard: { type: 'hasSessionExpired', params: ({ event }) => event.output },
                target: '#dashboard.sessionExpired',
              },
              { target: 'overview', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
            ],
            onError: { target: 'overview', actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
          },
        },
        changingPassword: {
          invoke: {
            id: 'passwordChange',
            src: 'passwordChange',
            input: ({ context }) => ({
              hasPassword: context.account?.has_password ?? true,
              email: context.account?.user.email ?? '',
            }),
            onDone: [
              {
                guard: { type: 'hasSessionExpired', params: ({ event }) => event.output },
                target: '#dashboard.sessionExpired',
              },
              {
                guard: { type: 'isRenewed', params: ({ event }) => event.output },
                target: '#dashboard.ready',
                reenter: true,
              },
              { target: 'overview' },
            ],
            onError: { target: 'overview', actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
          },
        },
      },
    },
    loggingOut: {
      tags: 'pending',
      invoke: { id: 'logOut', src: 'logOut', input: {}, onDone: 'loggedOut', onError: 'loggedOut' },
      after: { answer: 'loggedOut' },
    },
    /** The session is deleted in this browser, whatever the server answered. */
    loggedOut: { type: 'final', entry: ['closeSession', { type: 'leaveFor', params: { family: 'login' } }] },
    sessionExpired: {
      type: 'final',
      entry: [
        'closeSession',
        { type: 'notify', params: problem({ code: 'sessionEnded' }) },
        { type: 'goTo', params: { family: 'login' } },
      ],
    },
  },
});
