import { doneEvent, errorEvent } from '@xstate/test';
import { authMachine } from '#machines/auth.machine.ts';
import { resendTime } from '#machines/challenge.ts';
import { casesOf, rejected, unreachable } from '../support/flow.ts';

const noon = Date.parse('2025-03-05T12:00:00Z');
const challenge = { nonce: 'n1', email: 'ann@acme.example', remember_me: true };
const session = { user_id: 7, user_token: 't7' };
const start = { email: '', challenge: null, coolDownSeconds: 30, confirmationToken: null, discountToken: null };

const filledIn = [
  { type: 'CHANGE', change: { email: ' ann@acme.example ' } },
  { type: 'CHANGE', change: { password: 'correct horse', remember_me: true } },
] as const;

/** Login and Two-factor of §2, §4 and §8. */
export const authCases = casesOf({
  machine: authMachine,
  inputs: {
    login: { ...start, startAt: 'credentials', confirmationToken: 'c1', discountToken: 'd1' },
    code: { ...start, startAt: 'twoFactor', challenge },
    'login, a code is still open': { ...start, startAt: 'credentials', challenge },
    'code without nonce': { ...start, startAt: 'twoFactor' },
  },
  events: [
    ...filledIn,
    { type: 'BLUR', field: 'email' },
    { type: 'CODE_CHANGED', code: '123 456' },
    { type: 'CODE_CHANGED', code: '12a3' },
    { type: 'TIME_PASSED', now: noon },
    { type: 'TIME_PASSED', now: noon + 30_000 },
    doneEvent('mailedLinks', { email: 'ann@acme.example' }),
    doneEvent('mailedLinks', { email: null }),
    errorEvent('mailedLinks', new Error('broken')),
    errorEvent('clock', new Error('broken')),
    doneEvent('login', { status: 200, data: session }),
    doneEvent('login', { status: 202, data: { nonce: 'n1', message: 'We sent you a code.' } }),
    errorEvent('login', rejected(403, 'AU1002', '', 'Please confirm your account.')),
    errorEvent('login', rejected(401, 'AU1001', 'password', 'Wrong e-mail or password.')),
    errorEvent('login', unreachable),
    doneEvent('loginWithCode', { status: 200, data: session }),
    doneEvent('loginWithCode', { status: 200, data: { ...session, device_fingerprint: 'f7' } }),
    errorEvent('loginWithCode', rejected(400, 'AU1003', 'code', 'Wrong code.')),
    errorEvent('loginWithCode', rejected(429, 'AU1004', '', 'Too many attempts.', 1)),
    errorEvent('loginWithCode', unreachable),
    doneEvent('resendLoginCode', { status: 202, data: { nonce: 'n2' } }),
    errorEvent('resendLoginCode', rejected(429, 'AU1004', '', 'Please wait.', 20)),
    errorEvent('resendLoginCode', rejected(404, 'AU1006', '', 'This login is over.')),
    errorEvent('resendLoginCode', unreachable),
  ],
  project: ({ startAt, form, challenge, code, now }) => [
    startAt,
    form.values.email !== '',
    form.values.password !== '',
    challenge?.nonce,
    challenge && now >= resendTime(challenge),
    code,
  ],
  walks: [
    { start: 'login, a code is still open', events: [] },
    ...(['login', 'login, a code is still open'] as const).map((start) => ({
      start,
      events: [...filledIn, { type: 'SUBMIT' } as const, { type: 'FORWARD' } as const],
    })),
    { start: 'code', events: [{ type: 'BACK' }] },
    { start: 'code without nonce', events: [{ type: 'BACK' }] },
    {
      start: 'code',
      events: [
        { type: 'CODE_CHANGED', code: '123 456' },
        { type: 'SUBMIT' },
        errorEvent('loginWithCode', rejected(429, 'AU1004', '', 'Too many attempts.', 1)),
        { type: 'BACK' },
      ],
    },
    {
      start: 'code',
      events: [
        { type: 'TIME_PASSED', now: noon },
        { type: 'CODE_CHANGED', code: '123 456' },
        { type: 'RESEND' },
        doneEvent('resendLoginCode', { status: 202, data: { nonce: 'n2' } }),
      ],
    },
  ],
  withoutTimeLimit: {
    mailedLinks: 'a child flow with limits of its own',
    clock: 'a listener; it ends with the code screen',
  },
  invariants: {
    'the code can be sent only when it has six digits': (state) =>
      !state.matches('twoFactor') || !state.can({ type: 'SUBMIT' }) || /^\d{6}$/.test(state.context.code),
    'nothing else can be sent while a request is pending': (state) =>
      !state.hasTag('pending') || (!state.can({ type: 'SUBMIT' }) && !state.can({ type: 'RESEND' })),
    'without a nonce every control of the code screen is disabled': (state) =>
      !state.hasTag('twoFactor') ||
      state.context.challenge !== null ||
      (!state.can({ type: 'SUBMIT' }) &&
        !state.can({ type: 'RESEND' }) &&
        !state.can({ type: 'CODE_CHANGED', code: '1' })),
    'a new code can be requested only after the cool-down': (state) =>
      !state.can({ type: 'RESEND' }) ||
      state.context.now >= Date.parse(state.context.challenge?.resend_at ?? '1970-01-01'),
    'the password is stored on the credentials screen only': (state) =>
      state.matches('credentials') || state.matches('loggingIn') || state.context.form.values.password === '',
    'Back and Forward are followed on their screens, whatever is pending': (state) =>
      state.status !== 'active' || state.can({ type: state.hasTag('twoFactor') ? 'BACK' : 'FORWARD' }),
    'the code is cleared outside its screen': (state) => state.matches('twoFactor') || state.context.code === '',
  },
});
