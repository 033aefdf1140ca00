import type { TwoFactorCookie } from '#contract/browser.ts';
import { type Challenge, rememberedSession, type Session } from '#contract/session.ts';
import { emptyForm } from '#domain/form.ts';
import { problem, success, textOr } from '#domain/notice.ts';
import { authSetup, splitCodeFailure, splitLoginFailure } from './auth.setup.ts';
import { failureNotice, loginOverNotice, notConfirmedNotice, retryAfterOf } from './failureNotice.ts';
import { cleaned, LoginForm } from './forms.ts';

/** The nonce of the challenge that this flow opened or restored; '' if there is none. */
const ownNonce = ({ challenge }: { challenge: TwoFactorCookie | null }) => ({ nonce: challenge?.nonce ?? '' });

/** The browser has moved on to the screen of the code; a login that is pending is dropped, as a code is by Back. */
const forward = [
  { guard: 'hasChallenge', target: 'twoFactor', actions: ['clearPassword', 'clearNotice'] },
  { target: 'nonceMissing', actions: ['clearPassword', 'clearNotice'] },
] as const;

/**
 * §2 and §4 Login and Two-factor: the credentials, then the mailed code if the server answers 202, then the dashboard.
 * Links mailed to the login screen are handled in parallel.
 */
export const authMachine = authSetup.createMachine({
  id: 'auth',
  context: ({ input: { email, ...input } }) => {
    // After a reload of the code's screen, Back shows the credentials that the code was requested with.
    const restored = input.startAt === 'twoFactor' ? input.challenge : null;
    return {
      ...input,
      form: emptyForm({
        email: email || (restored?.email ?? ''),
        password: '',
        remember_me: restored?.remember_me ?? false,
      }),
      code: '',
      codeError: null,
      codesSent: 0,
      now: 0,
    };
  },
  invoke: {
    id: 'mailedLinks',
    src: 'mailedLinks',
    input: ({ context: { confirmationToken, discountToken } }) => ({ confirmationToken, discountToken }),
    onDone: { actions: { type: 'setConfirmedEmail', params: ({ event }) => event.output.email } },
    onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
  },
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'startsAtCredentials', target: 'credentials' },
        { guard: 'hasChallenge', target: 'twoFactor' },
        { target: 'nonceMissing' },
      ],
    },
    credentials: {
      tags: 'credentials',
      on: {
        CHANGE: { actions: { type: 'editForm', params: ({ event }) => event.change } },
        BLUR: { actions: { type: 'checkField', params: ({ event }) => event.field } },
        SUBMIT: [{ guard: 'isComplete', target: 'loggingIn', actions: 'checkForm' }, { actions: 'checkForm' }],
        FORWARD: forward,
      },
    },
    loggingIn: {
      tags: ['pending', 'credentials'],
      entry: 'clearNotice',
      on: { FORWARD: forward },
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ context }) => ({ body: cleaned(LoginForm, context.form.values) }),
        onDone: [
          {
            guard: { type: 'isChallenged', params: ({ event }) => event.output },
            target: 'twoFactor',
            actions: [
              { type: 'setChallenge', params: ({ event }) => event.output.data as Challenge },
              'clearPassword',
              { type: 'storeChallenge', params: ({ context }) => context.challenge as TwoFactorCookie },
              {
                type: 'notify',
                params: ({ event }) => success(textOr((event.output.data as Challenge).message, 'loginCodeSent')),
              },
              { type: 'goTo', params: { family: 'login2fa' } },
            ],
          },
          {
            target: 'loggedIn',
            actions: [
              {
                type: 'openSession',
                params: ({ context, event }) =>
                  rememberedSession(event.output.data as Session, context.form.values.remember_me),
              },
              'clearPassword',
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'isNotConfirmed', params: ({ event }) => event },
            target: 'credentials',
            actions: {
              type: 'notify',
              params: ({ context, event }) =>
                notConfirmedNotice(event.error, cleaned(LoginForm, context.form.values).email),
            },
          },
          {
            target: 'credentials',
            actions: [
              { type: 'setFormErrors', params: ({ event }) => event },
              { type: 'notify', params: ({ event }) => splitLoginFailure(event.error).notice },
            ],
          },
        ],
      },
      after: {
        answer: { target: 'credentials', actions: 'notifyUnreachable' },
      },
    },
    twoFactor: {
      tags: 'twoFactor',
      exit: ['clearCode', 'clearNotice'],
      invoke: {
        id: 'clock',
        src: 'clock',
        input: {},
        onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
      },
      on: {
        TIME_PASSED: { actions: { type: 'setNow', params: ({ event }) => event.now } },
        BACK: { target: 'credentials', actions: { type: 'goTo', params: { family: 'login' } } },
      },
      initial: 'entering',
      states: {
        entering: {
          on: {
            CODE_CHANGED: { actions: { type: 'setCode', params: ({ event }) => event.code } },
            SUBMIT: { guard: 'isCodeComplete', target: 'verifying' },
            RESEND: { guard: 'mayResend', target: 'resending' },
          },
        },
        verifying: {
          tags: 'pending',
          entry: 'clearNotice',
          invoke: {
            id: 'loginWithCode',
            src: 'loginWithCode',
            input: ({ context }) => ({ body: { code: context.code, nonce: context.challenge?.nonce ?? '' } }),
            onDone: [
              {
                guard: {
                  type: 'hasFingerprint',
                  params: ({ event }) => ({ fingerprint: event.output.data.device_fingerprint }),
                },
                target: '#auth.loggedIn',
                actions: [
                  {
                    type: 'storeDevice',
                    params: ({ event }) => ({ fingerprint: event.output.data.device_fingerprint ?? '' }),
                  },
                  {
                    type: 'openSession',
                    params: ({ context, event }) =>
                      rememberedSession(event.output.data, context.challenge?.remember_me),
                  },
                ],
              },
              {
                target: '#auth.loggedIn',
                actions: {
                  type: 'openSession',
                  params: ({ context, event }) => rememberedSession(event.output.data, context.challenge?.remember_me),
                },
              },
            ],
            onError: [
              {
                guard: { type: 'isChallengeExpired', params: ({ event }) => event },
                target: '#auth.challengeExpired',
                actions: { type: 'notify', params: ({ event }) => loginOverNotice(event.error) },
              },
              {
                target: 'entering',
                actions: [
                  { type: 'setCodeError', params: ({ event }) => event },
                  { type: 'notify', params: ({ event }) => splitCodeFailure(event.error).notice },
                ],
              },
            ],
          },
          after: {
            answer: { target: 'entering', actions: 'notifyUnreachable' },
          },
        },
        resending: {
          tags: 'pending',
          entry: 'clearNotice',
          invoke: {
            id: 'resendLoginCode',
            src: 'resendLoginCode',
            input: ({ context }) => ({ params: { nonce: context.challenge?.nonce ?? '' } }),
            onDone: {
              target: 'entering',
              actions: [
                { type: 'setNextNonce', params: ({ event }) => event.output.data },
                'clearCode',
                'countSentCode',
                { type: 'storeChallenge', params: ({ context }) => context.challenge as TwoFactorCookie },
                { type: 'notify', params: success({ code: 'loginCodeSent' }) },
              ],
            },
            onError: [
              {
                guard: { type: 'isNonceExpired', params: ({ event }) => event },
                target: '#auth.challengeExpired',
                actions: { type: 'notify', params: ({ event }) => loginOverNotice(event.error) },
              },
              {
                target: 'entering',
                actions: [
                  { type: 'setResendDelay', params: ({ event }) => retryAfterOf(event.error) },
                  { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                ],
              },
            ],
          },
          after: {
            answer: { target: 'entering', actions: 'notifyUnreachable' },
          },
        },
      },
    },
    challengeExpired: {
      tags: 'twoFactor',
      entry: [{ type: 'deleteChallenge', params: ({ context }) => ownNonce(context) }, 'clearChallenge'],
      exit: 'clearNotice',
      on: { BACK: { target: 'credentials', actions: { type: 'goTo', params: { family: 'login' } } } },
    },
    nonceMissing: {
      tags: 'twoFactor',
      on: { BACK: { target: 'credentials', actions: { type: 'goTo', params: { family: 'login' } } } },
    },
    loggedIn: {
      type: 'final',
      entry: [
        { type: 'deleteChallenge', params: ({ context }) => ownNonce(context) },
        { type: 'goTo', params: { family: 'dashboard' } },
      ],
    },
  },
});
