import type { AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { chartOf, nameOf } from './branches.ts';
import { activeNodes, snapshotOf, transitionsOf } from './internals.ts';
import { activeIn, branchesAtRest, entryStates, visitRecordOf } from './visitRecord.ts';

export type Share = { total: number; seen: number };

/** Coverage of one machine's chart by real actors. */
export type CoverageReport = {
  machine: string;
  states: Share;
  transitions: Share;
  guards: Share;
  /** Branches that were never taken, by name. */
  missing: string[];
  /** Guarded branches whose guard was never false, by name. */
  guardsNeverRefused: string[];
  statesNeverEntered: string[];
};

/**
 * Observes real actors (`createActor(machine, { inspect: recorder.inspect })`) and records which branches of one
 * machine were taken and which guards were false. Clones by `provide()` count, also as child actors.
 */
export class CoverageRecorder {
  readonly machine: AnyStateMachine;
  /** How often each branch was taken, each guarded branch refused, each state entered, by name. */
  readonly taken = new Map<string, number>();
  readonly refused = new Map<string, number>();
  readonly entered = new Map<string, number>();
  readonly #moving = new WeakMap<object, AnyMachineSnapshot>();

  constructor(machine: AnyStateMachine) {
    this.machine = machine;
  }

  /** Pass this to `createActor` or `createHarness`. */
  readonly inspect = (event: InspectionEvent): void => {
    if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return;
    const snapshot = event.snapshot as AnyMachineSnapshot;
    if (snapshot.machine?.config !== this.machine.config) return;
    const actor = event.actorRef;
    if (event.type === '@xstate.snapshot') {
      if (event.event.type === 'xstate.init' && !this.#moving.has(actor)) this.#enter(snapshot);
      this.#moving.delete(actor);
      for (const { name } of branchesAtRest(snapshot)) add(this.refused, name);
      return;
    }
    const moving = this.#moving.get(actor);
    const from = moving ?? snapshotOf(actor);
    const before = from ? activeIn(from) : entryStates(snapshot.machine.root);
    const step = { event: event.event, transitions: transitionsOf(event), after: snapshot };
    const { taken, refused } = visitRecordOf(before, step, !moving && from !== undefined);
    for (const { name } of taken) add(this.taken, name);
    for (const { name } of refused) add(this.refused, name);
    if (!from) for (const node of before) add(this.entered, nameOf(node));
    this.#enter(snapshot);
    this.#moving.set(actor, snapshot);
  };

  /** Adds the counts of other recorders of the same machine. */
  merge(...others: readonly CoverageRecorder[]): this {
    for (const other of others)
      for (const kind of ['taken', 'refused', 'entered'] as const)
        for (const [name, count] of other[kind]) add(this[kind], name, count);
    return this;
  }

  report(): CoverageReport {
    const { branches, states } = chartOf(this.machine);
    const names = branches.map(({ name }) => name);
    const guarded = branches.filter(({ guard }) => guard).map(({ name }) => name);
    const missing = names.filter((name) => !this.taken.has(name));
    const guardsNeverRefused = guarded.filter((name) => !this.refused.has(name));
    const statesNeverEntered = states.filter((name) => !this.entered.has(name));
    const share = (all: string[], without: string[]): Share => ({
      total: all.length,
      seen: all.length - without.length,
    });
    return {
      machine: this.machine.id,
      states: share(states, statesNeverEntered),
      transitions: share(names, missing),
      guards: share(guarded, guardsNeverRefused),
      missing,
      guardsNeverRefused,
      statesNeverEntered,
    };
  }

  #enter(snapshot: AnyMachineSnapshot): void {
    for (const node of activeNodes(snapshot)) add(this.entered, nameOf(node));
  }
}

const add = (counts: Map<string, number>, name: string, by = 1): void => {
  counts.set(name, (counts.get(name) ?? 0) + by);
};
