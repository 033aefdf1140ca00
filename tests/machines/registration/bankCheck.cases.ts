import { doneEvent, errorEvent } from '@xstate/test';
import { bankCheckMachine } from '#machines/registration/bankCheck.machine.ts';
import { casesOf } from '../../support/flow.ts';

const noon = Date.parse('2025-03-05T12:00:00Z');
const start = {
  url: 'https://bank.example/check/1',
  origins: ['https://bank.example'],
  deadlineSeconds: 600,
  deadline: null,
  token: 't1',
  step: '4' as const,
};
const DONE = '2025-03-05T12:00:00Z';

/** §4 3-D Secure. */
export const bankCheckCases = casesOf({
  machine: bankCheckMachine,
  inputs: {
    fresh: start,
    'reloaded in the middle': { ...start, deadline: noon + 60_000 },
    'path of the API': { ...start, url: '/check/1' },
    'foreign address': { ...start, url: 'https://evil.example/check/1' },
    'script as address': { ...start, url: 'javascript:alert(1)' },
  },
  events: [
    { type: 'TIME_PASSED', now: noon },
    { type: 'TIME_PASSED', now: noon + 60_000 },
    { type: 'TIME_PASSED', now: noon + 600_000 },
    errorEvent('clock', new Error('broken')),
    errorEvent('bankAnswered', new Error('broken')),
    errorEvent('backPressed', new Error('broken')),
    doneEvent('progressWatch', { record: { data: {}, step: '4', completed_at: DONE } }),
    errorEvent('progressWatch', new Error('broken')),
  ],
  project: ({ url, deadline, record }) => [url, deadline, record?.completed_at],
  withoutTimeLimit: {
    clock: 'a listener; it ends with the frame, which has a deadline',
    bankAnswered: 'a listener; it ends with the frame, which has a deadline',
    backPressed: 'a listener; it ends with the frame, which has a deadline',
    progressWatch: 'a child flow that waits for the visitor to come back; it ends with the frame',
  },
  invariants: {
    'a frame is shown only for an allowed address': (state) =>
      !state.hasTag('framed') || [start.url, '/check/1'].includes(state.context.url),
    'the check can be cancelled whatever the frame does': (state) =>
      !state.hasTag('framed') || state.can({ type: 'CANCEL' }),
    "the bank's answer is accepted whatever the frame does": (state) =>
      !state.hasTag('framed') || state.can({ type: 'BANK_ANSWERED' }),
    'the deadline is absolute': ({ context: { deadline } }) =>
      deadline === null || [noon + 60_000, noon + 600_000, noon + 660_000, noon + 1_200_000].includes(deadline),
    'what was read during the check is in the output with the bank’s answer': ({ output, context }) =>
      output === undefined ||
      (output.record === context.record && (output.record === null || output.result === 'answered')),
    'a check that has ended has a result': (state) =>
      (state.status === 'done') === (state.output?.result !== undefined),
  },
});
