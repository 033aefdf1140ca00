import { describe, expect, test } from 'vitest';
import { and, assign, createMachine, setup } from 'xstate';
import { deadEnds, errorEvent, isPlainLiteral, lostInJson, totality } from '../src/index.ts';
import { nobody, ticketMachine } from './ticket.machine.ts';
import { walk } from './ticket.samples.ts';

describe('totality', () => {
  test('of the sample: actors without a time limit are declared', () => {
    expect(totality(ticketMachine, walk)).toEqual([
      'ticket.choosing: invoke watchGate has no time limit',
      'ticket.paying: invoke pay has no time limit',
    ]);
    const withoutTimeLimit = { watchGate: 'listens while a seat is chosen', pay: 'the person pays at leisure' };
    expect(totality(ticketMachine, { ...walk, withoutTimeLimit })).toEqual([]);
  });

  test('an invoke without name, id, onError or time limit is reported', () => {
    const careless = createMachine({
      id: 'careless',
      initial: 'asking',
      states: { asking: { invoke: { src: nobody() } } },
    });
    expect(totality(careless)).toEqual(
      ['no id', 'no named actor', 'no onError', 'no time limit'].map(
        (fault) => `careless.asking: invoke 0.careless.asking has ${fault}`,
      ),
    );
  });

  test('the time limit of an ancestor counts', () => {
    const nested = setup({ actors: { ask: nobody() } }).createMachine({
      id: 'nested',
      initial: 'outer',
      states: {
        outer: {
          after: { 1000: 'late' },
          initial: 'inner',
          states: { inner: { invoke: { id: 'ask', src: 'ask', onError: '#nested.late' } } },
        },
        late: {},
      },
    });
    expect(totality(nested)).toEqual([]);
  });

  test('an event that throws is reported with its path, and the other events are still tried', () => {
    const brittle = setup({
      types: { context: {} as { item: { name: string } | null } },
      guards: { isNamed: ({ context }) => (context.item as { name: string }).name !== '' },
    }).createMachine({
      id: 'brittle',
      context: { item: null },
      initial: 'safe',
      states: {
        safe: { on: { GO: 'edge' } },
        edge: { on: { DROP: { guard: 'isNamed' }, TAKE: { guard: 'isNamed' } } },
      },
    });
    expect(totality(brittle).map((fault) => fault.split('\n')[0])).toEqual([
      "brittle breaks on GO → DROP: Unable to evaluate guard 'isNamed' in transition for event 'DROP' in state node 'brittle.edge':",
      "brittle breaks on GO → TAKE: Unable to evaluate guard 'isNamed' in transition for event 'TAKE' in state node 'brittle.edge':",
    ]);
  });

  test('an unhandled failure is reported', () => {
    const withoutHandler = setup({ actors: { ask: nobody() } }).createMachine({
      id: 'deaf',
      invoke: { id: 'ask', src: 'ask' },
      after: { 1000: {} },
    });
    expect(totality(withoutHandler, { events: [errorEvent('ask', new Error('down'))] })).toEqual([
      'deaf: invoke ask has no onError',
      'deaf breaks on error ask: down',
    ]);
  });

  test('a failure for which all guards are false breaks the flow', () => {
    const picky = setup({ actors: { ask: nobody() }, guards: { never: () => false } }).createMachine({
      id: 'picky',
      initial: 'asking',
      states: {
        asking: {
          invoke: { id: 'ask', src: 'ask', onError: { guard: 'never', target: 'failed' } },
          after: { 1000: 'failed' },
        },
        failed: {},
      },
    });
    expect(totality(picky, { events: [errorEvent('ask', new Error('down'))] })).toEqual([
      'picky breaks on error ask: down',
    ]);
  });
});

test('dead ends are states that are not final and cannot be left', () => {
  const trap = createMachine({
    id: 'trap',
    initial: 'free',
    states: {
      free: { on: { FALL: 'pit', GO: 'home' } },
      pit: { on: { SHOUT: { actions: 'echo' } } },
      home: { type: 'final' },
    },
  });
  expect(deadEnds(trap)).toEqual(['no way on from "pit" after FALL']);
  expect(deadEnds(ticketMachine, walk)).toEqual([]);
});

describe('a plain literal', () => {
  const plainMachine = setup({
    types: { events: {} as { type: 'GO'; to: string } },
    actors: { ask: nobody<{ to: string }>() },
    actions: { keep: (_, __: string) => {} },
    guards: { isOpen: () => true, isFree: and(['isOpen']) },
  }).createMachine({
    id: 'plain',
    context: () => ({}),
    initial: 'a',
    states: {
      a: { on: { GO: { guard: 'isFree', target: 'b', actions: { type: 'keep', params: ({ event }) => event.to } } } },
      b: {
        tags: 'end',
        invoke: { id: 'ask', src: 'ask', input: () => ({ to: 'x' }), onError: 'a' },
        after: { 10: 'a' },
      },
    },
  });

  test('may compute params, input and context', () => {
    expect(lostInJson(plainMachine.config)).toEqual([]);
    expect(isPlainLiteral(plainMachine.config)).toBe(true);
  });

  test.each([
    ['guard', { on: { GO: { guard: () => true, target: '.a' } } }, 'x —GO→ a [inline] does '],
    ['combined guard', { on: { GO: { guard: and(['p', 'q']), target: '.a' } } }, 'x —GO→ a [and(p, q)] does '],
    ['action', { entry: assign({}) }, 'x enters with a function assign'],
    [
      'actor',
      { invoke: { id: 'ask', src: nobody() } },
      'x invokes an actor of config,transition,start,getInitialSnapshot,getPersistedSnapshot,restoreSnapshot as ask',
    ],
    ['forbidden event that is undefined', { on: { GO: undefined } }, 'x —GO→ stays does '],
  ])('may not contain an inline %s', (_, part, line) => {
    const config = { id: 'x', initial: 'a', states: { a: {} }, ...part } as never;
    expect(isPlainLiteral(config)).toBe(false);
    expect(lostInJson(config)).toContain(line);
  });
});

test('a dead end that is reached with several contexts is listed once, with the shortest path', () => {
  const trap = setup({
    types: { context: {} as { falls: number }, events: {} as { type: 'FALL' } | { type: 'STEP' } },
    actions: { count: assign(({ context }) => ({ falls: context.falls + 1 })) },
  }).createMachine({
    id: 'trap',
    context: { falls: 0 },
    initial: 'edge',
    states: {
      edge: { on: { FALL: 'pit', STEP: { target: 'brink', actions: 'count' } } },
      brink: { on: { FALL: 'pit' } },
      pit: {},
    },
  });
  expect(deadEnds(trap)).toEqual(['no way on from "pit" after FALL']);
});
