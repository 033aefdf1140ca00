import { assign, setup } from 'xstate';
import { codeDigits, isCompleteCode } from '#domain/code.ts';
import { MAX_WAIT_SECONDS } from '#domain/constants.ts';
import type { Notice } from '#domain/notice.ts';
import { hasTooManyAttempts, splitFailure } from '../failureNotice.ts';
import { apiRequest, effect, limits, notifyUnreachable, subscription, type TimePassed } from '../port.ts';
import { endAfter, endAfterCode, limitedEnd } from '../resendWait.ts';
import {
  hasStepMoved,
  isHosted,
  isRegistrationNotFound,
  outcomeOf,
  type StepOutcome,
  type SubmissionAnswer,
} from './outcome.ts';
import { progressWatchMachine } from './progressWatch.machine.ts';

const fields = ['verification_code'] as const;
/** The banner for a rejected code, if its field does not show the error. */
export const rejectionNotice = (error: unknown): Notice | null => splitFailure(error, fields).notice;

/** The types, ports, actions and guards of step 2; `verification.machine.ts` is its chart. */
export const verificationSetup = setup({
  types: {
    context: {} as {
      token: string;
      /** The address that the code was sent to. */
      email: string;
      code: string;
      /** The error for the code, in the server's text, or null. */
      codeError: string | null;
      /** How many codes were sent on request; each one invalidates the one before. */
      codesSent: number;
      /** When a new code can be requested, ms since the epoch; null: at once. */
      resendAt: number | null;
      /** The visitor's clock, ms since the epoch; 0 until the first tick. */
      now: number;
      coolDownSeconds: number;
      /**
       * After too many wrong codes, no code is accepted until then, not even a new one; ms since the epoch; null: no
       * lock.
       */
      lockedUntil: number | null;
      outcome: StepOutcome | null;
    },
    input: {} as { token: string; email: string; resendAt: number | null; coolDownSeconds: number },
    output: {} as StepOutcome,
    events: {} as
      | { type: 'CODE_CHANGED'; code: string }
      | { type: 'SUBMIT' }
      | { type: 'RESEND' }
      | { type: 'BACK' }
      | TimePassed,
    tags: {} as 'pending',
  },
  actors: {
    updateRegistration: apiRequest('updateRegistration'),
    resendRegistrationCode: apiRequest('resendRegistrationCode'),
    clock: subscription('clock'),
    progressWatch: progressWatchMachine,
  },
  actions: {
    notify: effect<Notice | null>('notify'),
    notifyUnreachable: notifyUnreachable(),
    clearNotice: effect('clearNotice'),
    setCode: assign((_, code: string) => ({ code: codeDigits(code), codeError: null })),
    clearCode: assign({ code: '', codeError: null }),
    countSentCode: assign(({ context }) => ({ codesSent: context.codesSent + 1 })),
    setLock: assign(({ context }, seconds: number | null) => ({
      lockedUntil: context.now + (seconds ?? MAX_WAIT_SECONDS) * 1000,
    })),
    clearLock: assign({ lockedUntil: null }),
    /** A rejected code is cleared: it is not worth correcting. */
    setFormErrors: assign(({ context }, { error }: { error: unknown }) => {
      const { verification_code: codeError = null } = splitFailure(error, fields).fieldErrors;
      return { codeError, code: codeError === null ? context.code : '' };
    }),
    setNow: assign(({ context: { resendAt, coolDownSeconds } }, now: number) => ({
      now,
      resendAt: resendAt === null ? null : limitedEnd(resendAt, { now, coolDownSeconds }),
    })),
    setCoolDown: assign(({ context }, resendAt: string | undefined) => ({ resendAt: endAfterCode(resendAt, context) })),
    setResendDelay: assign(({ context }, seconds: number | null) =>
      seconds === null ? {} : { resendAt: endAfter(seconds, context) },
    ),
    setAnswer: assign((_, answer: SubmissionAnswer) => ({ outcome: outcomeOf(answer, { data: {} }) })),
    setOutcome: assign((_, outcome: StepOutcome) => ({ outcome })),
  },
  guards: {
    isCodeComplete: ({ context }) => isCompleteCode(context.code),
    isLocked: ({ context }) => context.lockedUntil !== null && context.now < context.lockedUntil,
    isLockedAt: ({ context }, now: number) => context.lockedUntil !== null && now < context.lockedUntil,
    mayResend: ({ context }) => context.resendAt === null || context.now >= context.resendAt,
    isHosted,
    isRegistrationNotFound,
    hasStepMoved,
    hasTooManyAttempts,
  },
  delays: { answer: limits.answer },
});
