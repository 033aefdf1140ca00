import { doneEvent, errorEvent } from '@xstate/test';
import { verificationMachine } from '#machines/registration/verification.machine.ts';
import { casesOf, rejected, unreachable } from '../../support/flow.ts';

const noon = Date.parse('2025-03-05T12:00:00Z');
const start = { token: 't1', email: 'ann@acme.example', resendAt: null, coolDownSeconds: 30 };

/** §2 step 2, §4, §5 Verify. */
export const verificationCases = casesOf({
  machine: verificationMachine,
  inputs: { fresh: start, 'reloaded while cooling down': { ...start, resendAt: noon + 20_000 } },
  events: [
    { type: 'CODE_CHANGED', code: '123-456' },
    { type: 'CODE_CHANGED', code: '12a3' },
    { type: 'TIME_PASSED', now: noon },
    { type: 'TIME_PASSED', now: noon + 30_000 },
    { type: 'TIME_PASSED', now: noon + 600_000 },
    errorEvent('clock', new Error('broken')),
    doneEvent('progressWatch', { record: { data: {}, step: '3', completed_at: null } }),
    errorEvent('progressWatch', new Error('broken')),
    doneEvent('updateRegistration', { status: 200, data: { token: 't1', step: '3' } }),
    doneEvent('updateRegistration', { status: 202, data: { url: 'https://pages.example/1' } }),
    errorEvent('updateRegistration', rejected(400, 'AU1003', 'verification_code', 'Wrong code.')),
    errorEvent('updateRegistration', rejected(429, 'AU1004', '', 'Too many attempts.', 600)),
    errorEvent('updateRegistration', rejected(404, 'RG1001', '', 'This registration is over.')),
    errorEvent('updateRegistration', rejected(409, 'RG1002', 'step', 'Another step.')),
    errorEvent('updateRegistration', unreachable),
    doneEvent('resendRegistrationCode', { status: 200, data: { message: 'Sent.', resend_at: '2025-03-05T12:00:30Z' } }),
    doneEvent('resendRegistrationCode', { status: 200, data: { message: 'Sent.' } }),
    errorEvent('resendRegistrationCode', rejected(429, 'AU1004', '', 'Please wait.', 20)),
    errorEvent('resendRegistrationCode', rejected(404, 'RG1001', '', 'This registration is over.')),
    errorEvent('resendRegistrationCode', rejected(409, 'RG1002', '', 'Another step.')),
    errorEvent('resendRegistrationCode', unreachable),
  ],
  project: ({ code, resendAt, now, lockedUntil, outcome }) => [
    code,
    resendAt === null || now >= resendAt,
    now,
    lockedUntil,
    outcome?.kind,
  ],
  walks: [
    {
      start: 'fresh',
      events: [
        { type: 'TIME_PASSED', now: noon },
        { type: 'RESEND' },
        errorEvent('resendRegistrationCode', rejected(429, 'AU1004', '', 'Please wait.', 20)),
      ],
    },
    {
      start: 'fresh',
      events: [
        { type: 'TIME_PASSED', now: noon },
        { type: 'CODE_CHANGED', code: '123-456' },
        { type: 'SUBMIT' },
        errorEvent('updateRegistration', rejected(429, 'AU1004', '', 'Too many attempts.', 600)),
        { type: 'RESEND' },
        errorEvent('resendRegistrationCode', rejected(409, 'RG1002', '', 'Another step.')),
      ],
    },
    {
      start: 'fresh',
      events: [
        { type: 'TIME_PASSED', now: noon },
        { type: 'CODE_CHANGED', code: '123-456' },
        { type: 'RESEND' },
        doneEvent('resendRegistrationCode', { status: 200, data: { message: 'Sent.' } }),
      ],
    },
    {
      start: 'fresh',
      events: [
        { type: 'TIME_PASSED', now: noon },
        { type: 'CODE_CHANGED', code: '123-456' },
        { type: 'SUBMIT' },
        errorEvent('updateRegistration', rejected(429, 'AU1004', 'verification_code', 'Too many attempts.', 600)),
        { type: 'RESEND' },
        errorEvent('resendRegistrationCode', rejected(429, 'AU1004', '', 'Please wait.', 20)),
      ],
    },
    {
      start: 'reloaded while cooling down',
      events: [
        { type: 'TIME_PASSED', now: noon },
        { type: 'CODE_CHANGED', code: '123-456' },
        { type: 'SUBMIT' },
        errorEvent('updateRegistration', rejected(429, 'AU1004', '', 'Too many attempts.', 600)),
        { type: 'RESEND' },
        { type: 'TIME_PASSED', now: noon + 30_000 },
        { type: 'RESEND' },
        doneEvent('resendRegistrationCode', {
          status: 200,
          data: { message: 'Sent.', resend_at: '2025-03-05T12:00:30Z' },
        }),
        { type: 'RESEND' },
        { type: 'xstate.after.answer.verification.resending' },
        { type: 'TIME_PASSED', now: noon + 600_000 },
      ],
    },
  ],
  withoutTimeLimit: {
    clock: 'a listener; it ends with the step',
    progressWatch: 'a child flow that waits for the visitor to come back; it ends with the step',
  },
  invariants: {
    'Verify is enabled only with six digits and nothing pending': (state) =>
      !state.can({ type: 'SUBMIT' }) || (/^\d{6}$/.test(state.context.code) && !state.hasTag('pending')),
    'only a complete code is verified': (state) => !state.matches('verifying') || /^\d{6}$/.test(state.context.code),
    'a new code can be requested only after the cool-down': (state) =>
      !state.can({ type: 'RESEND' }) || state.context.resendAt === null || state.context.now >= state.context.resendAt,
    "no cool-down is longer than a minute by the visitor's clock": ({ context: { now, resendAt } }) =>
      now === 0 || resendAt === null || resendAt - now <= 60_000,
    'after too many attempts no code can be sent until the server accepts one again': (state) =>
      !state.matches({ awaitingCode: 'entering' }) || state.context.now >= (state.context.lockedUntil ?? 0),
    'nothing is read while a request is pending': (state) =>
      !state.hasTag('pending') || !('progressWatch' in state.children),
    'the code is cleared once the step is done': (state) => state.status === 'active' || state.context.code === '',
    'Back is possible whenever nothing is pending': (state) =>
      state.status !== 'active' || state.hasTag('pending') || state.can({ type: 'BACK' }),
  },
});
