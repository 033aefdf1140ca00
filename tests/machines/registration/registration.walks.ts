import { afterEvent, doneEvent, errorEvent, type Walk } from '@xstate/test';
import type { registrationMachine } from '#machines/registration/registration.machine.ts';
import { rejected } from '../../support/flow.ts';
import {
  accountSnapshot,
  arrived,
  billingSnapshot,
  done,
  hosted,
  invitations,
  moved,
  notFound,
  planSnapshot,
  record,
  reread,
  saved,
  snapshot,
} from './registration.samples.ts';

/** Walks that the plan begins with: effects that show in one order only. */
export const walks: readonly Walk<typeof registrationMachine>[] = [
  {
    start: 'plan-first, token',
    events: [arrived('3'), planSnapshot(null)],
  },
  {
    start: 'verify-first, token',
    events: [arrived('4'), doneEvent('billing', moved), reread('4', { url: 'https://bank.example/1' })],
  },
  {
    start: 'verify-first, token',
    events: [arrived('3'), doneEvent('plan', moved), reread('4'), { type: 'HISTORY_MOVED', step: '3' }],
  },
  // The server's step has not changed: the banner shows its answer, not that the sign-up has gone on.
  {
    start: 'verify-first, token',
    events: [arrived('3'), doneEvent('plan', moved), reread('3')],
  },
  // What is sent is unsettled, whichever step sends it.
  {
    start: 'verify-first',
    events: [accountSnapshot({ data: { first_name: 'Bo' } })],
  },
  {
    start: 'verify-first, token',
    events: [arrived('2-sso'), accountSnapshot({ data: { first_name: 'Bo' } })],
  },
  ...(
    [
      ['plan-first, token', '2'],
      ['plan-first, token', '3'],
      ['verify-first, token', '3'],
    ] as const
  ).map(([start, step]) => ({
    start,
    events: [arrived(step), planSnapshot({ data: { nb_users: 2 } })],
  })),
  // Every step shows the hosted page that answers it.
  ...(
    [
      ['verify-first, token', '2-sso', accountSnapshot(null, hosted)],
      ['plan-first, token', '2', planSnapshot(null, hosted)],
      ['plan-first, token', '3', planSnapshot(null, hosted)],
      ['verify-first, token', '3', planSnapshot(null, hosted)],
      ['verify-first, token', '4', billingSnapshot(hosted)],
    ] as const
  ).map(([start, step, answered]) => ({
    start,
    events: [arrived(step), answered],
  })),
  // After a hosted page, the registration decides, not the outcome of the step that was left before.
  {
    start: 'verify-first, token',
    events: [
      arrived('4', { url: 'https://bank.example/1' }),
      doneEvent('bankCheck', { result: 'answered', record: null }),
      reread('4', { completed_at: done }),
    ],
  },
  {
    start: 'verify-first, token',
    events: [
      arrived('4'),
      doneEvent('billing', moved),
      reread('4', { url: 'https://bank.example/1' }),
      doneEvent('bankCheck', { result: 'answered', record: record('4', { completed_at: done }) }),
    ],
  },
  // The result of a hosted page is still shown after the choice of a team.
  {
    start: 'verify-first, token',
    events: [
      arrived('3'),
      planSnapshot(null, hosted),
      doneEvent('bankCheck', { result: 'blocked', record: null }),
      reread('3', { invitations }),
      doneEvent('teamChoice', { kind: 'startedOwn' }),
    ],
  },
  // The choice of a team does not wait for data that only later steps show.
  {
    start: 'verify-first',
    events: [doneEvent('account', saved('2')), doneEvent('verification', saved('3', { invitations }))],
  },
  // A registration with an unsettled step is read before the choice of a team.
  {
    start: 'plan-first, token',
    events: [
      arrived('3'),
      planSnapshot({ data: { nb_users: 2 } }),
      doneEvent('plan', { kind: 'wentBack' }),
      doneEvent('plan', saved('4', { invitations })),
    ],
  },
  // The steps one after another, and what may happen in them, on the ways that most customers take.
  {
    start: 'plan-first, token',
    events: [arrived('2'), doneEvent('plan', saved('3')), doneEvent('plan', saved('4')), billingSnapshot(null)],
  },
  {
    start: 'verify-first, token',
    events: [
      arrived('2'),
      snapshot('verification', { outcome: null }),
      doneEvent('verification', { kind: 'wentBack' }),
    ],
  },
  {
    start: 'verify-first, token',
    events: [
      arrived('2'),
      doneEvent('verification', saved('3')),
      { type: 'HISTORY_MOVED', step: '1' },
      doneEvent('account', moved),
    ],
  },
  {
    start: 'verify-first, token',
    events: [
      arrived('2'),
      snapshot('verification', { outcome: hosted }),
      errorEvent('verification', new Error('broken')),
    ],
  },
  {
    start: 'verify-first, token',
    events: [arrived('3'), planSnapshot({ data: { nb_users: 2 } }), { type: 'HISTORY_MOVED', step: '4' }],
  },
  {
    start: 'verify-first, token',
    events: [arrived('3'), doneEvent('plan', notFound), { type: 'DAY_BEGAN', today: '2025-03-06' }],
  },
  {
    start: 'verify-first, token',
    events: [arrived('4', { completed_at: done })],
  },
  ...[
    [
      snapshot('bankCheck', { deadline: 1_000_000 }),
      doneEvent('bankCheck', { result: 'cancelled', record: null }),
      reread('4'),
    ],
    [
      doneEvent('bankCheck', { result: 'answered', record: null }),
      afterEvent('answer', 'registration.filling.hostedPage.reading'),
    ],
    [
      doneEvent('bankCheck', { result: 'answered', record: null }),
      errorEvent('readRegistration', rejected(503, 'SV1001')),
    ],
    [errorEvent('bankCheck', new Error('broken'))],
  ].map((events) => ({
    start: 'verify-first, token',
    events: [arrived('4', { url: 'https://bank.example/1' }), ...events],
  })),
  // A bank check that is over is not opened by a reload, whatever the record still says.
  {
    start: 'a bank check that is over',
    events: [arrived('4', { url: 'https://bank.example/1' })],
  },
];
