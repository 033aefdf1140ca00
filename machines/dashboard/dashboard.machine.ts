import { problem } from '#domain/notice.ts';
import { failureNotice } from '../failureNotice.ts';
import { mayChange } from './accountRules.ts';
import { dashboardSetup, isSavingNumber } from './dashboard.setup.ts';

/**
 * §1 and §6 The dashboard: the account, with team and sessions beside it and one open panel at a time; opening another
 * panel closes it, unless it is saving. A new owner is greeted until the greeting is dismissed. An expired session is
 * closed once and leads to the login screen; a person whose sign-up is not finished is sent back to it.
 */
export const dashboardMachine = dashboardSetup.createMachine({
  id: 'dashboard',
  context: ({ input }) => ({
    account: null,
    isStale: false,
    isSaving: false,
    greeted: input?.greeted ?? [],
    problem: null,
  }),
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
          { guard: { type: 'isNotOffered', params: ({ event }) => event }, target: 'withoutAccount' },
          { target: 'failed', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: { answer: { target: 'failed', actions: 'notifyUnreachable' } },
      on: { LOG_OUT: 'loggingOut' },
    },
    failed: { exit: 'clearNotice', on: { TRY_AGAIN: 'loading', LOG_OUT: 'loggingOut' } },
    /** The API is one of §7 only, which has no accounts to show: the person is logged in, and can log out. */
    withoutAccount: { on: { LOG_OUT: 'loggingOut' } },
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
      on: {
        LOG_OUT: 'loggingOut',
        REFRESH: { actions: 'markStale' },
        DISMISS_GREETING: {
          guard: 'isNew',
          actions: ['dismissGreeting', { type: 'rememberGreeted', params: ({ context }) => context.greeted }],
        },
        CHANGE_NUMBER: { guard: 'mayChangeNumber', target: '.changingNumber' },
        CHANGE_USERS: { guard: 'mayChangeOrder', target: '.changingUsers' },
        CANCEL_TRIAL: { guard: 'mayChangeOrder', target: '.cancelling' },
        RESUME_TRIAL: { guard: 'mayResume', target: '.cancelling' },
        SWITCH_SECOND_FACTOR: { guard: 'hasPassword', target: '.switchingSecondFactor' },
        CHANGE_PASSWORD: { guard: 'mayOpenPanel', target: '.changingPassword' },
      },
      initial: 'overview',
      states: {
        overview: {
          entry: 'clearSaving',
          always: { guard: 'isStale', target: 'refreshing' },
        },
        /** A panel that is opened meanwhile ends the request; the account stays stale, so that it is sent again after it. */
        refreshing: {
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
              {
                target: 'overview',
                actions: ['markFresh', { type: 'notify', params: ({ event }) => failureNotice(event.error) }],
              },
            ],
          },
          after: {
            answer: { target: 'overview', actions: ['markFresh', 'notifyUnreachable'] },
          },
        },
        changingNumber: {
          invoke: {
            id: 'numberChange',
            src: 'numberChange',
            onSnapshot: { actions: { type: 'setSaving', params: ({ event }) => isSavingNumber(event.snapshot.value) } },
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
              min: context.account?.team_size ?? 1,
            }),
            onSnapshot: { actions: { type: 'setSaving', params: ({ event }) => event.snapshot.value === 'changing' } },
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
          entry: 'clearProblem',
          invoke: {
            id: 'cancellation',
            src: 'cancellation',
            input: ({ context }) => ({ isCancelled: (context.account?.cancelled_at ?? null) !== null }),
            onSnapshot: {
              actions: {
                type: 'setSaving',
                params: ({ event }) => event.snapshot.value === 'cancelling' || event.snapshot.value === 'resuming',
              },
            },
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
            onSnapshot: { actions: { type: 'setSaving', params: ({ event }) => event.snapshot.value === 'switching' } },
            onDone: [
              {
                guard: { type: 'hasSessionExpired', params: ({ event }) => event.output },
                target: '#dashboard.sessionExpired',
              },
              // Turned on, it may have ended the other sessions.
              {
                guard: { type: 'hasChanged', params: ({ event }) => event.output },
                target: 'overview',
                actions: [{ type: 'setOutcome', params: ({ event }) => event.output }, 'refreshSessions'],
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
            onSnapshot: {
              actions: {
                type: 'setSaving',
                params: ({ event }) => event.snapshot.value === 'changing' || event.snapshot.value === 'sendingLink',
              },
            },
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
      invoke: {
        id: 'logOut',
        src: 'logOut',
        input: {},
        onDone: 'loggedOut',
        onError: [
          { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: 'loggedOut' },
          { guard: { type: 'isNotOffered', params: ({ event }) => event }, target: 'loggedOut' },
          { target: 'loggedOutHere' },
        ],
      },
      after: { answer: 'loggedOutHere' },
    },
    loggedOut: { type: 'final', entry: ['closeSession', { type: 'leaveFor', params: { family: 'login' } }] },
    /**
     * The session is deleted in this browser, whatever the server answered. The document stays: without a connection
     * there is no other.
     */
    loggedOutHere: {
      type: 'final',
      entry: [
        'closeSession',
        { type: 'notify', params: problem({ code: 'loggedOutHere' }) },
        { type: 'goTo', params: { family: 'login' } },
      ],
    },
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
