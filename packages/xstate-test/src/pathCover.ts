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
 * goals to `met`.
 */
export function coverPathTo(
  { graph, oneWayEdges, maxSteps }: SearchSpace,
  last: Edge | Start,
  met: Set<string>,
): CoverPath {
  const { start, edges } = isStart(last) ? { start: last, edges: [] } : pathTo(last.from);
  const guide = new Guide(graph, start, met);
  guide.follow(edges);
  guide.passBy();
  if (!isStart(last) && isNew(last.walkStep, met)) guide.follow([last]);
  for (;;) {
    guide.passBy();
    const left = maxSteps - guide.steps.length;
    const onward = guide.nearest(left, oneWayEdges) ?? guide.nearest(left, new Set());
    if (!onward || !guide.leadsOn(onward)) return { start, steps: guide.steps };
    guide.follow(onward);
  }
}

/** Whether a step covers a goal that is not covered yet. */
export const isNew = ({ goals }: WalkStep, met: ReadonlySet<string>): boolean => goals.some((goal) => !met.has(goal));

class Guide {
  readonly steps: CoverPath['steps'] = [];
  readonly #graph: Graph;
  readonly #met: Set<string>;
  #at: Position;
  #vertex: Vertex | undefined;

  constructor(graph: Graph, { walkStep }: Start, met: Set<string>) {
    this.#graph = graph;
    this.#met = met;
    this.#at = walkStep.to;
    this.#vertex = graph.vertices.get(graph.keyOf(walkStep.to));
    this.#meet(walkStep);
  }

  /** Takes edges from the current position, as far as possible. */
  follow(edges: readonly Edge[]): void {
    for (const edge of edges) {
      this.passBy();
      if (!this.#canTake(edge, this.#at)) return;
      const walkStep = this.#walkStepOf(edge, this.#at);
      this.steps.push({ event: edge.event, walkStep });
      this.#meet(walkStep);
      this.#at = walkStep.to;
      this.#vertex = walkStep === edge.walkStep ? edge.to : this.#graph.vertices.get(this.#graph.keyOf(walkStep.to));
    }
  }

  /** Covers goals that leave the state unchanged, such as refused guards. */
  passBy(): void {
    for (const edge of this.#vertex?.edges ?? []) {
      if (edge.to !== this.#vertex || !isNew(edge.walkStep, this.#met)) continue;
      const walkStep = this.#walkStepOf(edge, this.#at);
      if (!isInert(this.#at, walkStep.to) || !isNew(walkStep, this.#met)) continue;
      this.steps.push({ event: edge.event, walkStep });
      this.#meet(walkStep);
    }
  }

  /**
   * The shortest way from here to an edge that covers a new goal, within so many steps and without the avoided edges.
   */
  nearest(within: number, avoided: ReadonlySet<Edge>): Edge[] | null {
    if (!this.#vertex) return null;
    const cameBy = new Map<Vertex, Edge | null>([[this.#vertex, null]]);
    const wayBack = (vertex: Vertex): Edge[] => {
      const edge = cameBy.get(vertex);
      return edge ? [...wayBack(edge.from), edge] : [];
    };
    let ring = [this.#vertex];
    for (let steps = 1; steps <= within && ring.length > 0; steps++) {
      const next: Vertex[] = [];
      for (const edge of ring.flatMap(({ edges }) => edges)) {
        if (avoided.has(edge)) continue;
        if (isNew(edge.walkStep, this.#met)) return [...wayBack(edge.from), edge];
        if (cameBy.has(edge.to)) continue;
        cameBy.set(edge.to, edge);
        next.push(edge.to);
      }
      ring = next;
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
      return isNew(walkStep, this.#met);
    });
  }

  #canTake({ event }: Edge, at: Position): boolean {
    return at.snapshot.status === 'active' && this.#graph.walker.mayHappen(at, event.type);
  }

  #walkStepOf(edge: Edge, at: Position): WalkStep {
    const { walker, weighed } = this.#graph;
    return at === edge.from.at ? edge.walkStep : weighed(at, walker.step(at, edge.event));
  }

  #meet({ goals }: WalkStep): void {
    for (const goal of goals) this.#met.add(goal);
  }
}

const isInert = (before: Position, after: Position): boolean =>
  after.snapshot === before.snapshot &&
  after.settled.size === before.settled.size &&
  after.timers.length === before.timers.length;
