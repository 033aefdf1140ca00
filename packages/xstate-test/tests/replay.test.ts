import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { doneEvent, exploreStates, planCoverage, replay } from '../src/index.ts';
import { ticketMachine } from './ticket.machine.ts';
import { walk } from './ticket.samples.ts';

const letter = (change: { target?: string; params?: string; to?: string; delay?: number } = {}) =>
  setup({
    actions: {
      post: (_, __: string) => {
        throw new Error('nobody posts');
      },
    },
    delays: { timeout: change.delay ?? 1000 },
  }).createMachine({
    id: 'letter',
    initial: 'writing',
    states: {
      writing: {
        on: { SEND: { target: change.target ?? 'sent', actions: { type: 'post', params: change.params ?? 'home' } } },
        after: { timeout: 'lost' },
      },
      sent: {},
      lost: {},
    },
  });

describe('a replay compares the real actor with the plan', () => {
  const { paths } = planCoverage(letter());
  const [send] = paths.filter(({ title }) => title.includes('SEND'));
  const replayOn = (machine: ReturnType<typeof letter>) => () => replay(machine, send ?? expect.fail('no path'));

  test('and passes if they agree', () => {
    expect(replayOn(letter())().state.value).toBe('sent');
  });

  test.each([
    ['another target', { target: 'lost' }, 'At step 1, SEND: state: got "lost", planned "sent".'],
    [
      'other params',
      { params: 'work' },
      'At step 1, SEND: effects: got [{"name":"post","params":"work"}], planned [{"name":"post","params":"home"}].',
    ],
    ['another delay', { delay: 2000 }, 'At start: timers: got [{"id":'],
  ])('and stops at %s', (_, change, message) => {
    expect(replayOn(letter(change))).toThrow(message);
  });
});

describe('all reachable states', () => {
  const states = exploreStates(ticketMachine, walk);

  test('are returned once each, with the shortest path', () => {
    expect(states.find(({ state }) => state.matches('lost'))?.path).toHaveLength(1);
    expect(states.find(({ state }) => state.matches('paying'))?.path.map(({ event }) => event)).toEqual([
      doneEvent('listSeats', [{ row: 'A' }]),
      { type: 'CHOOSE', row: 'A' },
      doneEvent('reserve', 'A'),
      { type: 'NEXT' },
      { type: 'SHOW' },
    ]);
    expect(states.filter(({ path }) => path.length === 0).map(({ title }) => title)).toEqual([
      'plain: start',
      'vip: start',
    ]);
  });

  test('can be checked for invariants: a seat is reserved in every paid state', () => {
    for (const { state, title } of states)
      if (state.matches('paying')) expect(state.context.seat, title).not.toBeNull();
  });
});
