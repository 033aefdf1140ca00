import { doneEvent, errorEvent } from '@xstate/test';
import { problem, success } from '#domain/notice.ts';
import { noticeMachine } from '#machines/notice.machine.ts';
import { casesOf, rejected, unreachable } from '../support/flow.ts';

const confirmation = { ...problem({ text: 'Please confirm your account.' }), resendTo: 'ann@acme.example' };

/** Global banner of §2, AU1002 of §8. */
export const noticeCases = casesOf({
  machine: noticeMachine,
  inputs: { quiet: { error: null }, 'error in the address': { error: '<b>AU1002</b>' } },
  events: [
    { type: 'SHOW', notice: success({ code: 'accountConfirmed' }) },
    { type: 'SHOW', notice: confirmation },
    { type: 'ADD', notice: success({ text: '10 % off.' }) },
    { type: 'CLOSE', index: 0 },
    doneEvent('resendConfirmation', { status: 200, data: { message: 'Sent.' } }),
    errorEvent('resendConfirmation', rejected(429, 'AU1004', '', 'Too many mails.', 60)),
    errorEvent('resendConfirmation', unreachable),
  ],
  project: ({ notices }) => [notices.length === 0, notices.length > 1, notices.some(({ resendTo }) => resendTo)],
  invariants: {
    'a visible banner has a message, a hidden one has none': ({ context: { notices }, ...state }) =>
      (state.value === 'hidden') === (notices.length === 0),
    'every visible notice can be closed': (state) => !state.matches('shown') || state.can({ type: 'CLOSE', index: 0 }),
    'a confirmation mail is offered only for AU1002, never because of an address in the URL': (state) =>
      !state.can({ type: 'RESEND_CONFIRMATION' }) ||
      state.context.notices.some(({ resendTo }) => resendTo === 'ann@acme.example'),
  },
});
