import { assign, setup } from 'xstate';
import type { TwoFactorCookie } from '#contract/browser.ts';
import type { Challenge, RememberedSession } from '#contract/session.ts';
import { codeDigits, isCompleteCode } from '#domain/code.ts';
import { emptyForm, type Form } from '#domain/form.ts';
import type { Notice } from '#domain/notice.ts';
import { delayChallenge, limitWait, openChallenge, renewChallenge, resendTime } from './challenge.ts';
import { isChallengeExpired, isNotConfirmed, isTokenInvalid, splitFailure } from './failureNotice.ts';
import { formActions } from './formActions.ts';
import { check, cleaned, isValid, LoginForm } from './forms.ts';
import { mailedLinksMachine } from './mailedLinks.machine.ts';
import { apiRequest, effect, limits, notifyUnreachable, subscription, type TimePassed } from './port.ts';

/** How a rejected login is shown: errors at its fields, and a banner for the rest. */
export const splitLoginFailure = (error: unknown) => splitFailure(error, ['email', 'password']);

/** The same for a rejected code. */
export const splitCodeFailure = (error: unknown) => splitFailure(error, ['code']);

/** The types, ports, actions and guards of the login; `auth.machine.ts` is its chart. */
export const authSetup = setup({
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
    ...formActions(check(LoginForm), splitLoginFailure),
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
    setResendDelay: assign(({ context }, seconds: number | null) => ({
      challenge:
        context.challenge && seconds !== null ? delayChallenge(context.challenge, seconds, context) : context.challenge,
    })),
    clearChallenge: assign({ challenge: null }),
    setCode: assign((_, code: string) => ({ code: codeDigits(code), codeError: null })),
    clearCode: assign({ code: '', codeError: null }),
    /** A rejected code is cleared: it is not worth correcting. */
    setCodeError: assign(({ context }, { error }: { error: unknown }) => {
      const { code: codeError = null } = splitCodeFailure(error).fieldErrors;
      return { codeError, code: codeError === null ? context.code : '' };
    }),
    setNow: assign(({ context: { challenge, coolDownSeconds } }, now: number) => ({
      now,
      challenge: challenge && limitWait(challenge, { now, coolDownSeconds }),
    })),
  },
  guards: {
    startsAtCredentials: ({ context }) => context.startAt === 'credentials',
    isComplete: ({ context }) => isValid(LoginForm, context.form.values),
    isChallenged: (_, { status }: { status: 200 | 202 }) => status === 202,
    isNotConfirmed,
    hasChallenge: ({ context }) => context.challenge !== null,
    isCodeComplete: ({ context }) => isCompleteCode(context.code),
    mayResend: ({ context: { challenge, now } }) => challenge !== null && now >= resendTime(challenge),
    isChallengeExpired,
    isNonceExpired: isTokenInvalid,
    hasFingerprint: (_, { fingerprint }: { fingerprint: string | undefined }) => fingerprint !== undefined,
  },
  delays: { answer: limits.answer },
});
