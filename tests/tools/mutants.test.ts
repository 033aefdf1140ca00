import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { mutantsOf } from '../../tools/mutation/mutants.ts';

const gate = setup({
  guards: { isLocked: () => false },
  actions: { ring: () => {}, knock: () => {} },
}).createMachine({
  id: 'gate',
  initial: 'shut',
  states: {
    shut: {
      on: {
        PUSH: [
          { guard: 'isLocked', actions: 'ring' },
          { target: 'open', actions: 'knock' },
        ],
      },
    },
    open: { entry: 'ring', on: { PULL: 'shut' } },
    gone: {},
  },
});

test('a mutant for each single change: target, removal, guards, actions, order, initial state', () => {
  expect(mutantsOf(gate).map(({ name }) => name)).toEqual([
    'gate: begins in open',
    'gate: begins in gone',
    'gate.shut PUSH #1: removed',
    'gate.shut PUSH #1: guard dropped',
    'gate.shut PUSH #1: guard negated',
    'gate.shut PUSH #1: swapped with the next',
    'gate.shut PUSH #1: action ring dropped',
    'gate.shut PUSH #2: removed',
    'gate.shut PUSH #2: goes nowhere',
    'gate.shut PUSH #2: goes to gate.shut',
    'gate.shut PUSH #2: goes to gate.gone',
    'gate.shut PUSH #2: action knock dropped',
    'gate.open entry: action ring dropped',
    'gate.open PULL: removed',
    'gate.open PULL: goes nowhere',
    'gate.open PULL: goes to gate.open',
    'gate.open PULL: goes to gate.gone',
  ]);
});

test('a mutant matches its name, and the machine stays unchanged', () => {
  const pushed = (machine: typeof gate) => {
    const actor = createActor(machine).start();
    actor.send({ type: 'PUSH' });
    return actor.getSnapshot().value;
  };
  const ends = Object.fromEntries(mutantsOf(gate).map(({ name, make }) => [name, pushed(make() as typeof gate)]));
  expect(ends).toMatchObject({
    'gate: begins in open': 'open',
    'gate: begins in gone': 'gone',
    'gate.shut PUSH #1: guard negated': 'shut',
    'gate.shut PUSH #1: guard dropped': 'shut',
    'gate.shut PUSH #2: removed': 'shut',
    'gate.shut PUSH #2: goes to gate.gone': 'gone',
  });
  expect(pushed(gate)).toBe('open');
});
