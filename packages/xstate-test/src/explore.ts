import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  InputFrom,
  SnapshotFrom,
} from 'xstate';
import { nameOf } from './branches.ts';
import {
  type Edge,
  type Fault,
  type Graph,
  isStart,
  messageOf,
  pathTo,
  type Start,
  titleOfPath,
  type Vertex,
} from './graph.ts';
import { IdleGoals } from './idle.ts';
import { activeNodes } from './internals.ts';
import type { ExploreOptions } from './options.ts';
import { createPrinter } from './plain.ts';
import { eventSamplesOf, possibleAt } from './samples.ts';
import { type Position, Walker, type WalkStep } from './walker.ts';

/**
 * All distinct states, breadth first. Throws at the first event on which the machine throws, and names the path to it.
 * The result is cached by machine and options: the last one, others as long as memory allows.
 */
export function explore<M extends AnyStateMachine>(machine: M, options: ExploreOptions<M> = {}): Graph {
  const graph = exploreFaulty(machine, options);
  for (const { vertex, event, error } of graph.faults)
    throw new Error(`${machine.id} throws on ${titleOfPath(vertex, event)}: ${messageOf(error)}`, { cause: error });
  return graph;
}

/** The same, but continues after events on which the machine throws, and lists them. */
export function exploreFaulty<M extends AnyStateMachine>(machine: M, options: ExploreOptions<M> = {}): Graph {
  const known = walked.get(machine);
  const graph = known?.graph.deref();
  if (graph && comparedOptions.every((part) => known?.options[part] === options[part])) return graph;
  last = walk(machine, options);
  walked.set(machine, { options: options as ExploreOptions<AnyStateMachine>, graph: new WeakRef(last) });
  return last;
}

/** Kept until the next one: the tests of a flow ask for its graph several times. */
let last: Graph;
const walked = new WeakMap<AnyStateMachine, { options: ExploreOptions<AnyStateMachine>; graph: WeakRef<Graph> }>();
const comparedOptions = ['input', 'inputs', 'events', 'project', 'limit'] as const;

function walk<M extends AnyStateMachine>(machine: M, options: ExploreOptions<M>): Graph {
  const walker = new Walker(machine);
  const { project = (context: unknown) => context, limit = 20_000 } = options;
  const print = createPrinter();
  const keyOf = (at: Position) =>
    [at.snapshot.status, print(at.snapshot.value), print(project(at.snapshot.context)), unseen(walker, at)].join(' ');
  const vertices = new Map<string, Vertex>();
  const visited = new Set<AnyStateNode>();
  const arrive = (walkStep: WalkStep, from: Edge | Start): Vertex => {
    for (const node of walkStep.visited) visited.add(node);
    const key = keyOf(walkStep.to);
    const known = vertices.get(key);
    if (known) return known;
    if (vertices.size === limit) throw new Error(`More than ${limit} states: make \`project\` coarser.`);
    const vertex: Vertex = { key, at: walkStep.to, depth: isStart(from) ? 0 : from.from.depth + 1, from, edges: [] };
    vertices.set(key, vertex);
    return vertex;
  };
  const faults: Fault[] = [];
  const stepFrom = (vertex: Vertex, event: AnyEventObject): WalkStep | null => {
    try {
      return walker.step(vertex.at, event);
    } catch (error) {
      faults.push({ vertex, event, error });
      return null;
    }
  };
  const idleGoals = new IdleGoals(print);
  const eventSamples = eventSamplesOf(walker, options);
  const inputs = Object.entries(options.inputs ?? { '': options.input });
  const starts = inputs.map(([name, input]): Start => ({ name, input, walkStep: walker.start(input) }));
  for (const start of starts) arrive(start.walkStep, start);
  // A map is iterated in insertion order, including entries added meanwhile: breadth first.
  for (const vertex of vertices.values()) {
    for (const event of possibleAt(walker, vertex.at, eventSamples)) {
      const walkStep = stepFrom(vertex, event);
      if (!walkStep) continue;
      const edge: Edge = { from: vertex, event, goals: walkStep.goals, to: vertex };
      edge.to = arrive(walkStep, edge);
      vertex.edges.push(edge);
      idleGoals.note(edge, walkStep);
    }
  }
  const withoutIdle = idleGoals.remove(starts);
  return { walker, starts, vertices, visited, keyOf, eventSamples, faults, withoutIdle };
}

/** A distinct reachable state and the shortest path to it, for invariants: the title belongs in the failure message. */
export type ReachableState<M extends AnyStateMachine> = {
  state: SnapshotFrom<M>;
  title: string;
  input: InputFrom<M>;
  path: { event: AnyEventObject; state: SnapshotFrom<M> }[];
};

/** Every distinct state that the machine can be in. */
export function exploreStates<M extends AnyStateMachine>(machine: M, options: ExploreOptions<M> = {}) {
  return [...explore(machine, options).vertices.values()].map((vertex): ReachableState<M> => {
    const { start, edges } = pathTo(vertex);
    return {
      state: vertex.at.snapshot as SnapshotFrom<M>,
      title: titleOfPath(vertex),
      input: start.input as InputFrom<M>,
      path: edges.map(({ event, to }) => ({ event, state: to.at.snapshot as SnapshotFrom<M> })),
    };
  });
}

/** What distinguishes two positions in addition to state and context: history, settled actors, and the order of timers. */
function unseen(walker: Walker, at: Position): string {
  const turns = [...new Set(at.timers.map(({ turn }) => turn))].sort((a, b) => a - b);
  const timers = at.timers.map(({ type, turn }) => `${turns.indexOf(turn)} ${type}`).sort();
  return JSON.stringify([walker.pendingActors(at).sort(), timers, remembered(at.snapshot)]);
}

/**
 * The states that history would restore. Those of an active parent do not count, because they are recorded again on
 * exit.
 */
function remembered(snapshot: AnyMachineSnapshot): string[] {
  const active = activeNodes(snapshot);
  return Object.entries(snapshot.historyValue).flatMap(([id, nodes]) => {
    const { parent } = snapshot.machine.getStateNodeById(id);
    return parent && active.includes(parent) ? [] : [`${id}: ${nodes.map(nameOf)}`];
  });
}
