import type { AnyEventObject, AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate';
import { chartOf, nameOf, refusalOf } from './branches.ts';
import type { Effects } from './effects.ts';
import { explore } from './explore.ts';
import { type Edge, type Graph, goalsOf, isStart, type Start, titleOf } from './graph.ts';
import { oneWayEdges } from './oneWayEdges.ts';
import type { ExploreOptions, Sample } from './options.ts';
import { type CoverPath, coverPathTo } from './pathCover.ts';
import type { WalkStep } from './walker.ts';

export type PlanOptions<M extends AnyStateMachine> = ExploreOptions<M> & {
  /**
   * A path continues to the nearest uncovered branch until it has this many steps; 16 by default. Shorter paths give
   * clearer failures and change less with the chart; `Infinity` gives the fewest paths.
   */
  maxSteps?: number;
  /**
   * Walks that the plan begins with, for what coverage alone does not require: an effect that shows in one order only.
   */
  walks?: readonly Walk<M>[];
};

/** Events from a start, which is named as in `inputs`. */
export type Walk<M extends AnyStateMachine> = { start?: string; events: readonly Sample<M>[] };

/** One event of a path, the resulting state, and the requests, effects and timers on the way. */
export type PlannedStep<M extends AnyStateMachine> = Effects & { event: AnyEventObject; state: SnapshotFrom<M> };

/** The start of a path, with the immediate requests, effects and timers. */
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
  /** Number of distinct states explored. */
  vertices: number;
  /** Number of branches, and refusals of guarded branches, that the paths have to cover. */
  goals: number;
};

/**
 * Near-fewest paths from the start that together take every branch of the chart and refuse every guard. On its way to a
 * goal a path covers all goals that change nothing, then continues to near ones, and takes one-way edges last; finally,
 * paths that add nothing are dropped.
 */
export function planCoverage<M extends AnyStateMachine>(machine: M, options: PlanOptions<M> = {}): CoveragePlan<M> {
  const graph = explore(machine, options);
  const chart = chartOf(graph.walker.machine);
  const goals = chart.branches.flatMap(({ name, guard }) => (guard ? [name, refusalOf(name)] : [name]));
  const walks = (options.walks ?? []).map((walk) => walked(graph, walk));
  const paths = [...walks, ...planPaths(graph, options.maxSteps ?? 16, walks)];
  const walkSteps = paths.flatMap(walkStepsOf);
  const covered = new Set(walkSteps.flatMap((walkStep) => walkStep.goals));
  const visited = new Set([graph, ...walkSteps].flatMap((part) => [...part.visited].map(nameOf)));
  const starts = new Map(graph.starts.map((start) => [start, plannedStart<M>(start)]));
  return {
    starts: [...starts.values()],
    paths: plannedPaths<M>(paths, starts),
    unreachable: [
      ...goals.filter((goal) => !covered.has(goal)),
      ...chart.states.filter((state) => !visited.has(state)).map((state) => `state ${state}`),
    ],
    vertices: graph.vertices.size,
    goals: goals.length,
  };
}

/**
 * Covers the goals from the deepest to the nearest, then in the opposite order, and keeps the plan with fewer paths.
 */
function planPaths(graph: Graph, maxSteps: number, walks: readonly CoverPath[]): CoverPath[] {
  const searchSpace = { graph, maxSteps, oneWayEdges: oneWayEdges(graph) };
  const first = new Map<string, Edge | Start>();
  const edges = [...graph.vertices.values()].flatMap((vertex) => vertex.edges);
  for (const from of [...graph.starts, ...edges])
    for (const goal of goalsOf(from)) if (!first.has(goal)) first.set(goal, from);
  const depth = (from: Edge | Start) => (isStart(from) ? -1 : from.from.depth);
  const rank = (from: Edge | Start) => (isStart(from) ? 2 : Number(searchSpace.oneWayEdges.has(from)));
  const coverInOrder = (nearer: 1 | -1) => {
    const covered = new Set(walks.flatMap(walkStepsOf).flatMap(({ goals }) => goals));
    const order = [...first].sort(([, a], [, b]) => rank(a) - rank(b) || (depth(a) - depth(b)) * nearer);
    return withoutRedundant(
      order.flatMap(([goal, from]) => (covered.has(goal) ? [] : [coverPathTo(searchSpace, from, covered)])),
    );
  };
  const cost = (paths: CoverPath[]) => paths.length * 1e6 + paths.flatMap(({ steps }) => steps).length;
  return [coverInOrder(-1), coverInOrder(1)].reduce((best, other) => (cost(other) < cost(best) ? other : best));
}

