import { createHarness } from '@xstate/test';
import { expect, test } from 'vitest';
import { problem } from '#domain/notice.ts';
import { noticeMachine } from '#machines/notice.machine.ts';

test('the banner stays until it is closed or replaced by a newer notice, without a timeout', () => {
  const flow = createHarness(noticeMachine, { input: { error: null } });
  flow.drive({ type: 'SHOW', notice: problem({ code: 'unreachable' }) });
  flow.wait(24 * 60 * 60 * 1000);
  expect(flow.state.value).toBe('shown');
  expect(flow.state.context.notices).toEqual([problem({ code: 'unreachable' })]);
  flow.stop();
});
