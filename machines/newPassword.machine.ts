import { assign, setup } from 'xstate';
import type { TwoFactorCookie } from '#contract/browser.ts';
import { type Challenge, type RememberedSession, rememberedSession, type Session } from '#contract/session.ts';
import { emptyForm, type Form } from '#domain/form.ts';
import { type Notice, problem, success, textOr } from '#domain/notice.ts';
import { openChallenge } from './challenge.ts';
import {
  failureNotice,
  isLinkInvalid,
  isNotConfirmed,
  isTokenInvalid,
  lacksCredentials,
  notConfirmedNotice,
  splitFailure,
} from './failureNotice.ts';
import { formActions } from './formActions.ts';
import { check, isValid, NewPasswordForm } from './forms.ts';
import { apiRequest, effect, limits, notifyUnreachable } from './port.ts';

const splitPasswordFailure = (error: unknown) => splitFailure(error, ['password', 'repeatPassword']);

/**
 * §2 and §4 One-time login: sets a new password with the mailed token, then logs in with it (200 or 202). The password
 * is cleared as soon as the login has been answered.
 */
export const newPasswordMachine = setup({
  types: {
    context: {} as {
      form: Form<NewPasswordForm>;
      token: string | null;
      /** The address of the account; empty until loaded. */
      email: string;
    },
    input: {} as { token: string | null },
    events: {} as
      | { type: 'CHANGE'; change: Partial<NewPasswordForm> }
      | { type: 'BLUR'; field: keyof NewPasswordForm }
      | { type: 'SUBMIT' },
    tags: {} as 'pending',
  },
  actors: {
    readReset: apiRequest('readReset'),
    resetPassword: apiRequest('resetPassword'),
    login: apiRequest('login'),
  },
  actions: {
    notify: effect<Notice | null>('notify'),
    notifyUnreachable: notifyUnreachable(),
    addNotice: effect<Notice>('addNotice'),
    clearNotice: effect('clearNotice'),
    removeToken: effect<{ parameter: 'token' }>('removeToken'),
    markPasswordReset: effect('markPasswordReset'),
    storeChallenge: effect<TwoFactorCookie>('storeChallenge'),
    openSession: effect<RememberedSession>('openSession'),
    goTo: effect<{ family: 'dashboard' | 'login2fa' | 'login'; email?: string }>('goTo'),
    ...formActions(check(NewPasswordForm), splitPasswordFailure),
    setEmail: assign((_, email: string) => ({ email })),
    clearSecrets: assign({ form: emptyForm({ password: '', repeatPassword: '' }), token: null }),
  },
  guards: {
    hasToken: ({ context }) => context.token !== null && context.token !== '',
    isComplete: ({ context }) => isValid(NewPasswordForm, context.form.values),
    isLinkInvalid,
    isTokenInvalid,
    isChallenged: (_, { status }: { status: 200 | 202 }) => status === 202,
    isNotConfirmed,
    lacksCredentials,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'newPassword',
  context: ({ input }) => ({ form: emptyForm({ password: '', repeatPassword: '' }), token: input.token, email: '' }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'hasToken', target: 'editing' }, { target: 'tokenMissing' }] },
    tokenMissing: {},
    editing: {
      initial: 'readingAddress',
      on: {
        CHANGE: { actions: { type: 'editForm', params: ({ event }) => event.change } },
        BLUR: { actions: { type: 'checkField', params: ({ event }) => event.field } },
        SUBMIT: [{ guard: 'isComplete', target: 'resetting', actions: 'checkForm' }, { actions: 'checkForm' }],
      },
      states: {
        /**
         * Password managers save a password together with its address. The form does not wait for it, but an invalid link
         * is reported before anything is typed.
         */
        readingAddress: {
          invoke: {
            id: 'readReset',
            src: 'readReset',
            input: ({ context }) => ({ params: { reset_token: context.token ?? '' } }),
            onDone: {
              target: 'ready',
              actions: { type: 'setEmail', params: ({ event }) => event.output.data.data.email },
            },
            onError: [
              { guard: { type: 'isLinkInvalid', params: ({ event }) => event }, target: '#newPassword.tokenInvalid' },
              { target: 'ready' },
            ],
          },
          after: { answer: 'ready' },
        },
        ready: {},
      },
    },
    resetting: {
      tags: 'pending',
      entry: 'clearNotice',
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({ body: { password: context.form.values.password, token: context.token ?? '' } }),
        onDone: {
          target: 'loggingIn',
          actions: [
            { type: 'setEmail', params: ({ event }) => event.output.data.user_email },
            { type: 'notify', params: ({ event }) => success(textOr(event.output.data.message, 'passwordChanged')) },
            'markPasswordReset',
            { type: 'removeToken', params: { parameter: 'token' } },
          ],
        },
        onError: [
          {
            guard: { type: 'isTokenInvalid', params: ({ event }) => event },
            target: 'tokenInvalid',
            actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
          },
          {
            target: 'editing.ready',
            actions: [
              { type: 'setFormErrors', params: ({ event }) => event },
              { type: 'notify', params: ({ event }) => splitPasswordFailure(event.error).notice },
            ],
          },
        ],
      },
      after: {
        answer: { target: 'editing.ready', actions: 'notifyUnreachable' },
      },
    },
    /** The link is unknown, used or expired: a new one must be requested. */
    tokenInvalid: { entry: 'clearSecrets' },
    loggingIn: {
      tags: 'pending',
      exit: 'clearSecrets',
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ context }) => ({
          body: { email: context.email, password: context.form.values.password, remember_me: false },
        }),
        onDone: [
          {
            guard: { type: 'isChallenged', params: ({ event }) => event.output },
            target: 'challenged',
            actions: [
              {
                type: 'storeChallenge',
                params: ({ context, event }) =>
                  openChallenge(event.output.data as Challenge, { email: context.email, remember_me: false }),
              },
              {
                type: 'addNotice',
                params: ({ event }) => success(textOr((event.output.data as Challenge).message, 'loginCodeSent')),
              },
            ],
          },
          {
            target: 'loggedIn',
            actions: { type: 'openSession', params: ({ event }) => rememberedSession(event.output.data as Session) },
          },
        ],
        onError: [
          {
            guard: { type: 'lacksCredentials', params: ({ event }) => event },
            target: 'passwordChanged',
            actions: { type: 'addNotice', params: problem({ code: 'apiMissingCredentials' }) },
          },
          {
            guard: { type: 'isNotConfirmed', params: ({ event }) => event },
            target: 'passwordChanged',
            actions: {
              type: 'addNotice',
              params: ({ context, event }) => notConfirmedNotice(event.error, context.email),
            },
          },
          {
            target: 'passwordChanged',
            actions: { type: 'addNotice', params: ({ event }) => failureNotice(event.error) },
          },
        ],
      },
      after: {
        answer: { target: 'passwordChanged', actions: { type: 'addNotice', params: problem({ code: 'unreachable' }) } },
      },
    },
    loggedIn: { type: 'final', entry: { type: 'goTo', params: { family: 'dashboard' } } },
    challenged: { type: 'final', entry: { type: 'goTo', params: { family: 'login2fa' } } },
    /** The password was changed, but the login failed: the person logs in with the new password. */
    passwordChanged: {
      type: 'final',
      entry: { type: 'goTo', params: ({ context }) => ({ family: 'login', email: context.email }) },
    },
  },
});
