import type { AnyEventObject } from 'xstate';
import { type Edge, type Graph, isStart, pathTo, type Start, type Vertex } from './graph.ts';
import type { Position, WalkStep } from './walker.ts';

/** One path through the chart: its start, and the events with their walk steps. */
export type CoverPath = { start: Start; steps: { event: AnyEventObject; walkStep: WalkStep }[] };

/** What all path searches share: the graph, its one-way edges, and the maximum length of a path. */
type SearchSpace = { graph: Graph; oneWayEdges: ReadonlySet<Edge>; maxSteps: number };

/**
 * A path that covers one goal: the shortest way to `last`, all goals without side effects beside that way, and then the
 * nearest uncovered goals until it has `maxSteps` steps; those on edges with a way back come first. Adds the covered
 * goals to `covered`.
 */
export function coverPathTo(
  { graph, oneWayEdges, maxSteps }: SearchSpace,
  last: Edge | Start,
  covered: Set<string>,
): CoverPath {
  const { start, edges } = isStart(last) ? { start: last, edges: [] } : pathTo(last.from);
  const guide = new Guide(graph, start, covered);
  guide.follow(edges);
  guide.coverSelfLoops();
  if (!isStart(last) && isNew(last, covered)) guide.follow([last]);
  for (;;) {
    guide.coverSelfLoops();
    const left = maxSteps - guide.steps.length;
    const onward = guide.nearest(left, oneWayEdges) ?? guide.nearest(left, new Set());
    if (!onward || !guide.leadsOn(onward)) return { start, steps: guide.steps };
    guide.follow(onward);
  }
}

/** Whether a step covers a goal that is not covered yet. */
const isNew = ({ goals }: { goals: readonly string[] }, covered: ReadonlySet<string>): boolean =>
  goals.some((goal) => !covered.has(goal));

class Guide {
  readonly steps: CoverPath['steps'] = [];
  readonly #graph: Graph;
  readonly #covered: Set<string>;
  #at: Position;
  #vertex: Vertex | undefined;

  constructor(graph: Graph, { walkStep }: Start, covered: Set<string>) {
    this.#graph = graph;
    this.#covered = covered;
    this.#at = walkStep.to;
    this.#vertex = graph.vertices.get(graph.keyOf(walkStep.to));
    this.#cover(walkStep);
  }

  /** Takes edges from the current position, as far as possible. */
  follow(edges: readonly Edge[]): void {
    for (const edge of edges) {
      this.coverSelfLoops();
      if (!this.#canTake(edge, this.#at)) return;
      const walkStep = this.#walkStepOf(edge, this.#at);
      this.steps.push({ event: edge.event, walkStep });
      this.#cover(walkStep);
      this.#at = walkStep.to;
      this.#vertex = this.#graph.vertices.get(this.#graph.keyOf(walkStep.to));
    }
  }

  /** Covers goals that leave the state unchanged, such as refused guards. */
  coverSelfLoops(): void {
    for (const edge of this.#vertex?.edges ?? []) {
      if (edge.to !== this.#vertex || !isNew(edge, this.#covered)) continue;
      const walkStep = this.#walkStepOf(edge, this.#at);
      if (!isInert(this.#at, walkStep.to) || !isNew(walkStep, this.#covered)) continue;
      this.steps.push({ event: edge.event, walkStep });
      this.#cover(walkStep);
    }
  }

  /**
   * The shortest way from here to an edge that covers a new goal, within so many steps and without the avoided edges.
   */
  nearest(within: number, avoided: ReadonlySet<Edge>): Edge[] | null {
    if (!this.#vertex) return null;
    const cameFrom = new Map<Vertex, Edge | null>([[this.#vertex, null]]);
    const edgesTo = (vertex: Vertex): Edge[] => {
      const edge = cameFrom.get(vertex);
      return edge ? [...edgesTo(edge.from), edge] : [];
    };
    let frontier = [this.#vertex];
    for (let steps = 1; steps <= within && frontier.length > 0; steps++) {
      const next: Vertex[] = [];
      for (const edge of frontier.flatMap(({ edges }) => edges)) {
        if (avoided.has(edge)) continue;
        if (isNew(edge, this.#covered)) return [...edgesTo(edge.from), edge];
        if (cameFrom.has(edge.to)) continue;
        cameFrom.set(edge.to, edge);
        next.push(edge.to);
      }
      frontier = next;
    }
    return null;
  }

  /**
   * A vertex stands for all contexts that `project` does not distinguish, so the way is tried from the current
   * position.
   */
  leadsOn(way: readonly Edge[]): boolean {
    let at = this.#at;
    return way.some((edge) => {
      if (!this.#canTake(edge, at)) return false;
      const walkStep = this.#walkStepOf(edge, at);
      at = walkStep.to;
      return isNew(walkStep, this.#covered);
    });
  }

  #canTake({ event }: Edge, at: Position): boolean {
    return at.snapshot.status === 'active' && this.#graph.walker.mayHappen(at, event.type);
  }

  #walkStepOf({ event }: Edge, at: Position): WalkStep {
    const { walker, withoutIdle } = this.#graph;
    return withoutIdle(at, walker.step(at, event));
  }

  #cover({ goals }: WalkStep): void {
    for (const goal of goals) this.#covered.add(goal);
  }
}

const isInert = (before: Position, after: Position): boolean =>
  after.snapshot === before.snapshot &&
  after.settled.size === before.settled.size &&
  after.timers.length === before.timers.length;
