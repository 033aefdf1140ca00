import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, createMachine, fromPromise, setup } from 'xstate';
import { doneEvent, errorEvent, planCoverage } from '../src/index.ts';
import { ticketMachine } from './ticket.machine.ts';
import { events, walk } from './ticket.samples.ts';

const titles = (plan: { paths: { title: string }[] }) => plan.paths.map(({ title }) => title);

describe('the fewest paths', () => {
  test('one path where every state leads back', () => {
    const lamp = createMachine({
      id: 'lamp',
      initial: 'off',
      states: { off: { on: { PRESS: 'on' } }, on: { on: { PRESS: 'off', DIM: 'dim' } }, dim: { on: { PRESS: 'off' } } },
    });
    const plan = planCoverage(lamp);
    expect(titles(plan)).toHaveLength(1);
    expect(plan.paths[0]?.steps).toHaveLength(5);
    expect(plan).toMatchObject({ unreachable: [], goals: 4, vertices: 3 });
  });

  test('one path for each final state', () => {
    const gate = createMachine({
      id: 'gate',
      initial: 'shut',
      states: { shut: { on: { PUSH: 'open', KICK: 'broken', SELL: 'sold' } }, open: {}, broken: {}, sold: {} },
    });
    expect(titles(planCoverage(gate)).sort()).toEqual(['KICK', 'PUSH', 'SELL']);
  });

  test('a failed guard is covered on the way, not by a separate path', () => {
    const gate = setup({ guards: { isPaid: ({ context }) => context.paid } }).createMachine({
      id: 'gate',
      context: { paid: false },
      initial: 'shut',
      states: {
        shut: { on: { PUSH: { guard: 'isPaid', target: 'open' }, PAY: { actions: assign({ paid: true }) } } },
        open: { type: 'final' },
      },
    });
    const plan = planCoverage(gate);
    expect(titles(plan)).toEqual(['PUSH → PAY → PUSH']);
    expect(plan.paths[0]?.covers.sort()).toEqual([
      'gate.shut —PAY→ stays',
      'gate.shut —PUSH→ open [isPaid]',
      'gate.shut —PUSH→ open [isPaid] refused',
    ]);
  });

  test('a path ends after maxSteps unless its goal lies deeper', () => {
    const ring = (size: number) =>
      createMachine({
        id: 'ring',
        initial: 's0',
        states: Object.fromEntries(
          Array.from({ length: size }, (_, i) => [
            `s${i}`,
            { on: { ON: `s${(i + 1) % size}`, BACK: `s${(i + size - 1) % size}` } },
          ]),
        ),
      });
    const short = planCoverage(ring(12), { maxSteps: 8 });
    expect(Math.max(...short.paths.map(({ steps }) => steps.length))).toBeLessThanOrEqual(8);
    expect(short.unreachable).toEqual([]);
    expect(titles(planCoverage(ring(12), { maxSteps: Number.POSITIVE_INFINITY }))).toHaveLength(1);
  });

  test('no path is redundant', () => {
    const { paths } = planCoverage(ticketMachine, walk);
    for (const path of paths) expect(path.covers, path.title).not.toEqual([]);
    expect(new Set(paths.map(({ title }) => title)).size).toBe(paths.length);
  });
});

describe('branches of every kind', () => {
  const plan = planCoverage(ticketMachine, walk);
  const covered = plan.paths.flatMap(({ covers }) => covers);

  test('the whole sample machine is walked', () => {
    expect(plan.unreachable).toEqual([]);
    expect(covered).toHaveLength(plan.goals);
  });

  test.each([
    'ticket.greeting —always→ lounge [isVip]',
    'ticket.greeting —always→ lounge [isVip] refused',
    'ticket —LOST→ lost',
    'ticket.listing —done listSeats→ choosing',
    'ticket.listing —error listSeats→ lost',
    'ticket.listing —after timeout→ lost',
    'ticket.choosing —completed→ paying',
    'ticket.choosing —gate.*→ stays',
    'ticket.choosing.seat.none —CHOOSE→ choosing.seat.reserving [isFront]',
    'ticket.choosing.seat.none —CHOOSE→ choosing.seat.none (anew)',
    'ticket.choosing.seat.none —NEXT→ choosing.seat.chosen [mayGoOn] refused',
    'ticket.choosing.seat.none —BACK→ lounge [isSpecial]',
    'ticket.choosing.seat.none —BACK→ listing',
    'ticket.paying —done pay→ bought [inline]',
    'ticket.paying —done pay→ bought [inline] refused',
    'ticket.paying —LOST→ stays',
    'ticket.paying —*→ choosing',
  ])('%s', (goal) => {
    expect(covered).toContain(goal);
  });

  test('each step lists requests with input, effects with params, and timers', () => {
    expect(plan.starts.map(({ effects }) => effects)).toEqual([
      [{ name: 'greet', params: { vip: false } }],
      [{ name: 'greet', params: { vip: true } }],
    ]);
    expect(plan.starts[0]).toMatchObject({
      requests: [{ id: 'listSeats', name: 'listSeats', input: { vip: false } }],
      timers: [{ type: 'xstate.after.timeout.ticket.listing', ms: 10_000 }],
    });
    const paying = plan.paths.flatMap(({ steps }) => steps).find(({ state }) => state.value === 'paying');
    expect(paying?.requests).toEqual([{ id: 'pay', name: 'payment', input: { amount: 20 } }]);
  });
});

