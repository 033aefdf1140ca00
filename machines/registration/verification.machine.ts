import { problem, success } from '#domain/notice.ts';
import { failureNotice, retryAfterOf } from '../failureNotice.ts';
import { movedOutcome, notFoundOutcome, type StepOutcome } from './outcome.ts';
import { rejectionNotice, verificationSetup } from './verification.setup.ts';

/** §2 Step 2 'Verify your email address': six digits from the e-mail. */
export const verificationMachine = verificationSetup.createMachine({
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
  initial: 'awaitingCode',
  invoke: {
    id: 'clock',
    src: 'clock',
    onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
  },
  on: { TIME_PASSED: { actions: { type: 'setNow', params: ({ event }) => event.now } } },
  states: {
    awaitingCode: {
      initial: 'entering',
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
        RESEND: { guard: 'mayResend', target: 'resending' },
        BACK: { target: 'wentBack', actions: { type: 'setOutcome', params: { kind: 'wentBack' } } },
      },
      states: {
        entering: {
          entry: 'clearLock',
          on: {
            CODE_CHANGED: { actions: { type: 'setCode', params: ({ event }) => event.code } },
            SUBMIT: { guard: 'isCodeComplete', target: '#verification.verifying' },
          },
        },
        locked: {
          on: {
            TIME_PASSED: [
              {
                guard: { type: 'isLockedAt', params: ({ event }) => event.now },
                actions: { type: 'setNow', params: ({ event }) => event.now },
              },
              { target: 'entering', actions: { type: 'setNow', params: ({ event }) => event.now } },
            ],
          },
        },
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
            target: 'awaitingCode.locked',
            actions: [
              'clearCode',
              { type: 'setLock', params: ({ event }) => retryAfterOf(event.error) },
              { type: 'setFormErrors', params: ({ event }) => event },
              { type: 'notify', params: ({ event }) => rejectionNotice(event.error) },
            ],
          },
          {
            target: 'awaitingCode',
            actions: [
              { type: 'setFormErrors', params: ({ event }) => event },
              { type: 'notify', params: ({ event }) => rejectionNotice(event.error) },
            ],
          },
        ],
      },
      after: {
        answer: { target: 'awaitingCode', actions: 'notifyUnreachable' },
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
            target: 'awaitingCode.locked',
            actions: [
              { type: 'setCoolDown', params: ({ event }) => event.output.data.resend_at },
              { type: 'notify', params: success({ code: 'registrationCodeSent' }) },
            ],
          },
          {
            target: 'awaitingCode',
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
            target: 'awaitingCode.locked',
            actions: [
              { type: 'setResendDelay', params: ({ event }) => retryAfterOf(event.error) },
              { type: 'notify', params: ({ event }) => failureNotice(event.error) },
            ],
          },
          {
            target: 'awaitingCode',
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
            target: 'awaitingCode.locked',
            actions: 'notifyUnreachable',
          },
          { target: 'awaitingCode', actions: 'notifyUnreachable' },
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
