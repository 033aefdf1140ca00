import { mkdirSync, writeFileSync } from 'node:fs';
import {
  CoverageRecorder,
  compareGolden,
  deadEnds,
  describePlan,
  exploreStates,
  isPlainLiteral,
  planCoverage,
  replay,
  type Sample,
  totality,
  type Walk,
} from '@xstate/test';
import { afterAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine, ContextFrom, InputFrom, SnapshotFrom } from 'xstate';
import { type CallName, calls } from '#contract/calls.ts';
import { Failure } from '#domain/failure.ts';

const COVERAGE = 'test-results/coverage';

/** The inputs of a flow's walks, and its invariants. */
export type FlowCases<M extends AnyStateMachine> = {
  machine: M;
  inputs: Readonly<Record<string, InputFrom<M>>>;
  events: readonly Sample<M>[] | ((snapshot: SnapshotFrom<M>) => readonly Sample<M>[]);
  project?: (context: ContextFrom<M>) => unknown;
  /** Walks that the plan begins with: effects that show in one order only. */
  walks?: readonly Walk<M>[];
  /** Invokes without a time limit, each with the reason. */
  withoutTimeLimit?: Readonly<Record<string, string>>;
  /** States without a transition out of them, each with the way out that the screen offers. */
  exitsOnScreen?: Readonly<Record<string, string>>;
  /** Mutations that may be pending at the same time, `'first, second'`, each pair with the reason. */
  concurrentCommands?: Readonly<Record<string, string>>;
  /** Sentences of the specification that hold in every reachable state. */
  invariants: Readonly<Record<string, (state: SnapshotFrom<M>) => boolean>>;
};

/** Cases of any flow, for code that iterates over all of them. */
export type AnyFlowCases = FlowCases<AnyStateMachine>;

/** Infers the types of a machine's cases. */
export const casesOf = <M extends AnyStateMachine>(cases: FlowCases<M>): FlowCases<M> => cases;

/** The same cases with one of their inputs only, and the walks from it. */
export const casesFrom = <M extends AnyStateMachine>(cases: FlowCases<M>, input: string): FlowCases<M> => ({
  ...cases,
  inputs: Object.fromEntries(Object.entries(cases.inputs).filter(([name]) => name === input)),
  walks: (cases.walks ?? []).filter(({ start = '' }) => start === input),
});

/** The options for exploring its states. */
export const explorationOf = <M extends AnyStateMachine>({ inputs, events, project }: FlowCases<M>) => ({
  inputs,
  events,
  ...(project && { project }),
});

/** The plan of a flow, shared by its own tests, its mutants, its screens and the browser. */
export const planOf = <M extends AnyStateMachine>(cases: FlowCases<M>) =>
  planCoverage(cases.machine, { ...explorationOf(cases), walks: cases.walks ?? [] });

/**
 * Tests a flow: every transition taken and every guard failed by the real actor, the golden plan, invariants,
 * totality.
 */
export function testFlow<M extends AnyStateMachine>(name: string, cases: FlowCases<M>): void {
  const { machine, withoutTimeLimit = {}, exitsOnScreen = {}, concurrentCommands = {}, invariants } = cases;
  const options = explorationOf(cases);
  describe(`flow ${name}`, () => {
    const plan = planOf(cases);
    const states = exploreStates(machine, options);
    const recorder = new CoverageRecorder(machine);
    afterAll(() => writeCoverage(name, recorder));

    test('every transition, guard and state can be reached', () => {
      expect(plan.unreachable).toEqual([]);
    });
    test.each(plan.paths.map((path) => [path.title, path] as const))('%s', (_, path) => {
      replay(machine, path, { inspect: recorder.inspect });
    });
    test('the real actor takes every transition and fails every guard', () => {
      const { missing, guardsNeverRefused, statesNeverEntered } = recorder.report();
      expect({ missing, guardsNeverRefused, statesNeverEntered }).toEqual({
        missing: [],
        guardsNeverRefused: [],
        statesNeverEntered: [],
      });
    });
    test('the plan matches the golden plan', () => {
      compareGolden(`tests/machines/golden/${name}.plan`, describePlan(plan));
    });
    // The wizard has many states and events: a busy machine needs a minute.
    test('each state takes or ignores each event; each invoke has an id, onError and a time limit', {
      timeout: 120_000,
    }, () => {
      expect(totality(machine, { ...options, withoutTimeLimit })).toEqual([]);
    });
    test('the chart is a plain literal', () => {
      expect(isPlainLiteral(machine.config)).toBe(true);
    });
    test('no state is a dead end', () => {
      const stuck = deadEnds(machine, options).filter(
        (end) => !Object.keys(exitsOnScreen).some((state) => end.includes(`"${state}"`)),
      );
      expect(stuck).toEqual([]);
    });
    test('at most one call that changes something is awaited at a time', () => {
      const awaited = states.map(({ state }) => changesAwaited(state as AnyMachineSnapshot));
      const several = awaited.filter(({ length }) => length > 1).map((names) => names.sort().join(', '));
      expect([...new Set(several)]).toEqual(Object.keys(concurrentCommands));
    });
    test.each(Object.entries(invariants))('%s', (_, holds) => {
      const broken = states.filter(({ state }) => !holds(state));
      expect(broken.slice(0, 3).map(({ title }) => title)).toEqual([]);
    });
  });
}

const changesAwaited = ({ children }: AnyMachineSnapshot): string[] =>
  Object.keys(children).filter((name) => name in calls && calls[name as CallName].method !== 'get');

/** Writes the coverage of the run, by name and count, for the flow map. */
function writeCoverage(name: string, { taken, refused, entered }: CoverageRecorder) {
  const counts = Object.entries({ taken, refused, entered }).map(([kind, map]) => [kind, Object.fromEntries(map)]);
  mkdirSync(COVERAGE, { recursive: true });
  writeFileSync(`${COVERAGE}/${name}.json`, JSON.stringify(Object.fromEntries(counts)));
}

/** An error response of the server. */
export const rejected = (status: number, code = '', field = '', message = 'The server says no.', retryAfter?: number) =>
  new Failure('rejected', {
    status,
    message,
    errors: code ? [{ code, field, message }] : [],
    ...(retryAfter !== undefined && { retryAfter }),
  });
export const unreachable = new Failure('unreachable');
export const unreadable = new Failure('unreadable', { status: 200 });
