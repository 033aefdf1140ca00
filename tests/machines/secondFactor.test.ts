import { createHarness, doneEvent } from '@xstate/test';
import { expect, test } from 'vitest';
import { success } from '#domain/notice.ts';
import { secondFactorMachine } from '#machines/dashboard/secondFactor.machine.ts';
import { account } from './dashboard.cases.ts';

test.each([
  ['new-device', 'secondFactorOffKnownDevices'],
  ['always', 'secondFactorOffAlways'],
  ['off', 'secondFactorOff'],
] as const)('switched off under the policy ‘%s’, the banner says when a code is still required', (policy, code) => {
  const flow = createHarness(secondFactorMachine, { input: { isOn: true } });
  flow.drive({ type: 'CHANGE', change: { password: 'correct horse' } });
  flow.drive({ type: 'SUBMIT' });
  const switched = { ...account, second_factor: false, second_factor_policy: policy };
  flow.drive(doneEvent('switchSecondFactor', { status: 200, data: { data: switched } }));
  expect(flow.effects).toContainEqual(expect.objectContaining({ params: success({ code }) }));
  flow.stop();
});
