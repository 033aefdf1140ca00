import { assign, setup } from 'xstate';
import { type Notice, problem, success } from '#domain/notice.ts';
import { failureNotice, isRejectedForGood } from './failureNotice.ts';
import { apiRequest, effect, limits, request } from './port.ts';

/**
 * §4 Confirmation link: the actions of a mailed link to the login screen. The account is confirmed and the discount
 * redeemed, each once and independently, when the page becomes visible (scanners that only load it trigger nothing). A
 * token leaves the address once the server has decided; without a decision, a reload tries again.
 */
export const mailedLinksMachine = setup({
  types: {
    context: {} as { confirmationToken: string | null; discountToken: string | null; email: string | null },
    input: {} as { confirmationToken: string | null; discountToken: string | null },
    output: {} as { email: string | null },
    tags: {} as 'pending',
  },
  actors: {
    waitForPerson: request('waitForPerson'),
    confirmCustomer: apiRequest('confirmCustomer'),
    redeemDiscount: apiRequest('redeemDiscount'),
  },
  actions: {
    addNotice: effect<Notice>('addNotice'),
    removeToken: effect<{ parameter: 'token' | 'discount' }>('removeToken'),
    setEmail: assign((_, { email }: { email: string | undefined }) => ({ email: email ?? null })),
  },
  guards: {
    hasLink: ({ context }) => context.confirmationToken !== null || context.discountToken !== null,
    hasConfirmation: ({ context }) => context.confirmationToken !== null,
    hasDiscount: ({ context }) => context.discountToken !== null,
    isRejectedForGood,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'mailedLinks',
  context: ({ input }) => ({ ...input, email: null }),
  output: ({ context }) => ({ email: context.email }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'hasLink', target: 'waiting' }, { target: 'followed' }] },
    waiting: {
      invoke: { id: 'waitForPerson', src: 'waitForPerson', onDone: 'following', onError: 'following' },
    },
    following: {
      type: 'parallel',
      onDone: 'followed',
      states: {
        confirmation: {
          initial: 'opening',
          states: {
            opening: { always: [{ guard: 'hasConfirmation', target: 'confirming' }, { target: 'done' }] },
            confirming: {
              tags: 'pending',
              invoke: {
                id: 'confirmCustomer',
                src: 'confirmCustomer',
                input: ({ context }) => ({ params: { customer_token: context.confirmationToken ?? '' } }),
                onDone: {
                  target: 'done',
                  actions: [
                    {
                      type: 'setEmail',
                      params: ({ event }) => ({
                        email: event.output.data.data.billing_email || event.output.data.data.email,
                      }),
                    },
                    { type: 'addNotice', params: success({ code: 'accountConfirmed' }) },
                    { type: 'removeToken', params: { parameter: 'token' } },
                  ],
                },
                onError: [
                  {
                    guard: { type: 'isRejectedForGood', params: ({ event }) => ({ error: event.error }) },
                    target: 'done',
                    actions: [
                      { type: 'addNotice', params: ({ event }) => failureNotice(event.error) },
                      { type: 'removeToken', params: { parameter: 'token' } },
                    ],
                  },
                  {
                    target: 'done',
                    actions: { type: 'addNotice', params: ({ event }) => failureNotice(event.error) },
                  },
                ],
              },
              after: {
                answer: {
                  target: 'done',
                  actions: { type: 'addNotice', params: problem({ code: 'unreachable' }) },
                },
              },
            },
            done: { type: 'final' },
          },
        },
        discount: {
          initial: 'opening',
          states: {
            opening: { always: [{ guard: 'hasDiscount', target: 'redeeming' }, { target: 'done' }] },
            redeeming: {
              tags: 'pending',
              invoke: {
                id: 'redeemDiscount',
                src: 'redeemDiscount',
                input: ({ context }) => ({ params: { customer_token: context.discountToken ?? '' } }),
                onDone: {
                  target: 'done',
                  actions: [
                    {
                      type: 'addNotice',
                      params: ({ event }) => success({ text: event.output.data.data.message }),
                    },
                    { type: 'removeToken', params: { parameter: 'discount' } },
                  ],
                },
                onError: [
                  {
                    guard: { type: 'isRejectedForGood', params: ({ event }) => ({ error: event.error }) },
                    target: 'done',
                    actions: [
                      { type: 'addNotice', params: ({ event }) => failureNotice(event.error) },
                      { type: 'removeToken', params: { parameter: 'discount' } },
                    ],
                  },
                  {
                    target: 'done',
                    actions: { type: 'addNotice', params: ({ event }) => failureNotice(event.error) },
                  },
                ],
              },
              after: {
                answer: {
                  target: 'done',
                  actions: { type: 'addNotice', params: problem({ code: 'unreachable' }) },
                },
              },
            },
            done: { type: 'final' },
          },
        },
      },
    },
    followed: { type: 'final' },
  },
});
