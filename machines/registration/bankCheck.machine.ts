import { assign, setup } from 'xstate';
import type { RegistrationRecord } from '#contract/registration.ts';
import { bankAddress } from '#domain/bankAddress.ts';
import type { RegistrationStep } from '#domain/constants.ts';
import { type Notice, problem } from '#domain/notice.ts';
import { effect, limits, subscription, type TimePassed } from '../port.ts';
import { progressWatchMachine } from './progressWatch.machine.ts';

/** How the frame ended. Whether the check passed is decided by reading the registration again, whatever the result. */
export type BankResult = 'answered' | 'cancelled' | 'timedOut' | 'blocked';

/** §2, §4: the hosted page (3-D Secure) in a frame that covers the page, with a way out of every state. */
export const bankCheckMachine = setup({
  types: {
    context: {} as {
      url: string;
      /** Origins that hosted pages may come from. */
      origins: readonly string[];
      deadlineSeconds: number;
      /** When the frame is closed, ms since the epoch; null until the first tick of the clock. */
      deadline: number | null;
      /** How often the page has been requested. It is the frame's key, so that a retry loads the page anew. */
      attempts: number;
      /**
       * The registration that is read when the visitor returns to the page; null: it does not cover this hosted page.
       */
      token: string | null;
      step: RegistrationStep;
      /** The registration, if it has already been read. */
      record: RegistrationRecord | null;
    },
    input: {} as {
      url: string;
      origins: readonly string[];
      deadlineSeconds: number;
      deadline: number | null;
      token: string | null;
      step: RegistrationStep;
    },
    output: {} as { result: BankResult; record: RegistrationRecord | null },
    events: {} as
      | { type: 'FRAME_LOADED' }
      | { type: 'BANK_ANSWERED' }
      | { type: 'CANCEL' }
      | { type: 'TRY_AGAIN' }
      | TimePassed,
    tags: {} as 'framed',
  },
  actors: {
    clock: subscription('clock'),
    /** Sends BANK_ANSWERED when the window of the frame reports that it is done. */
    bankAnswered: subscription<{ url: string }>('bankAnswered'),
    /** Sends CANCEL when the visitor uses the browser's Back, whichever pages the frame has shown. */
    backPressed: subscription('backPressed'),
    progressWatch: progressWatchMachine,
  },
  actions: {
    notify: effect<Notice | null>('notify'),
    setDeadline: assign(({ context }, now: number) => ({
      deadline: context.deadline ?? now + context.deadlineSeconds * 1000,
    })),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    setRecord: assign((_, record: RegistrationRecord) => ({ record })),
  },
  guards: {
    isAllowed: ({ context }) => bankAddress(context.url, context.origins) !== null,
    isTooLate: ({ context }, now: number) => context.deadline !== null && now >= context.deadline,
  },
  delays: { frame: limits.answer },
}).createMachine({
  id: 'bankCheck',
  context: ({ input }) => ({ ...input, attempts: 0, record: null }),
  output: ({ context, event }) => ({ result: event.output as BankResult, record: context.record }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isAllowed', target: 'framed' }, { target: 'blocked' }] },
    framed: {
      tags: 'framed',
      invoke: [
        {
          id: 'clock',
          src: 'clock',
          onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
        },
        {
          id: 'bankAnswered',
          src: 'bankAnswered',
          input: ({ context: { url, origins } }) => ({ url: bankAddress(url, origins) ?? url }),
          onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
        },
        {
          id: 'backPressed',
          src: 'backPressed',
          onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
        },
        {
          id: 'progressWatch',
          src: 'progressWatch',
          input: ({ context: { token, step, url } }) => ({ token, step, url }),
          onDone: { target: 'answered', actions: { type: 'setRecord', params: ({ event }) => event.output.record } },
          onError: { actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
        },
      ],
      on: {
        BANK_ANSWERED: { target: 'answered' },
        CANCEL: { target: 'cancelled' },
        TIME_PASSED: [
          { guard: { type: 'isTooLate', params: ({ event }) => event.now }, target: 'timedOut' },
          { actions: { type: 'setDeadline', params: ({ event }) => event.now } },
        ],
      },
      initial: 'loading',
      states: {
        loading: {
          entry: 'countAttempt',
          on: { FRAME_LOADED: { target: 'open' } },
          after: { frame: { target: 'stalled' } },
        },
        /** The page has not loaded in time: the screen shows a text, a retry and a way out; the page may still load. */
        stalled: {
          on: { FRAME_LOADED: { target: 'open' }, TRY_AGAIN: { target: 'loading' } },
        },
        open: {},
      },
    },
    answered: { type: 'final', output: 'answered' },
    cancelled: { type: 'final', output: 'cancelled' },
    timedOut: { type: 'final', output: 'timedOut' },
    blocked: { type: 'final', output: 'blocked' },
  },
});
