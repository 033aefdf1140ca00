import { assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Account } from '#contract/account.ts';
import { asFailure } from '#domain/failure.ts';
import type { Notice } from '#domain/notice.ts';
import { isSessionExpired, isSignUpOpen } from '../failureNotice.ts';
import { apiRequest, effect, limits, notifyUnreachable } from '../port.ts';
import { hasStepMoved } from '../registration/outcome.ts';
import { isOnTrial, mayChange, mayChangeOrder, mayResume } from './accountRules.ts';
import { cancellationMachine } from './cancellation.machine.ts';
import { numberChangeMachine } from './numberChange.machine.ts';
import type { PanelOutcome, PanelProblem } from './panel.ts';
import { passwordChangeMachine } from './passwordChange.machine.ts';
import { secondFactorMachine } from './secondFactor.machine.ts';
import { sessionsMachine } from './sessions.machine.ts';
import { teamMachine } from './team.machine.ts';
import { userCountMachine } from './userCount.machine.ts';

/** Whether the panel that changes the number waits for the answer; the lists that it loads change nothing. */
export const isSavingNumber = (state: SnapshotFrom<typeof numberChangeMachine>['value']): boolean =>
  typeof state === 'object' && state.choosing === 'saving';

/** The types, ports, actions and guards of the dashboard; `dashboard.machine.ts` is its chart. */
export const dashboardSetup = setup({
  types: {
    context: {} as {
      account: Account | null;
      /**
       * Another part of the dashboard has changed what the account costs, or a panel has sent a change whose answer has
       * not arrived.
       */
      isStale: boolean;
      /** The open panel has sent its request and waits for the answer. */
      isSaving: boolean;
      /** The users who have dismissed the greeting in this browser. */
      greeted: readonly number[];
    } & PanelProblem,
    /** Who has dismissed the greeting; nobody by default. */
    input: {} as { greeted: readonly number[] } | undefined,
    events: {} as
      | { type: 'TRY_AGAIN' }
      | { type: 'REFRESH' }
      | { type: 'FINISH_SIGN_UP' }
      | { type: 'DISMISS_GREETING' }
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
    /**
     * After a failure the account is not read again, so that the button stays beside its message; pressing it again
     * shows whether the change took effect.
     */
    setOutcome: assign(({ context }, outcome: PanelOutcome) => {
      if (outcome.kind === 'changed') return { account: outcome.account, isStale: false };
      return outcome.kind === 'failed' ? { problem: outcome.problem, isStale: false } : { isStale: context.isStale };
    }),
    markStale: assign({ isStale: true }),
    markFresh: assign({ isStale: false }),
    clearProblem: assign({ problem: null }),
    /** A change may take effect although its answer is lost, so the account is stale until an answer arrives. */
    setSaving: assign((_, isSaving: boolean) => (isSaving ? { isSaving, isStale: true } : { isSaving })),
    clearSaving: assign({ isSaving: false }),
    refreshSessions: sendTo('sessions', { type: 'REFRESH' }),
    dismissGreeting: assign(({ context: { account, greeted } }) => ({
      greeted: account === null ? greeted : [...greeted, account.user.id],
    })),
    rememberGreeted: effect<readonly number[]>('rememberGreeted'),
  },
  guards: {
    isSessionExpired,
    isSignUpOpen,
    /** The API does not have this additive call. */
    isNotOffered: (_, { error }: { error: unknown }) => [404, 405, 501].includes(asFailure(error).status),
    isSignUpOver: hasStepMoved,
    hasSessionExpired: (_, outcome: PanelOutcome) => outcome.kind === 'sessionExpired',
    hasChanged: (_, outcome: PanelOutcome) => outcome.kind === 'changed',
    isRenewed: (_, outcome: PanelOutcome) => outcome.kind === 'renewed',
    isStale: ({ context }) => context.isStale,
    /** The owner in the trial, who has not dismissed the greeting. */
    isNew: ({ context: { account, greeted } }) =>
      account !== null && isOnTrial(account) && !greeted.includes(account.user.id),
    mayOpenPanel: ({ context }) => !context.isSaving,
    hasPassword: ({ context: { account, isSaving } }) => !isSaving && account?.has_password === true,
    mayChangeNumber: ({ context: { account, isSaving } }) => !isSaving && account !== null && mayChange(account),
    mayChangeOrder: ({ context: { account, isSaving } }) => !isSaving && account !== null && mayChangeOrder(account),
    mayResume: ({ context: { account, isSaving } }) => !isSaving && account !== null && mayResume(account),
  },
  delays: { answer: limits.answer },
});
