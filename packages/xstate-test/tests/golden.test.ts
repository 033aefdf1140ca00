import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assign, setup } from 'xstate';
import { compareGolden, describePlan, doneEvent, errorEvent, planCoverage } from '../src/index.ts';
import { nobody } from './ticket.machine.ts';

const letterMachine = setup({
  types: { context: {} as { to: string; tries: number }, events: {} as { type: 'SEND'; to: string } },
  actors: { post: nobody<{ to: string }>() },
  actions: {
    keepAddress: assign({ to: (_, to: string) => to }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    ring: (_, __: { times: number }) => {},
  },
  delays: { patience: 5_000 },
}).createMachine({
  id: 'letter',
  context: { to: '', tries: 0 },
  initial: 'writing',
  states: {
    writing: { on: { SEND: { target: 'posting', actions: { type: 'keepAddress', params: ({ event }) => event.to } } } },
    posting: {
      invoke: {
        id: 'post',
        src: 'post',
        input: ({ context: { to } }) => ({ to }),
        onDone: { target: 'posted', actions: { type: 'ring', params: { times: 2 } } },
        onError: { target: 'writing', actions: 'countTry' },
      },
      after: { patience: 'writing' },
    },
    posted: { type: 'final' },
  },
});

const sample = { type: 'SEND', to: 'home' } as const;
const plan = planCoverage(letterMachine, {
  events: [sample, doneEvent('post', 'yes'), errorEvent('post', new Error('rain'))],
  project: () => null,
});

test('a plan reads as events, states and what was kept, asked, told and timed', () => {
  const posting = { state: 'posting', asks: [{ post: { to: 'home' } }], timers: { 'after patience': 5000 } };
  const send = { event: 'SEND', with: { to: 'home' } };
  expect(describePlan(plan)).toEqual({
    starts: [{ state: 'writing', context: { to: '', tries: 0 } }],
    paths: [
      {
        title: 'SEND → error post → SEND → after patience → SEND → done post',
        covers: [
          'letter.writing —SEND→ posting',
          'letter.posting —error post→ writing',
          'letter.posting —after patience→ writing',
          'letter.posting —done post→ posted',
        ],
        steps: [
          { ...send, ...posting, keeps: { to: 'home' } },
          {
            event: 'error post',
            with: { error: { name: 'Error', message: 'rain' } },
            state: 'writing',
            keeps: { tries: 1 },
          },
          { ...send, ...posting },
          { event: 'after patience', state: 'writing' },
          { ...send, ...posting },
          {
            event: 'done post',
            with: { output: 'yes' },
            state: 'posted',
            output: null,
            tells: [{ ring: { times: 2 } }],
          },
        ],
      },
    ],
    unreachable: [],
  });
});

test('the same machine is described alike each time', () => {
  const again = planCoverage(letterMachine, {
    events: [sample, doneEvent('post', 'yes'), errorEvent('post', new Error('rain'))],
    project: () => null,
  });
  expect(JSON.stringify(describePlan(again))).toBe(JSON.stringify(describePlan(plan)));
});

describe('a golden file', () => {
  let folder = '';
  const printed = vi.spyOn(console, 'log');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'golden-'));
    printed.mockReset().mockImplementation(() => {});
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = () => join(folder, 'deep', 'letter.json');
  const content = () => JSON.parse(readFileSync(file(), 'utf8'));

  test('that is missing fails, and is written when accepted', () => {
    expect(() => compareGolden(file(), { a: 1 })).toThrow('UPDATE_GOLDEN=1 accepts');
    compareGolden(file(), { a: 1 }, { accept: true });
    expect(content()).toEqual({ a: 1 });
  });

  test('that says the same passes, however it is laid out', () => {
    compareGolden(file(), { a: 1, b: [2] }, { accept: true });
    writeFileSync(file(), '{"b":[2],"a":1}');
    expect(() => compareGolden(file(), { a: 1, b: [2] })).not.toThrow();
  });

  test('that differs fails with the lines that differ', () => {
    compareGolden(file(), { steps: ['a', 'b', 'c'] }, { accept: true });
    expect(() => compareGolden(file(), { steps: ['a', 'x', 'c'] })).toThrow('-     "b",\n+     "x",\n');
    expect(content()).toEqual({ steps: ['a', 'b', 'c'] });
  });

  test('is rewritten when asked in the environment, and the difference is printed', () => {
    compareGolden(file(), { steps: ['a', 'b'] }, { accept: true });
    vi.stubEnv('UPDATE_GOLDEN', '1');
    compareGolden(file(), { steps: ['a', 'b', 'c'] });
    vi.unstubAllEnvs();
    expect(content()).toEqual({ steps: ['a', 'b', 'c'] });
    expect(printed.mock.lastCall?.[0]).toContain('+     "c"');
  });
});
