import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assign, setup } from 'xstate';
import { compareGolden, describePlan, doneEvent, errorEvent, parsePlan, planCoverage } from '../src/index.ts';
import { nobody } from './ticket.machine.ts';

const letterMachine = setup({
  types: { context: {} as { to: string; tries: number }, events: {} as { type: 'SEND'; to: string } },
  actors: { post: nobody<{ to: string }>() },
  actions: {
    setAddress: assign({ to: (_, to: string) => to }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    ring: (_, __: { times: number }) => {},
  },
  delays: { timeout: 5_000 },
}).createMachine({
  id: 'letter',
  context: { to: '', tries: 0 },
  initial: 'writing',
  states: {
    writing: { on: { SEND: { target: 'posting', actions: { type: 'setAddress', params: ({ event }) => event.to } } } },
    posting: {
      invoke: {
        id: 'post',
        src: 'post',
        input: ({ context: { to } }) => ({ to }),
        onDone: { target: 'posted', actions: { type: 'ring', params: { times: 2 } } },
        onError: { target: 'writing', actions: 'countTry' },
      },
      after: { timeout: 'writing' },
    },
    posted: { type: 'final' },
  },
});

const sample = { type: 'SEND', to: 'home' } as const;
const plan = planCoverage(letterMachine, {
  events: [sample, doneEvent('post', 'yes'), errorEvent('post', new Error('rain'))],
  project: () => null,
});

const text = `start→ writing | to="" | tries=0

path SEND → error post → SEND → after timeout → SEND → done post
  writing —SEND {"to":"home"}→ posting | to="home" | request post to="home" | timer timeout 5000
  posting —error post {"error":{"message":"rain","name":"Error"}}→ writing | tries=1
  writing —SEND {"to":"home"}→ posting | request post to="home" | timer timeout 5000
  posting —after timeout in letter.posting→ writing
  writing —SEND {"to":"home"}→ posting | as before
  posting —done post {"output":"yes"}→ posted | effect ring times=2
`;

test('a plan has one line per step: event, states, changes, requests, effects and timers', () => {
  expect(describePlan(plan)).toBe(text);
});

test('a plan can be parsed back with its events', () => {
  const { starts, paths, unreachable } = parsePlan(text);
  expect(starts).toEqual([{ name: '', input: null, state: 'writing', facts: ['to=""', 'tries=0'] }]);
  expect(paths[0]?.title).toBe('SEND → error post → SEND → after timeout → SEND → done post');
  expect(paths[0]?.steps.map(({ event }) => event)).toEqual([
    sample,
    errorEvent('post', { name: 'Error', message: 'rain' }),
    sample,
    { type: 'xstate.after.timeout.letter.posting' },
    sample,
    doneEvent('post', 'yes'),
  ]);
  expect(paths[0]?.steps[4]?.facts).toEqual(['request post to="home"', 'timer timeout 5000']);
  expect(unreachable).toEqual([]);
});

test('a long value is written once, below the paths', () => {
  const long = 'a'.repeat(100);
  const events = [{ type: 'SEND', to: long } as const, doneEvent('post', 'yes'), errorEvent('post', new Error('rain'))];
  const written = describePlan(planCoverage(letterMachine, { events, project: () => null }));
  expect(written.split(long)).toHaveLength(3);
  expect(written).toContain(`\n@1 "${long}"\n@2 {"to":"${long}"}\n`);
  expect(parsePlan(written).paths[0]?.steps[0]?.event).toEqual(events[0]);
});

test('a line that does not belong to a plan is rejected', () => {
  expect(() => parsePlan('start→ writing\nsomething else')).toThrow('something else');
});

test('the description of a machine is deterministic', () => {
  const secondPlan = planCoverage(letterMachine, {
    events: [sample, doneEvent('post', 'yes'), errorEvent('post', new Error('rain'))],
    project: () => null,
  });
  expect(describePlan(secondPlan)).toBe(describePlan(plan));
});

describe('a golden file', () => {
  let folder = '';
  const printed = vi.spyOn(console, 'log');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'golden-'));
    printed.mockReset().mockImplementation(() => {});
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = () => join(folder, 'deep', 'letter.plan');
  const content = () => readFileSync(file(), 'utf8');
  const plans = { short: '  a —GO→ b\n  b —STOP→ c\n', long: '  a —GO→ b\n  b —STOP {"n":1}→ c\n  c —BACK→ a | x=1\n' };

  test('that is missing fails, and is written when accepted', () => {
    expect(() => compareGolden(file(), plans.short)).toThrow('UPDATE_GOLDEN=1 accepts');
    compareGolden(file(), plans.short, { accept: true });
    expect(content()).toBe(plans.short);
  });

  test('that equals the plan passes', () => {
    compareGolden(file(), plans.short, { accept: true });
    expect(() => compareGolden(file(), plans.short)).not.toThrow();
  });

  test('that differs fails and lists the added and removed transitions, then the lines', () => {
    compareGolden(file(), plans.short, { accept: true });
    expect(() => compareGolden(file(), plans.long)).toThrow(
      /accepts:\nadded: c —BACK→ a\n {4}a —GO→ b\n- {3}b —STOP→ c\n[\s\S]*\n\+ {3}c —BACK→ a \| x=1\n/,
    );
    expect(() => compareGolden(file(), '  a —GO→ b\n')).toThrow('removed: b —STOP→ c');
    expect(content()).toBe(plans.short);
  });

  test('is rewritten when the environment variable is set, and the difference is printed', () => {
    compareGolden(file(), plans.short, { accept: true });
    vi.stubEnv('UPDATE_GOLDEN', '1');
    compareGolden(file(), plans.long);
    vi.unstubAllEnvs();
    expect(content()).toBe(plans.long);
    expect(printed.mock.lastCall?.[0]).toContain('added: c —BACK→ a');
  });
});
