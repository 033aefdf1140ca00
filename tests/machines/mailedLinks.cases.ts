import { doneEvent, errorEvent } from '@xstate/test';
import { mailedLinksMachine } from '#machines/mailedLinks.machine.ts';
import { casesOf, rejected, unreachable } from '../support/flow.ts';

/** Confirmation link and discount link of §4. */
export const mailedLinksCases = casesOf({
  machine: mailedLinksMachine,
  inputs: {
    'no link': { confirmationToken: null, discountToken: null },
    confirmation: { confirmationToken: 'c1', discountToken: null },
    discount: { confirmationToken: null, discountToken: 'd1' },
    both: { confirmationToken: 'c1', discountToken: 'd1' },
  },
  events: [
    doneEvent('waitForPerson'),
    errorEvent('waitForPerson', new Error('broken')),
    doneEvent('confirmCustomer', { status: 200, data: { data: { billing_email: 'billing@acme.example' } } }),
    doneEvent('confirmCustomer', { status: 200, data: { data: { email: 'ann@acme.example' } } }),
    errorEvent('confirmCustomer', rejected(404, 'AU1006', '', 'This link is too old.')),
    errorEvent('confirmCustomer', rejected(503, '', '', 'Not now.')),
    errorEvent('confirmCustomer', unreachable),
    doneEvent('redeemDiscount', { status: 201, data: { data: { message: '10 % off.' } } }),
    errorEvent('redeemDiscount', rejected(404, 'AU1006', '', 'This discount is over.')),
    errorEvent('redeemDiscount', rejected(429, 'AU1004', '', 'Too many attempts.')),
    errorEvent('redeemDiscount', unreachable),
  ],
  withoutTimeLimit: { waitForPerson: 'a page may stay in the background indefinitely' },
  concurrentCommands: {
    'confirmCustomer, redeemDiscount': 'two links, each followed once; neither waits for the other',
  },
  invariants: {
    'no call is made before the page is visible': (state) =>
      !state.matches('waiting') || !('confirmCustomer' in state.children || 'redeemDiscount' in state.children),
    'without a token its call is never made': ({ context, children }) =>
      (context.confirmationToken !== null || !('confirmCustomer' in children)) &&
      (context.discountToken !== null || !('redeemDiscount' in children)),
  },
});
