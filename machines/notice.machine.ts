import { assign, setup } from 'xstate';
import { type Notice, problem, success, textOr } from '#domain/notice.ts';
import { failureNotice } from './failureNotice.ts';
import { apiRequest, limits } from './port.ts';

const isSame = (one: Notice, other: Notice): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * §2 The global banner: shows what flows notify until it is closed or a newer notice replaces it; simultaneous notices
 * are shown together. The text of the `error` query parameter is shown first. §8 AU1002: the banner itself requests a
 * new confirmation mail.
 */
export const noticeMachine = setup({
  types: {
    context: {} as { notices: readonly Notice[] },
    input: {} as { error: string | null },
    events: {} as
      | { type: 'SHOW'; notice: Notice }
      | { type: 'ADD'; notice: Notice }
      | { type: 'CLOSE'; index: number }
      | { type: 'CLEAR' }
      | { type: 'RESEND_CONFIRMATION' },
    tags: {} as 'pending',
  },
  actors: { resendConfirmation: apiRequest('resendConfirmation') },
  actions: {
    setNotice: assign((_, notice: Notice) => ({ notices: [notice] })),
    /** A notice that is already shown is not added again, as when two links are rejected for the same reason. */
    addNotice: assign(({ context }, notice: Notice) => ({
      notices: [...context.notices.filter((other) => !isSame(other, notice)), notice],
    })),
    setNoticeBesideLink: assign(({ context }, notice: Notice) => ({
      notices: [...context.notices.filter(({ resendTo }) => resendTo !== undefined), notice],
    })),
    removeNotice: assign(({ context }, index: number) => ({
      notices: context.notices.filter((_, at) => at !== index),
    })),
    clearNotices: assign({ notices: [] }),
  },
  guards: {
    hasNotices: ({ context }) => context.notices.length > 0,
    isLast: ({ context }) => context.notices.length === 1,
    hasResendLink: ({ context }) => context.notices.some(({ resendTo }) => resendTo !== undefined),
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'notice',
  context: ({ input }) => ({ notices: input.error ? [problem({ text: input.error })] : [] }),
  initial: 'opening',
  on: {
    SHOW: { target: '.shown', actions: { type: 'setNotice', params: ({ event }) => event.notice } },
    ADD: { target: '.shown', actions: { type: 'addNotice', params: ({ event }) => event.notice } },
    CLEAR: { target: '.hidden' },
  },
  states: {
    opening: { always: [{ guard: 'hasNotices', target: 'shown' }, { target: 'hidden' }] },
    hidden: { entry: 'clearNotices' },
    shown: {
      on: {
        CLOSE: [
          { guard: 'isLast', target: 'hidden' },
          { actions: { type: 'removeNotice', params: ({ event }) => event.index } },
        ],
        RESEND_CONFIRMATION: { guard: 'hasResendLink', target: 'resendingConfirmation' },
      },
    },
    resendingConfirmation: {
      tags: 'pending',
      invoke: {
        id: 'resendConfirmation',
        src: 'resendConfirmation',
        input: ({ context }) => ({
          body: { email: context.notices.find(({ resendTo }) => resendTo !== undefined)?.resendTo ?? '' },
        }),
        onDone: {
          target: 'shown',
          actions: {
            type: 'setNotice',
            params: ({ event }) => success(textOr(event.output.data.message, 'confirmationSent')),
          },
        },
        onError: {
          target: 'shown',
          actions: { type: 'setNoticeBesideLink', params: ({ event }) => failureNotice(event.error) },
        },
      },
      after: {
        answer: {
          target: 'shown',
          actions: { type: 'setNoticeBesideLink', params: problem({ code: 'unreachable' }) },
        },
      },
    },
  },
});
