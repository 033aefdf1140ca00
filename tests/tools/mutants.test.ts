import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { mutantsOf } from '../../tools/mutation/mutants.ts';

const door = setup({
  guards: { isLocked: () => false },
  actions: { ring: () => {}, knock: () => {} },
}).createMachine({
  id: 'door',
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
  expect(mutantsOf(door).map(({ name }) => name)).toEqual([
    'door: begins in open',
    'door: begins in gone',
    'door.shut PUSH #1: removed',
    'door.shut PUSH #1: guard dropped',
    'door.shut PUSH #1: guard negated',
    'door.shut PUSH #1: swapped with the next',
    'door.shut PUSH #1: action ring dropped',
    'door.shut PUSH #2: removed',
    'door.shut PUSH #2: goes nowhere',
    'door.shut PUSH #2: goes to door.shut',
    'door.shut PUSH #2: goes to door.gone',
    'door.shut PUSH #2: action knock dropped',
    'door.open entry: action ring dropped',
    'door.open PULL: removed',
    'door.open PULL: goes nowhere',
    'door.open PULL: goes to door.open',
    'door.open PULL: goes to door.gone',
  ]);
});

test('a mutant matches its name, and the machine stays unchanged', () => {
  const pushed = (machine: typeof door) => {
    const actor = createActor(machine).start();
    actor.send({ type: 'PUSH' });
    return actor.getSnapshot().value;
  };
  const ends = Object.fromEntries(mutantsOf(door).map(({ name, make }) => [name, pushed(make() as typeof door)]));
  expect(ends).toMatchObject({
    'door: begins in open': 'open',
    'door: begins in gone': 'gone',
    'door.shut PUSH #1: guard negated': 'shut',
    'door.shut PUSH #1: guard dropped': 'shut',
    'door.shut PUSH #2: removed': 'shut',
    'door.shut PUSH #2: goes to door.gone': 'gone',
  });
  expect(pushed(door)).toBe('open');
});
