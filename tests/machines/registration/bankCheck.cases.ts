import { errorEvent } from '@xstate/test';
import { bankCheckMachine } from '#machines/registration/bankCheck.machine.ts';
import { casesOf } from '../../support/flow.ts';

const noon = Date.parse('2025-03-05T12:00:00Z');
const start = {
  url: 'https://bank.example/check/1',
  origins: ['https://bank.example'],
  deadlineSeconds: 600,
  deadline: null,
};

/** §4 3-D Secure, W3, W6, L3. */
export const bankCheckCases = casesOf({
  machine: bankCheckMachine,
  inputs: {
    fresh: start,
    'reloaded in the middle': { ...start, deadline: noon + 60_000 },
    'foreign address': { ...start, url: 'https://evil.example/check/1' },
    'script as address': { ...start, url: 'javascript:alert(1)' },
  },
  events: [
    { type: 'TIME_PASSED', now: noon },
    { type: 'TIME_PASSED', now: noon + 60_000 },
    { type: 'TIME_PASSED', now: noon + 600_000 },
    errorEvent('clock', new Error('broken')),
    errorEvent('bankAnswered', new Error('broken')),
  ],
  project: ({ url, deadline }) => [url, deadline],
  unlimited: {
    clock: 'a listener; it ends with the frame, which has a deadline',
    bankAnswered: 'a listener; it ends with the frame, which has a deadline',
  },
  invariants: {
    'a frame is shown only for an allowed address': (state) =>
      !state.hasTag('framed') || state.context.url === start.url,
    'the frame can be cancelled whatever it does': (state) => !state.hasTag('framed') || state.can({ type: 'CANCEL' }),
    'the answer of the bank counts whatever the frame does': (state) =>
      !state.hasTag('framed') || state.can({ type: 'BANK_ANSWERED' }),
    'the deadline is absolute': ({ context: { deadline } }) =>
      deadline === null || [noon + 60_000, noon + 600_000, noon + 660_000, noon + 1_200_000].includes(deadline),
    'the frame says how it ended': (state) => (state.status === 'done') === (state.output?.result !== undefined),
  },
});
