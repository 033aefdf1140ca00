import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  ContextFrom,
  InputFrom,
  SnapshotFrom,
} from 'xstate';
import { nameOf } from './branches.ts';
import { readable } from './outcomes.ts';
import { fingerprint } from './plain.ts';
import { type Alphabet, alphabetOf, possibleAt, type Sample } from './samples.ts';
import { type Position, type Stride, Walker } from './walker.ts';

export type ExploreOptions<M extends AnyStateMachine> = {
  input?: InputFrom<M>;
  /** Several inputs to start from, each with a name that titles begin with; instead of `input`. */
  inputs?: Readonly<Record<string, InputFrom<M>>>;
  /**
   * Sample payloads, tried wherever a state names their type; or a function that offers them for a snapshot.
   * A type without payload needs no sample (`BACK` is sent as it is), an `after` neither;
   * an answer or failure without a sample never happens.
   */
  events?: readonly Sample<M>[] | ((snapshot: SnapshotFrom<M>) => readonly Sample<M>[]);
  /**
   * The part of the context that tells two states apart; the whole context unless given.
   * Keep everything that guards, `always` and delays read: too coarse a part loses states, which `unreachable` shows.
   */
  project?: (context: ContextFrom<M>) => unknown;
  /** How many distinct states are too many (an endless walk); 20,000 unless given. Throws when exceeded. */
  limit?: number;
};

/** One way to begin. `name` is empty when there is only one. */
export type Start = { name: string; input: unknown; stride: Stride };

/** A distinct reachable state. */
export type Vertex = {
  key: string;
  at: Position;
  /** Steps from the start. */
  depth: number;
  /** What first led here: an event elsewhere, or a start. */
  from: Edge | Start;
  edges: Edge[];
};

/** One sample event in one vertex. */
export type Edge = { from: Vertex; event: AnyEventObject; stride: Stride; to: Vertex };

/** All reachable states and what leads from one to the next. */
export type Graph = {
  walker: Walker;
  starts: Start[];
  vertices: Map<string, Vertex>;
  visited: ReadonlySet<AnyStateNode>;
  keyOf: (at: Position) => string;
  alphabet: Alphabet;
};

/** What to do when the machine throws on an event; unless given, the walk throws, too, and names the way there. */
export type OnThrow = (vertex: Vertex, event: AnyEventObject, error: unknown) => void;

/** Walks breadth first through all distinct states. */
export function explore<M extends AnyStateMachine>(
  machine: M,
  options: ExploreOptions<M> = {},
  onThrow: OnThrow = giveUp,
): Graph {
  const walker = new Walker(machine);
  const { project = (context: unknown) => context, limit = 20_000 } = options;
  const keyOf = (at: Position) =>
    fingerprint([at.snapshot.status, at.snapshot.value, project(at.snapshot.context), unseen(walker, at)]);
  const alphabet = alphabetOf(walker, options);
  const vertices = new Map<string, Vertex>();
  const visited = new Set<AnyStateNode>();
  const arrive = (stride: Stride, from: Edge | Start): Vertex => {
    for (const node of stride.visited) visited.add(node);
    const key = keyOf(stride.to);
    const known = vertices.get(key);
    if (known) return known;
    if (vertices.size === limit) throw new Error(`More than ${limit} states: make \`project\` coarser.`);
    const vertex: Vertex = { key, at: stride.to, depth: isStart(from) ? 0 : from.from.depth + 1, from, edges: [] };
    vertices.set(key, vertex);
    return vertex;
  };
  const stepFrom = (vertex: Vertex, event: AnyEventObject): Stride | null => {
    try {
      return walker.step(vertex.at, event);
    } catch (error) {
      onThrow(vertex, event, error);
      return null;
    }
  };
  const inputs = Object.entries(options.inputs ?? { '': options.input });
  const starts = inputs.map(([name, input]): Start => ({ name, input, stride: walker.start(input) }));
  for (const start of starts) arrive(start.stride, start);
  // A map is walked in the order of arrival, those that arrive meanwhile included: breadth first.
  for (const vertex of vertices.values()) {
    for (const event of possibleAt(walker, vertex.at, alphabet)) {
      const stride = stepFrom(vertex, event);
      if (!stride) continue;
      const edge: Edge = { from: vertex, event, stride, to: vertex };
      edge.to = arrive(stride, edge);
      vertex.edges.push(edge);
    }
  }
  return { walker, starts, vertices, visited, keyOf, alphabet };
}

export const isStart = (from: Edge | Start): from is Start => !('event' in from);

/** How a vertex was first reached: the start, and the edges from there in order. */
export function wayTo(vertex: Vertex): { start: Start; edges: Edge[] } {
  const edges: Edge[] = [];
  let from = vertex.from;
  for (; !isStart(from); from = from.from.from) edges.push(from);
  return { start: from, edges: edges.reverse() };
}

/** `SUBMIT → done login`, or `invited: SUBMIT → done login` where starts have names; nothing sent is `start`. */
export const titleOf = (start: Start, events: readonly AnyEventObject[]): string =>
  (start.name ? `${start.name}: ` : '') + (events.map(({ type }) => readable(type)).join(' → ') || 'start');

/** The title of the shortest way to a vertex, and on by these events. */
export function titleOfWay(vertex: Vertex, ...on: readonly AnyEventObject[]): string {
  const { start, edges } = wayTo(vertex);
  return titleOf(start, [...edges.map(({ event }) => event), ...on]);
}

/** A distinct reachable state and the shortest way to it, for invariants: the title belongs in the failure message. */
export type ReachableState<M extends AnyStateMachine> = {
  state: SnapshotFrom<M>;
  title: string;
  input: InputFrom<M>;
  path: { event: AnyEventObject; state: SnapshotFrom<M> }[];
};

/** Every distinct state that the machine can be in. */
export function exploreStates<M extends AnyStateMachine>(machine: M, options: ExploreOptions<M> = {}) {
  return [...explore(machine, options).vertices.values()].map((vertex): ReachableState<M> => {
    const { start, edges } = wayTo(vertex);
    return {
      state: vertex.at.snapshot as SnapshotFrom<M>,
      title: titleOfWay(vertex),
      input: start.input as InputFrom<M>,
      path: edges.map(({ event, stride }) => ({ event, state: stride.to.snapshot as SnapshotFrom<M> })),
    };
  });
}

/** What tells two positions apart beside state and context: remembered states, who has answered, how timers follow. */
function unseen(walker: Walker, at: Position): unknown {
  const turns = [...new Set(at.timers.map(({ turn }) => turn))].sort((a, b) => a - b);
  const timers = at.timers.map(({ type, turn }) => `${turns.indexOf(turn)} ${type}`).sort();
  return [walker.asked(at).sort(), timers, remembered(at.snapshot)];
}

/** What history will restore; of a state that is active it will be noted anew on leaving, so that does not count. */
const remembered = ({ historyValue, machine, _nodes }: AnyMachineSnapshot): string[] =>
  Object.entries(historyValue).flatMap(([id, nodes]) => {
    const { parent } = machine.getStateNodeById(id);
    return parent && _nodes.includes(parent) ? [] : [`${id}: ${nodes.map(nameOf)}`];
  });

function giveUp(vertex: Vertex, event: AnyEventObject, error: unknown): never {
  const { machine } = vertex.at.snapshot;
  throw new Error(`${machine.id} throws on ${titleOfWay(vertex, event)}: ${messageOf(error)}`, { cause: error });
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
