import {
  type AnyActor,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
} from 'xstate';
import { chartOf, refusalOf } from './branches.ts';
import { type Effects, noEffects, noteAction, type Timer } from './effects.ts';
import { activeNodes, transitionsOf } from './internals.ts';
import { meaningOf } from './outcomes.ts';
import { pendingActor } from './pendingActor.ts';
import {
  activeIn,
  branchesAtRest,
  entryStates,
  type Microstep,
  type VisitRecord,
  visitRecordOf,
} from './visitRecord.ts';

/** A position in a walk: the snapshot, and what it does not contain: settled actors and running timers. */
export type Position = {
  snapshot: AnyMachineSnapshot;
  /** Invoked actors that have answered or failed while their state is still active. */
  settled: ReadonlySet<unknown>;
  /** Running timers with the turn in which they were started. */
  timers: readonly (Timer & { turn: number })[];
  turn: number;
};

/** The transition from one position to the next for one event, with all its effects. */
export type WalkStep = {
  to: Position;
  /** The names of the branches taken and guards refused. */
  goals: readonly string[];
  effects: Effects;
  visited: ReadonlySet<AnyStateNode>;
};

/**
 * Steps through a machine without running it: no actor starts, no action is executed, no clock runs. Every named actor
 * is opaque, including child machines: only its input, its answer and its failure count.
 */
export class Walker {
  readonly machine: AnyStateMachine;

  constructor(machine: AnyStateMachine) {
    const actors = Object.fromEntries(Object.keys(machine.implementations.actors).map((name) => [name, pendingActor]));
    this.machine = machine.provide({ actors });
  }

  /** The first position with this input. Rethrows errors of the machine. */
  start(input: unknown): WalkStep {
    const recorder = createRecorder();
    const snapshot = this.machine.getInitialSnapshot(recorder.scope, input as never) as AnyMachineSnapshot;
    if (snapshot.status === 'error') throw snapshot.error;
    const nowhere: Position = { snapshot, settled: new Set(), timers: [], turn: -1 };
    return walkStep(nowhere, entryStates(this.machine.root), true, snapshot, recorder);
  }

  /** The position after one event. Rethrows errors of the machine. */
  step(from: Position, event: AnyEventObject): WalkStep {
    const recorder = createRecorder();
    const snapshot = this.machine.transition(
      from.snapshot,
      event as never,
      recorder.scope as never,
    ) as AnyMachineSnapshot;
    const next = walkStep(from, activeIn(from.snapshot), false, snapshot, recorder);
    const meaning = meaningOf(event.type);
    if (meaning.kind !== 'done' && meaning.kind !== 'error') return next;
    const settled = [...from.settled, from.snapshot.children[meaning.actor]];
    return { ...next, to: { ...next.to, settled: stillThere(settled, snapshot) } };
  }

  /**
   * Whether this event can happen here: its actor has not answered yet, or its timer may be due; all others always can.
   */
  mayHappen(at: Position, type: string): boolean {
    const meaning = meaningOf(type);
    if (meaning.kind === 'sent') return true;
    if (meaning.kind === 'completed') return false;
    return meaning.kind === 'after' ? mayFire(at, type) : this.pendingActors(at).includes(meaning.actor);
  }

  /** The ids of the pending actors. */
  pendingActors({ snapshot, settled }: Position): string[] {
    return Object.keys(snapshot.children).filter((id) => snapshot.children[id] && !settled.has(snapshot.children[id]));
  }

  /** Whether an active state has a candidate for this event, guarded or not. */
  handles({ snapshot }: Position, type: string): boolean {
    const { candidates } = chartOf(this.machine);
    return activeNodes(snapshot).some((node) => candidates(node, type).length > 0);
  }
}

type StepRecorder = { scope: AnyActorScope; microsteps: Microstep[]; effects: Effects; end: () => void };

/**
 * An actor scope that executes nothing and records everything. A new one per step, so that `systemId`s never collide.
 */
function createRecorder(): StepRecorder {
  const self = createActor(pendingActor) as unknown as AnyActor;
  const microsteps: Microstep[] = [];
  const effects = noEffects();
  const inspection = self.system.inspect((event) => {
    if (event.type !== '@xstate.microstep' || event.actorRef !== self) return;
    const after = event.snapshot as AnyMachineSnapshot;
    microsteps.push({ event: event.event, transitions: transitionsOf(event), after });
  });
  const nothing = () => {};
  const scope = {
    self,
    id: self.id,
    sessionId: self.sessionId,
    system: self.system,
    logger: nothing,
    defer: nothing,
    stopChild: nothing,
    emit: nothing,
    actionExecutor: (action: { type: string; params: unknown }) => noteAction(effects, action),
  };
  // The actors that the step has created keep the system, and with it everything that an inspector keeps.
  return { scope: scope as unknown as AnyActorScope, microsteps, effects, end: () => inspection.unsubscribe() };
}

function walkStep(
  from: Position,
  entered: ReadonlySet<AnyStateNode>,
  starting: boolean,
  snapshot: AnyMachineSnapshot,
  { microsteps, effects, end }: StepRecorder,
): WalkStep {
  end();
  const record: VisitRecord = { taken: [], refused: [] };
  const visited = new Set<AnyStateNode>();
  let active = entered;
  for (const [index, step] of microsteps.entries()) {
    const { taken, refused } = visitRecordOf(active, step, index === 0 && !starting);
    record.taken.push(...taken);
    record.refused.push(...refused);
    for (const node of active) visited.add(node);
    active = activeIn(step.after);
  }
  record.refused.push(...branchesAtRest(snapshot));
  for (const node of activeIn(snapshot)) visited.add(node);
  const turn = from.turn + 1;
  const fired = new Set(microsteps.map(({ event }) => event.type));
  const to = {
    snapshot,
    settled: stillThere([...from.settled], snapshot),
    timers: timersAfter(from, effects, fired, turn),
    turn,
  };
  return { to, goals: goalsOf(record), effects, visited };
}

const goalsOf = ({ taken, refused }: VisitRecord): string[] => [
  ...new Set([...taken.map(({ name }) => name), ...refused.map(({ name }) => refusalOf(name))]),
];

const stillThere = (settled: readonly unknown[], { children }: AnyMachineSnapshot) => {
  const present = new Set<unknown>(Object.values(children));
  return new Set(settled.filter((actor) => present.has(actor)));
};

/** Only `after` timers are followed; other delayed events are samples. */
function timersAfter({ timers }: Position, effects: Effects, fired: Set<string>, turn: number) {
  const cancelled = new Set([...effects.cancelled, ...effects.timers.map(({ id }) => id)]);
  const running = timers.filter(({ id, type }) => !cancelled.has(id) && !fired.has(type));
  const started = effects.timers.filter(({ type }) => meaningOf(type).kind === 'after');
  return [...running, ...started.map((timer) => ({ ...timer, turn }))];
}

/** Timers fire in the order in which they are due; any amount of time may pass between two events. */
function mayFire({ timers }: Position, type: string): boolean {
  const timer = timers.find((one) => one.type === type);
  return timer !== undefined && !timers.some((other) => other.turn <= timer.turn && other.ms < timer.ms);
}