/** The path of a given walk. Throws if one of its events cannot happen. */
function walked<M extends AnyStateMachine>(
  { starts, walker }: Graph,
  { start: name = '', events }: Walk<M>,
): CoverPath {
  const start = starts.find((one) => one.name === name);
  if (!start) throw new Error(`No start is called "${name}".`);
  let at = start.walkStep.to;
  const steps = events.map((event: AnyEventObject) => {
    if (!walker.mayHappen(at, event.type))
      throw new Error(`${event.type} cannot happen in ${JSON.stringify(at.snapshot.value)}.`);
    const walkStep = walker.step(at, event);
    at = walkStep.to;
    return { event, walkStep };
  });
  return { start, steps };
}

const walkStepsOf = ({ start, steps }: CoverPath): WalkStep[] => [
  start.walkStep,
  ...steps.map(({ walkStep }) => walkStep),
];

/** Drops paths whose goals others cover as well, then cuts tails that cover nothing of their own. */
function withoutRedundant(paths: CoverPath[]): CoverPath[] {
  const times = new Map<string, number>();
  const count = (walkSteps: WalkStep[], by: 1 | -1) => {
    for (const goal of walkSteps.flatMap(({ goals }) => goals)) times.set(goal, (times.get(goal) ?? 0) + by);
  };
  for (const one of paths) count(walkStepsOf(one), 1);
  const spare = (walkSteps: WalkStep[]) => {
    count(walkSteps, -1);
    const missed = walkSteps.flatMap(({ goals }) => goals).some((goal) => !times.get(goal));
    if (missed) count(walkSteps, 1);
    return !missed;
  };
  const needed = paths.filter((one) => !spare(walkStepsOf(one)));
  for (const { steps } of needed)
    while (steps.length > 0 && spare(steps.slice(-1).map(({ walkStep }) => walkStep))) steps.pop();
  return needed;
}

const plannedStart = <M extends AnyStateMachine>({ name, input, walkStep }: Start): PlannedStart<M> => ({
  name,
  input: input as InputFrom<M>,
  state: walkStep.to.snapshot as SnapshotFrom<M>,
  ...walkStep.effects,
});

function plannedPaths<M extends AnyStateMachine>(
  paths: CoverPath[],
  starts: ReadonlyMap<Start, PlannedStart<M>>,
): PlannedPath<M>[] {
  const covered = new Set<string>();
  const titles = new Map<string, number>();
  return paths.map((coverPath) => {
    const { start, steps } = coverPath;
    const covers = [...new Set(walkStepsOf(coverPath).flatMap(({ goals }) => goals))].filter(
      (goal) => !covered.has(goal),
    );
    for (const goal of covers) covered.add(goal);
    const title = titleOf(
      start,
      steps.map(({ event }) => event),
    );
    const count = (titles.get(title) ?? 0) + 1;
    titles.set(title, count);
    return {
      title: count === 1 ? title : `${title} (${count})`,
      start: starts.get(start) ?? plannedStart<M>(start),
      steps: steps.map(({ event, walkStep }) => ({
        event,
        state: walkStep.to.snapshot as SnapshotFrom<M>,
        ...walkStep.effects,
      })),
      covers,
    };
  });
}
