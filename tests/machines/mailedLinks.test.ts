import { createHarness, doneEvent, errorEvent } from '@xstate/test';
import { expect, test } from 'vitest';
import { Failure } from '#domain/failure.ts';
import { mailedLinksMachine } from '#machines/mailedLinks.machine.ts';
import { rejected } from '../support/flow.ts';

/** The tokens that have left the address when the two links have been answered so. */
function forgottenAfter(...errors: [confirm: Failure, redeem: Failure]) {
  const flow = createHarness(mailedLinksMachine, { input: { confirmationToken: 'c1', discountToken: 'd1' } });
  flow.drive(doneEvent('waitForPerson', undefined));
  flow.drive(errorEvent('confirmCustomer', errors[0]));
  flow.drive(errorEvent('redeemDiscount', errors[1]));
  expect(flow.state.status).toBe('done');
  return flow.effects.filter(({ name }) => name === 'removeToken').map(({ params }) => params);
}

test('a link without a response stays in the address, so that a reload follows it again', () => {
  expect(forgottenAfter(new Failure('unreachable'), rejected(404, 'AU1006'))).toEqual([{ parameter: 'discount' }]);
  expect(forgottenAfter(rejected(404, 'AU1006'), new Failure('unreachable'))).toEqual([{ parameter: 'token' }]);
});
