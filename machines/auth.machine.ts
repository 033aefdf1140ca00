import { assign, setup } from 'xstate';
import type { TwoFactorCookie } from '#contract/browser.ts';
import { type Challenge, type RememberedSession, rememberedSession, type Session } from '#contract/session.ts';
import { codeDigits, isCompleteCode } from '#domain/code.ts';
import { checkAll, edit, emptyForm, type Form, leave, withErrors } from '#domain/form.ts';
import { type Notice, problem, success, textOr } from '#domain/notice.ts';
import { delayChallenge, limitWait, openChallenge, renewChallenge, resendTime } from './challenge.ts';
import {
  failureNotice,
  isChallengeExpired,
  isNotConfirmed,
  isTokenInvalid,
  loginOverNotice,
  notConfirmedNotice,
  retryAfterOf,
  splitFailure,
} from './failureNotice.ts';
import { check, cleaned, isValid, LoginForm } from './forms.ts';
import { mailedLinksMachine } from './mailedLinks.machine.ts';
import { apiRequest, effect, limits, notifyUnreachable, subscription, type TimePassed } from './port.ts';

const checkLogin = check(LoginForm);
const splitLoginFailure = (error: unknown) => splitFailure(error, ['email', 'password']);
/** The nonce of the challenge that this flow opened or restored; '' if there is none. */
const ownNonce = ({ challenge }: { challenge: TwoFactorCookie | null }) => ({ nonce: challenge?.nonce ?? '' });
const splitCodeFailure = (error: unknown) => splitFailure(error, ['code']);

/**
 * §2 and §4 Login and Two-factor: the credentials, then the mailed code if the server answers 202, then the dashboard.
 * Links mailed to the login screen are handled in parallel.
 */
export const authMachine = setup({
  types: {
    context: {} as {
      startAt: 'credentials' | 'twoFactor';
      form: Form<LoginForm>;
      /** The open two-factor challenge; kept while the person is back at the credentials. */
      challenge: TwoFactorCookie | null;
      code: string;
      /** The server's error for the code, or null. */
      codeError: string | null;
      /** How many codes were sent on request; each one invalidates the one before. */
      codesSent: number;
      /** The visitor's clock, ms since the epoch; 0 until the first tick. */
      now: number;
      coolDownSeconds: number;
      confirmationToken: string | null;
      discountToken: string | null;
    },
    input: {} as {
      startAt: 'credentials' | 'twoFactor';
      email: string;
      challenge: TwoFactorCookie | null;
      coolDownSeconds: number;
      confirmationToken: string | null;
      discountToken: string | null;
    },
    events: {} as
      | { type: 'CHANGE'; change: Partial<LoginForm> }
      | { type: 'BLUR'; field: keyof LoginForm }
      | { type: 'SUBMIT' }
      | { type: 'CODE_CHANGED'; code: string }
      | { type: 'RESEND' }
      | { type: 'BACK' }
      | { type: 'FORWARD' }
      | TimePassed,
    tags: {} as 'pending' | 'credentials' | 'twoFactor',
  },
  actors: {
    mailedLinks: mailedLinksMachine,
    login: apiRequest('login'),
    loginWithCode: apiRequest('loginWithCode'),
    resendLoginCode: apiRequest('resendLoginCode'),
    clock: subscription('clock'),
  },
  actions: {
    notify: effect<Notice | null>('notify'),
    notifyUnreachable: notifyUnreachable(),
    clearNotice: effect('clearNotice'),
    goTo: effect<{ family: 'login' | 'login2fa' | 'dashboard' }>('goTo'),
    openSession: effect<RememberedSession>('openSession'),
    storeChallenge: effect<TwoFactorCookie>('storeChallenge'),
    /** Deletes the stored copy of this challenge; a newer one from another tab is kept. */
    deleteChallenge: effect<{ nonce: string }>('deleteChallenge'),
    storeDevice: effect<{ fingerprint: string }>('storeDevice'),
    editForm: assign(({ context }, change: Partial<LoginForm>) => ({ form: edit(context.form, change, checkLogin) })),
    checkField: assign(({ context }, field: keyof LoginForm) => ({ form: leave(context.form, field, checkLogin) })),
    checkForm: assign(({ context }) => ({ form: checkAll(context.form, checkLogin) })),
    setFormErrors: assign(({ context }, { error }: { error: unknown }) => ({
      form: withErrors(context.form, splitLoginFailure(error).fieldErrors),
    })),
    setConfirmedEmail: assign(({ context }, email: string | null) =>
      email === null || context.form.values.email !== ''
        ? {}
        : { form: { ...context.form, values: { ...context.form.values, email } } },
    ),
    clearPassword: assign(({ context }) => ({ form: emptyForm({ ...context.form.values, password: '' }) })),
    setChallenge: assign(({ context }, challenge: Challenge) => ({
      challenge: openChallenge(challenge, cleaned(LoginForm, context.form.values)),
    })),
    setNextNonce: assign(({ context }, answer: { nonce: string; resend_at?: string | undefined }) => ({
      challenge: context.challenge && renewChallenge(context.challenge, answer, context),
    })),
    countSentCode: assign(({ context }) => ({ codesSent: context.codesSent + 1 })),
    setResendDelay: assign(({ context: { challenge, now } }, seconds: number | null) => ({
      challenge: challenge && seconds !== null ? delayChallenge(challenge, seconds, now) : challenge,
    })),
    clearChallenge: assign({ challenge: null }),
    setCode: assign((_, code: string) => ({ code: codeDigits(code), codeError: null })),
    clearCode: assign({ code: '', codeError: null }),
    /** A rejected code is cleared: it is not worth correcting. */
    setCodeError: assign(({ context }, { error }: { error: unknown }) => {
      const { code: codeError = null } = splitCodeFailure(error).fieldErrors;
      return { codeError, code: codeError === null ? context.code : '' };
    }),
    setNow: assign(({ context: { challenge } }, now: number) => ({
      now,
      challenge: challenge && limitWait(challenge, now),
    })),
  },
  guards: {
    startsAtCredentials: ({ context }) => context.startAt === 'credentials',
    isComplete: ({ context }) => isValid(LoginForm, context.form.values),
    isChallenged: (_, { status }: { status: 200 | 202 }) => status === 202,
    isNotConfirmed: (_, { error }: { error: unknown }) => isNotConfirmed(error),
    hasChallenge: ({ context }) => context.challenge !== null,
    codeIsComplete: ({ context }) => isCompleteCode(context.code),
    mayResend: ({ context: { challenge, now } }) => challenge !== null && now >= resendTime(challenge),
    isChallengeExpired: (_, { error }: { error: unknown }) => isChallengeExpired(error),
    isNonceExpired: (_, { error }: { error: unknown }) => isTokenInvalid(error),
    hasFingerprint: (_, { fingerprint }: { fingerprint: string | undefined }) => fingerprint !== undefined,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'auth',
  context: ({ input: { email, ...input } }) => ({
    ...input,
    form: emptyForm({ email, password: '', remember_me: false }),
    code: '',
    codeError: null,
    codesSent: 0,
    now: 0,
  }),
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
        FORWARD: [
          { guard: 'hasChallenge', target: 'twoFactor', actions: ['clearPassword', 'clearNotice'] },
          { target: 'nonceMissing', actions: ['clearPassword', 'clearNotice'] },
        ],
      },
    },
    loggingIn: {
      tags: ['pending', 'credentials'],
      entry: 'clearNotice',
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
            SUBMIT: { guard: 'codeIsComplete', target: 'verifying' },
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
