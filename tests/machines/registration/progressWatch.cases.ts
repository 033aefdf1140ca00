import { afterEvent, doneEvent, errorEvent } from '@xstate/test';
import { progressWatchMachine } from '#machines/registration/progressWatch.machine.ts';
import { casesOf, rejected, unreachable } from '../../support/flow.ts';

const url = 'https://bank.example/check/1';
const read = (step: string, part: object = {}) =>
  doneEvent('readRegistration', { status: 200, data: { data: { data: {}, step, completed_at: null, ...part } } });
const returned = { type: 'RETURNED' as const };
const DONE = '2025-03-05T12:00:00Z';

/** A code verified, or a card approved, in another tab or app. */
export const progressWatchCases = casesOf({
  machine: progressWatchMachine,
  inputs: {
    'waiting for a code': { token: 't1', step: '2', url: null },
    'at the bank': { token: 't1', step: '4', url },
    'at the card': { token: 't1', step: '4', numberId: 11 },
    'a hosted page without a registration': { token: null, step: '1', url },
  },
  events: ({ context: { step } }) => [
    returned,
    read(step),
    read(step === '2' ? '3' : '2'),
    read(step, { completed_at: DONE }),
    ...(step === '4'
      ? [
          read('4', { number_id: 11 }),
          read('4', { number_id: 12 }),
          read('4', { url }),
          read('4', { url: null }),
          read('4', { url: `${url}2` }),
        ]
      : []),
    errorEvent('readRegistration', unreachable),
    errorEvent('readRegistration', rejected(404, 'RG1001')),
    errorEvent('returns', new Error('broken')),
  ],
  project: ({ token, step, hasReturned, record }) => [token, step, hasReturned, record?.step, record?.completed_at],
  walks: [
    // A return during a request may follow a change: whatever becomes of the request, the registration is read again.
    ...[read('2'), errorEvent('readRegistration', unreachable), afterEvent('answer', 'progressWatch.reading')].flatMap(
      (outcome) => [
        { start: 'waiting for a code', events: [returned, outcome] },
        { start: 'waiting for a code', events: [returned, returned, outcome] },
      ],
    ),
  ],
  withoutTimeLimit: { returns: 'a listener; it ends with the step' },
  exitsOnScreen: { waiting: 'the step goes on by itself' },
  invariants: {
    'without a token nothing is requested': (state) => state.context.token !== null || !state.matches('reading'),
    'the output differs from what was known': ({ output, context }) =>
      output === undefined ||
      output.record.completed_at !== null ||
      output.record.step !== context.step ||
      output.record.url !== context.url,
    'a hosted page that is still open is never left': ({ output }) => output?.record.url !== url,
  },
});
