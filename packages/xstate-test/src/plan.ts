import type { AnyEventObject, AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate';
import { chartOf, nameOf } from './branches.ts';
import type { Effects } from './effects.ts';
import {
  type Edge,
  type ExploreOptions,
  explore,
  type Graph,
  isStart,
  type Start,
  titleOf,
  type Vertex,
  wayTo,
} from './explore.ts';
import type { Position, Stride } from './walker.ts';

export type PlanOptions<M extends AnyStateMachine> = ExploreOptions<M> & {
  /**
   * A path goes on to the nearest uncovered branch until it has this many steps; 16 unless given. Shorter paths tell
   * more when they fail and change less when the chart does; `Infinity` gives the fewest paths.
   */
  maxSteps?: number;
};

/** One event of a path, the state that it leads to, and what the machine asks, tells and starts on the way. */
export type PlannedStep<M extends AnyStateMachine> = Effects & { event: AnyEventObject; state: SnapshotFrom<M> };

/** Where a path begins, and what the machine asks, tells and starts at once. */
export type PlannedStart<M extends AnyStateMachine> = Effects & {
  /** The name given in `inputs`; empty for a single `input`. */
  name: string;
  input: InputFrom<M>;
  state: SnapshotFrom<M>;
};

export type PlannedPath<M extends AnyStateMachine> = {
  /** `SUBMIT → done login → …`, unique within the plan. */
  title: string;
  start: PlannedStart<M>;
  steps: PlannedStep<M>[];
  /** The branches taken and guards refused here for the first time in the plan, by name. */
  covers: string[];
};

export type CoveragePlan<M extends AnyStateMachine> = {
  starts: PlannedStart<M>[];
  paths: PlannedPath<M>[];
  /** What no sample reaches: branches, refusals (`… refused`) and states (`state …`). Assert that it is empty. */
  unreachable: string[];
  /** Distinct states walked through. */
  vertices: number;
  /** Branches, and refusals of guarded branches, that the paths have to meet. */
  goals: number;
};

/** The name of a guard's refusal, as plans and reports give it. */
export const refusalOf = (branch: string): string => `${branch} refused`;

/**
 * Near-fewest paths from the start that together take every branch of the chart and refuse every guard.
 * Deepest goal first; on its way a path picks up all that changes nothing, then goes on to what is near;
 * at the end paths that add nothing are dropped.
 */
export function planCoverage<M extends AnyStateMachine>(machine: M, options: PlanOptions<M> = {}): CoveragePlan<M> {
  const graph = explore(machine, options);
  const chart = chartOf(graph.walker.machine);
  const goals = chart.branches.flatMap(({ name, guard }) => (guard ? [name, refusalOf(name)] : [name]));
  const reachable = new Map<string, Edge | Start>();
  const edges = [...graph.vertices.values()].flatMap((vertex) => vertex.edges);
  for (const from of [...graph.starts, ...edges])
    for (const goal of goalsOf(from.stride)) if (!reachable.has(goal)) reachable.set(goal, from);

  const met = new Set<string>();
  const depth = (from: Edge | Start) => (isStart(from) ? -1 : from.from.depth);
  const tours = [...reachable]
    .sort(([, a], [, b]) => depth(b) - depth(a))
    .flatMap(([goal, from]) => (met.has(goal) ? [] : [tour(graph, from, met, options.maxSteps ?? 16)]));
  const starts = new Map(graph.starts.map((start) => [start, plannedStart<M>(start)]));
  const visited = new Set([...graph.visited].map(nameOf));
  return {
    starts: [...starts.values()],
    paths: plannedPaths<M>(withoutRedundant(tours), starts),
    unreachable: [
      ...goals.filter((goal) => !reachable.has(goal)),
      ...chart.states.filter((state) => !visited.has(state)).map((state) => `state ${state}`),
    ],
    vertices: graph.vertices.size,
    goals: goals.length,
  };
}

type Step = { event: AnyEventObject; stride: Stride };
type Tour = { start: Start; steps: Step[] };

const goalsOf = ({ marks: { taken, refused } }: Stride): string[] => [
  ...taken.map(({ name }) => name),
  ...refused.map(({ name }) => refusalOf(name)),
];

/** One path: the way to `last`, everything inert beside it, and then on to the nearest goals. Adds to `met`. */
function tour(graph: Graph, last: Edge | Start, met: Set<string>, maxSteps: number): Tour {
  const { start, edges } = isStart(last) ? { start: last, edges: [] } : wayTo(last.from);
  const way = isStart(last) ? edges : [...edges, last];
  const steps: Step[] = [];
  let at = start.stride.to;
  const meet = (stride: Stride) => {
    for (const goal of goalsOf(stride)) met.add(goal);
    at = stride.to;
  };
  const take = (step: Step) => {
    steps.push(step);
    meet(step.stride);
  };
  const passBy = () => {
    for (const step of inertSteps(graph, at, met)) take(step);
  };
  const go = (edges: readonly Edge[]) => {
    for (const { event } of edges) {
      passBy();
      take({ event, stride: graph.walker.step(at, event) });
    }
  };
  meet(start.stride);
  go(way);
  for (;;) {
    passBy();
    const here = graph.vertices.get(graph.keyOf(at));
    const onward = here && nearest(here, met, maxSteps - steps.length);
    if (!onward || !leadsTo(graph, at, onward, met)) return { start, steps };
    go(onward);
  }
}

/** Uncovered events that leave everything as it is, such as refusals: a path takes them in passing. */
function* inertSteps({ walker, samplesAt }: Graph, at: Position, met: ReadonlySet<string>): Generator<Step> {
  for (const event of samplesAt(at)) {
    const stride = walker.step(at, event);
    const { snapshot, settled, timers } = stride.to;
    const inert = snapshot === at.snapshot && settled.size === at.settled.size && timers.length === at.timers.length;
    if (inert && goalsOf(stride).some((goal) => !met.has(goal))) yield { event, stride };
  }
}

/** The shortest way from here to an edge that meets something new, within so many steps. */
function nearest(from: Vertex, met: ReadonlySet<string>, within: number): Edge[] | null {
  const cameBy = new Map<Vertex, Edge | null>([[from, null]]);
  const wayBack = (vertex: Vertex): Edge[] => {
    const edge = cameBy.get(vertex);
    return edge ? [...wayBack(edge.from), edge] : [];
  };
  let ring = [from];
  for (let steps = 1; steps <= within && ring.length > 0; steps++) {
    const next: Vertex[] = [];
    for (const vertex of ring)
      for (const edge of vertex.edges) {
        if (goalsOf(edge.stride).some((goal) => !met.has(goal))) return [...wayBack(vertex), edge];
        if (cameBy.has(edge.to)) continue;
        cameBy.set(edge.to, edge);
        next.push(edge.to);
      }
    ring = next;
  }
  return null;
}

/** A vertex stands for all contexts that `project` does not tell apart: try the way from where we really are. */
function leadsTo({ walker }: Graph, at: Position, way: readonly Edge[], met: ReadonlySet<string>): boolean {
  let here = at;
  let stride: Stride | null = null;
  for (const { event } of way) {
    if (here.snapshot.status !== 'active' || !walker.mayHappen(here, event.type)) return false;
    stride = walker.step(here, event);
    here = stride.to;
  }
  return stride !== null && goalsOf(stride).some((goal) => !met.has(goal));
}

/** Drops paths whose goals others meet as well, then cuts tails that meet nothing of their own. */
function withoutRedundant(tours: Tour[]): Tour[] {
  const times = new Map<string, number>();
  const count = (strides: Stride[], by: 1 | -1) => {
    for (const goal of strides.flatMap(goalsOf)) times.set(goal, (times.get(goal) ?? 0) + by);
  };
  const all = ({ start, steps }: Tour) => [start.stride, ...steps.map(({ stride }) => stride)];
  for (const one of tours) count(all(one), 1);
  const spare = (strides: Stride[]) => {
    count(strides, -1);
    const missed = strides.flatMap(goalsOf).some((goal) => !times.get(goal));
    if (missed) count(strides, 1);
    return !missed;
  };
  const kept = tours.filter((one) => !spare(all(one)));
  for (const { steps } of kept)
    while (steps.length > 0 && spare(steps.slice(-1).map(({ stride }) => stride))) steps.pop();
  return kept;
}

const plannedStart = <M extends AnyStateMachine>({ name, input, stride }: Start): PlannedStart<M> => ({
  name,
  input: input as InputFrom<M>,
  state: stride.to.snapshot as SnapshotFrom<M>,
  ...stride.effects,
});

function plannedPaths<M extends AnyStateMachine>(
  tours: Tour[],
  starts: ReadonlyMap<Start, PlannedStart<M>>,
): PlannedPath<M>[] {
  const met = new Set<string>();
  const titles = new Map<string, number>();
  return tours.map(({ start, steps }) => {
    const strides = [start.stride, ...steps.map(({ stride }) => stride)];
    const covers = [...new Set(strides.flatMap(goalsOf))].filter((goal) => !met.has(goal));
    for (const goal of covers) met.add(goal);
    const title = titleOf(
      start,
      steps.map(({ event }) => event),
    );
    const count = (titles.get(title) ?? 0) + 1;
    titles.set(title, count);
    return {
      title: count === 1 ? title : `${title} (${count})`,
      start: starts.get(start) ?? plannedStart<M>(start),
      steps: steps.map(({ event, stride }) => ({
        event,
        state: stride.to.snapshot as SnapshotFrom<M>,
        ...stride.effects,
      })),
      covers,
    };
  });
}
