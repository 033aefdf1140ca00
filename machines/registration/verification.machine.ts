import { assign, setup } from 'xstate';
import { codeDigits, isCompleteCode } from '#domain/code.ts';
import { MAX_WAIT_SECONDS } from '#domain/constants.ts';
import { type Notice, problem, success } from '#domain/notice.ts';
import { failureNotice, hasTooManyAttempts, retryAfterOf, splitFailure } from '../failureNotice.ts';
import { apiRequest, effect, limits, notifyUnreachable, subscription, type TimePassed } from '../port.ts';
import {
  hasStepMoved,
  isHosted,
  isRegistrationNotFound,
  movedOutcome,
  notFoundOutcome,
  outcomeOf,
  type StepOutcome,
  type SubmissionAnswer,
} from './outcome.ts';
import { progressWatchMachine } from './progressWatch.machine.ts';

const fields = ['verification_code'] as const;
const rejectionNotice = (error: unknown): Notice | null => splitFailure(error, fields).notice;

/** §2 Step 2 'Verify your email address': six digits from the e-mail. */
export const verificationMachine = setup({
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
    /** The wait never exceeds the cool-down, however wrong the visitor's clock is. */
    setNow: assign(({ context }, now: number) => ({
      now,
      resendAt:
        context.resendAt === null
          ? null
          : Math.min(context.resendAt, now + Math.max(context.coolDownSeconds, MAX_WAIT_SECONDS) * 1000),
    })),
    setCoolDown: assign(({ context }, resendAt: string | undefined) => {
      const ownEnd = context.now + context.coolDownSeconds * 1000;
      return { resendAt: resendAt === undefined ? ownEnd : Math.min(Date.parse(resendAt), ownEnd) };
    }),
    setResendDelay: assign(({ context }, seconds: number | null) =>
      seconds === null ? {} : { resendAt: context.now + Math.min(seconds, MAX_WAIT_SECONDS) * 1000 },
    ),
    setAnswer: assign((_, answer: SubmissionAnswer) => ({ outcome: outcomeOf(answer, { data: {} }) })),
    setOutcome: assign((_, outcome: StepOutcome) => ({ outcome })),
  },
  guards: {
    codeIsComplete: ({ context }) => isCompleteCode(context.code),
    isLocked: ({ context }) => context.lockedUntil !== null && context.now < context.lockedUntil,
    isLockedAt: ({ context }, now: number) => context.lockedUntil !== null && now < context.lockedUntil,
    mayResend: ({ context }) => context.resendAt === null || context.now >= context.resendAt,
    isHosted: (_, answer: SubmissionAnswer) => isHosted(answer),
    isRegistrationNotFound: (_, { error }: { error: unknown }) => isRegistrationNotFound(error),
    hasStepMoved: (_, { error }: { error: unknown }) => hasStepMoved(error),
    hasTooManyAttempts: (_, { error }: { error: unknown }) => hasTooManyAttempts(error),
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'verification',
  context: ({ input }) => ({
    ...input,
    code: '',
    codeError: null,
    codesSent: 0,
    now: 0,
    lockedUntil: null,
    outcome: null,
  }),
  output: ({ context }) => context.outcome as StepOutcome,
  initial: 'entering',
  invoke: {
    id: 'clock',
    src: 'clock',
    onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
  },
  on: { TIME_PASSED: { actions: { type: 'setNow', params: ({ event }) => event.now } } },
  states: {
    entering: {
      entry: 'clearLock',
      invoke: {
        id: 'progressWatch',
        src: 'progressWatch',
        input: ({ context: { token } }) => ({ token, step: '2' as const, url: null }),
        onDone: {
          target: 'advanced',
          actions: { type: 'setOutcome', params: ({ event }) => ({ kind: 'advanced', record: event.output.record }) },
        },
        onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
      },
      on: {
        CODE_CHANGED: { actions: { type: 'setCode', params: ({ event }) => event.code } },
        SUBMIT: { guard: 'codeIsComplete', target: 'verifying' },
        RESEND: { guard: 'mayResend', target: 'resending' },
        BACK: { target: 'wentBack', actions: { type: 'setOutcome', params: { kind: 'wentBack' } } },
      },
    },
    locked: {
      invoke: {
        id: 'progressWatch',
        src: 'progressWatch',
        input: ({ context: { token } }) => ({ token, step: '2' as const, url: null }),
        onDone: {
          target: 'advanced',
          actions: { type: 'setOutcome', params: ({ event }) => ({ kind: 'advanced', record: event.output.record }) },
        },
        onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
      },
      on: {
        TIME_PASSED: [
          {
            guard: { type: 'isLockedAt', params: ({ event }) => event.now },
            actions: { type: 'setNow', params: ({ event }) => event.now },
          },
          { target: 'entering', actions: { type: 'setNow', params: ({ event }) => event.now } },
        ],
        RESEND: { guard: 'mayResend', target: 'resending' },
        BACK: { target: 'wentBack', actions: { type: 'setOutcome', params: { kind: 'wentBack' } } },
      },
    },
    verifying: {
      tags: 'pending',
      entry: 'clearNotice',
      invoke: {
        id: 'updateRegistration',
        src: 'updateRegistration',
        input: ({ context }) => ({
          params: { registration_token: context.token },
          body: { step: '2', verification_code: context.code },
        }),
        onDone: [
          {
            guard: { type: 'isHosted', params: ({ event }) => event.output },
            target: 'hosted',
            actions: { type: 'setAnswer', params: ({ event }) => event.output },
          },
          { target: 'saved', actions: { type: 'setAnswer', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: { type: 'isRegistrationNotFound', params: ({ event }) => event },
            target: 'registrationNotFound',
            actions: { type: 'setOutcome', params: ({ event }) => notFoundOutcome(event.error) },
          },
          {
            guard: { type: 'hasStepMoved', params: ({ event }) => event },
            target: 'moved',
            actions: { type: 'setOutcome', params: ({ event }) => movedOutcome(event.error) },
          },
          {
            guard: { type: 'hasTooManyAttempts', params: ({ event }) => event },
            target: 'locked',
            actions: [
              'clearCode',
              { type: 'setLock', params: ({ event }) => retryAfterOf(event.error) },
              { type: 'setFormErrors', params: ({ event }) => event },
              { type: 'notify', params: ({ event }) => rejectionNotice(event.error) },
            ],
          },
          {
            target: 'entering',
            actions: [
              { type: 'setFormErrors', params: ({ event }) => event },
              { type: 'notify', params: ({ event }) => rejectionNotice(event.error) },
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
        id: 'resendRegistrationCode',
        src: 'resendRegistrationCode',
        input: ({ context }) => ({ params: { registration_token: context.token } }),
        onDone: [
          {
            guard: 'isLocked',
            target: 'locked',
            actions: [
              { type: 'setCoolDown', params: ({ event }) => event.output.data.resend_at },
              { type: 'notify', params: success({ code: 'registrationCodeSent' }) },
            ],
          },
          {
            target: 'entering',
            actions: [
              { type: 'setCoolDown', params: ({ event }) => event.output.data.resend_at },
              'clearCode',
              'countSentCode',
              { type: 'notify', params: success({ code: 'registrationCodeSent' }) },
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'isRegistrationNotFound', params: ({ event }) => event },
            target: 'registrationNotFound',
            actions: { type: 'setOutcome', params: ({ event }) => notFoundOutcome(event.error) },
          },
          {
            guard: { type: 'hasStepMoved', params: ({ event }) => event },
            target: 'moved',
            actions: { type: 'setOutcome', params: ({ event }) => movedOutcome(event.error) },
          },
          {
            guard: 'isLocked',
            target: 'locked',
            actions: [
              { type: 'setResendDelay', params: ({ event }) => retryAfterOf(event.error) },
              { type: 'notify', params: ({ event }) => failureNotice(event.error) },
            ],
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
        answer: [
          {
            guard: 'isLocked',
            target: 'locked',
            actions: 'notifyUnreachable',
          },
          { target: 'entering', actions: 'notifyUnreachable' },
        ],
      },
    },
    /** A hosted page covers the form; the registration decides what comes next. */
    hosted: { tags: 'pending', entry: 'clearCode' },
    wentBack: { type: 'final', entry: 'clearCode' },
    saved: { type: 'final', entry: 'clearCode' },
    advanced: { type: 'final', entry: 'clearCode' },
    moved: { type: 'final', entry: 'clearCode' },
    registrationNotFound: { type: 'final', entry: 'clearCode' },
  },
});