test('a history state that restores another state counts as a different state', () => {
  const player = createMachine({
    id: 'player',
    initial: 'open',
    states: {
      open: {
        initial: 'stopped',
        on: { CLOSE: 'closed' },
        states: { stopped: { on: { PLAY: 'playing' } }, playing: {}, last: { type: 'history' } },
      },
      closed: { on: { OPEN: 'open.last' } },
    },
  });
  const plan = planCoverage(player);
  expect(plan).toMatchObject({ unreachable: [], vertices: 4 });
  expect(plan.paths.flatMap(({ covers }) => covers)).toContain('player.closed —OPEN→ open.last');
});

describe('unreachable branches are reported', () => {
  test('an outcome without a sample', () => {
    const plan = planCoverage(ticketMachine, { ...walk, events: events.filter(({ type }) => !type.includes('error')) });
    expect(plan.unreachable).toContain('ticket.listing —error listSeats→ lost');
    expect(plan.unreachable).toContain('state ticket.choosing.gate.broken');
  });

  test('states that a too coarse projection loses', () => {
    const counter = setup({ guards: { isThree: ({ context }) => context.count === 3 } }).createMachine({
      id: 'counter',
      context: { count: 0 },
      initial: 'counting',
      states: {
        counting: {
          on: {
            ADD: { actions: assign({ count: ({ context }) => context.count + 1 }) },
            NEXT: { guard: 'isThree', target: 'full' },
          },
          always: { guard: ({ context }) => context.count > 3, target: 'over' },
        },
        full: {},
        over: {},
      },
    });
    expect(planCoverage(counter).unreachable).toEqual([]);
    expect(planCoverage(counter, { project: () => 0 }).unreachable).toEqual([
      'counter.counting —NEXT→ full [isThree]',
      'counter.counting —always→ over [inline]',
      'state counter.full',
      'state counter.over',
    ]);
  });

  test('an unbounded search stops with advice', () => {
    const endless = createMachine({
      context: { count: 0 },
      on: { ADD: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
    });
    expect(() => planCoverage(endless, { limit: 50 })).toThrow('More than 50 states: make `project` coarser.');
  });

  test('a machine that throws is reported with the path to it', () => {
    const brittle = createMachine({
      id: 'brittle',
      initial: 'whole',
      states: {
        whole: { on: { DROP: 'falling' } },
        falling: {
          on: {
            HIT: {
              actions: assign(() => {
                throw new Error('crash');
              }),
            },
          },
        },
      },
    });
    expect(() => planCoverage(brittle)).toThrow('brittle throws on DROP → HIT: crash');
  });
});

describe('only possible events are planned', () => {
  const ask = fromPromise(async () => 1);

  test('an actor responds only once', () => {
    const pair = setup({ actors: { ask } }).createMachine({
      id: 'pair',
      initial: 'asking',
      states: {
        asking: {
          invoke: [
            { id: 'one', src: 'ask', onDone: {}, onError: 'failed' },
            { id: 'two', src: 'ask', onDone: 'answered', onError: 'failed' },
          ],
        },
        answered: {},
        failed: {},
      },
    });
    const outcomes = [doneEvent('one'), doneEvent('two'), errorEvent('one', 'no'), errorEvent('two', 'no')];
    for (const { steps } of planCoverage(pair, { events: outcomes }).paths)
      expect(steps.filter(({ event }) => event.type.endsWith('.one')).length).toBeLessThanOrEqual(1);
  });

  test('the later of two timers of a state waits for the earlier', () => {
    const patient = createMachine({
      id: 'patient',
      initial: 'waiting',
      states: { waiting: { after: { 2000: { actions: 'hint' }, 10000: 'bored' } }, bored: {} },
    });
    expect(titles(planCoverage(patient))).toEqual(['after 2000 → after 10000']);
  });

  test('a timer that always fires too late is unreachable', () => {
    const hasty = createMachine({
      id: 'hasty',
      initial: 'waiting',
      states: { waiting: { after: { 2000: 'off', 10000: 'bored' } }, off: {}, bored: {} },
    });
    expect(planCoverage(hasty).unreachable).toEqual(['hasty.waiting —after 10000→ bored', 'state hasty.bored']);
  });

  test('of two regions that leave the same state only the first takes its transition', () => {
    const split = createMachine({
      id: 'split',
      initial: 'both',
      states: {
        both: { type: 'parallel', states: { a: { on: { GO: '#split.left' } }, b: { on: { GO: '#split.right' } } } },
        left: {},
        right: {},
      },
    });
    expect(planCoverage(split).unreachable).toEqual(['split.both.b —GO→ right', 'state split.right']);
  });
});

test('the work grows linearly with the chart', () => {
  const guardCalls = (size: number) => {
    let calls = 0;
    const states = Array.from({ length: size }, (_, i) => ({
      invoke: { id: `ask${i}`, src: 'ask', onDone: `s${(i + 1) % size}`, onError: `s${i}` },
      on: { GO: { guard: 'isOn', target: `s${(i * 7 + 3) % size}` }, FLIP: { actions: 'flip' } },
    }));
    const machine = setup({
      actors: { ask: fromPromise(async () => 1) },
      actions: { flip: assign({ on: ({ context }) => !context.on }) },
      guards: {
        isOn: ({ context }) => {
          calls++;
          return context.on;
        },
      },
    }).createMachine({
      id: 'large',
      context: { on: false },
      initial: 's0',
      states: Object.fromEntries(states.map((state, i) => [`s${i}`, state])) as never,
    });
    const outcomes = states.flatMap(({ invoke: { id } }) => [doneEvent(id), errorEvent(id, 'no')]);
    expect(planCoverage(machine as unknown as AnyStateMachine, { events: outcomes }).unreachable).toEqual([]);
    return calls;
  };
  expect(guardCalls(80) / guardCalls(40)).toBeLessThan(2.5);
});
