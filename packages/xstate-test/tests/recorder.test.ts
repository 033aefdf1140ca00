import { describe, expect, test } from 'vitest';
import { createActor, createMachine, raise, setup } from 'xstate';
import { CoverageRecorder, planCoverage, replay } from '../src/index.ts';
import { ticketMachine } from './ticket.machine.ts';
import { walk } from './ticket.samples.ts';

const credentials = setup({
  types: { context: {} as { code: string }, events: {} as { type: 'SUBMIT' } | { type: 'HELP' } },
  guards: { isComplete: ({ context }) => context.code.length === 6, isEmpty: ({ context }) => context.code === '' },
}).createMachine({
  id: 'auth',
  context: { code: '123' },
  initial: 'credentials',
  on: { HELP: { guard: 'isEmpty', target: '.helped' } },
  states: {
    credentials: {
      on: {
        SUBMIT: [
          { guard: 'isComplete', target: 'loggingIn' },
          { guard: 'isEmpty', target: 'helped' },
          { target: 'refused' },
        ],
      },
    },
    loggingIn: {},
    refused: { on: { HELP: 'helped' } },
    helped: {},
  },
});

const send = (machine: typeof credentials, ...types: ('SUBMIT' | 'HELP')[]) => {
  const recorder = new CoverageRecorder(machine);
  const actor = createActor(machine, { inspect: recorder.inspect }).start();
  for (const type of types) actor.send({ type });
  return recorder;
};

describe('names the transitions of real actors', () => {
  test('a branch is named by source, event, target and guard; guards tried before it are recorded as failed', () => {
    const recorder = send(credentials, 'SUBMIT');
    expect([...recorder.taken.keys()]).toEqual(['auth.credentials —SUBMIT→ refused']);
    expect([...recorder.refused.keys()]).toEqual([
      'auth.credentials —SUBMIT→ loggingIn [isComplete]',
      'auth.credentials —SUBMIT→ helped [isEmpty]',
    ]);
  });

  test('an event that no branch takes records all tried guards as failed', () => {
    const recorder = send(credentials, 'HELP');
    expect([...recorder.taken.keys()]).toEqual([]);
    expect([...recorder.refused.keys()]).toEqual(['auth —HELP→ helped [isEmpty]']);
  });

  test('the guards of a parent are not tried once its child has taken the event', () => {
    expect([...send(credentials, 'SUBMIT', 'HELP').refused.keys()]).not.toContain('auth —HELP→ helped [isEmpty]');
  });

  test('the report counts and lists what is missing', () => {
    expect(send(credentials, 'SUBMIT').report()).toEqual({
      machine: 'auth',
      states: { total: 5, seen: 3 },
      transitions: { total: 5, seen: 1 },
      guards: { total: 3, seen: 2 },
      missing: [
        'auth —HELP→ helped [isEmpty]',
        'auth.credentials —SUBMIT→ loggingIn [isComplete]',
        'auth.credentials —SUBMIT→ helped [isEmpty]',
        'auth.refused —HELP→ helped',
      ],
      guardsNeverRefused: ['auth —HELP→ helped [isEmpty]'],
      statesNeverEntered: ['auth.loggingIn', 'auth.helped'],
    });
  });

  test('runs are merged', () => {
    const merged = send(credentials, 'SUBMIT').merge(send(credentials, 'SUBMIT', 'HELP'), send(credentials, 'HELP'));
    expect(merged.taken.get('auth.credentials —SUBMIT→ refused')).toBe(2);
    expect(merged.report()).toMatchObject({ transitions: { seen: 2 }, guards: { seen: 3 }, guardsNeverRefused: [] });
  });

  test('always, raised events and clones at the start', () => {
    const machine = setup({ guards: { never: () => false } }).createMachine({
      id: 'start',
      initial: 'a',
      states: {
        a: { entry: raise({ type: 'GO' }), always: { guard: 'never', target: 'd' }, on: { GO: 'b' } },
        b: { always: [{ guard: 'never', target: 'd' }, { target: 'c' }] },
        c: {},
        d: {},
      },
    });
    const recorder = new CoverageRecorder(machine);
    createActor(machine.provide({}), { inspect: recorder.inspect }).start();
    expect([...recorder.taken.keys()]).toEqual(['start.a —GO→ b', 'start.b —always→ c']);
    expect([...recorder.refused.keys()]).toEqual(['start.a —always→ d [never]', 'start.b —always→ d [never]']);
    expect(recorder.report().statesNeverEntered).toEqual(['start.d']);
  });

  test('a machine that runs as a child of another', () => {
    const recorder = new CoverageRecorder(credentials);
    const parent = setup({ actors: { credentials } }).createMachine({ invoke: { id: 'child', src: 'credentials' } });
    const actor = createActor(parent, { inspect: recorder.inspect }).start();
    actor.getSnapshot().children.child?.send({ type: 'SUBMIT' });
    expect(recorder.report()).toMatchObject({ states: { seen: 3 }, transitions: { seen: 1 } });
  });

  test('alternatives with equal names get distinct names', () => {
    const duplicate = setup({
      guards: { is: (_, __: number) => false },
      actions: { a: () => {}, b: () => {} },
    }).createMachine({
      id: 'twin',
      on: {
        GO: [
          { guard: { type: 'is', params: 1 }, actions: 'a' },
          { guard: { type: 'is', params: 2 }, actions: 'b' },
        ],
      },
    });
    expect(new CoverageRecorder(duplicate).report().missing).toEqual([
      'twin —GO→ stays [is]',
      'twin —GO→ stays [is] #2',
    ]);
  });
});

test('the real actor covers the plan: every branch, every failed guard, every state', () => {
  const recorder = new CoverageRecorder(ticketMachine);
  for (const path of planCoverage(ticketMachine, walk).paths)
    replay(ticketMachine, path, { inspect: recorder.inspect });
  expect(recorder.report()).toMatchObject({ missing: [], guardsNeverRefused: [], statesNeverEntered: [] });
});

test('a machine without choices has nothing to report', () => {
  expect(new CoverageRecorder(createMachine({ id: 'still' })).report()).toMatchObject({
    states: { total: 1, seen: 0 },
    transitions: { total: 0, seen: 0 },
  });
});
