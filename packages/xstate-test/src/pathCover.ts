import type { AnyEventObject } from 'xstate';
import { type Edge, type Graph, isStart, type Start, type Vertex, wayTo } from './graph.ts';
import type { Position, WalkStep } from './walker.ts';

/** One path through the chart: where it begins, and the events from there with what they did. */
export type CoverPath = { start: Start; steps: { event: AnyEventObject; walkStep: WalkStep }[] };

/** What tours share: the graph, its edges without return, and how long a tour goes on. */
export type SearchSpace = { graph: Graph; oneWayEdges: ReadonlySet<Edge>; maxSteps: number };

/**
 * The path that ends a hunt for one goal: the shortest way to `last`, everything inert beside that way, and then on
 * to the nearest unmet goals until it has `maxSteps` steps; those from where one can return come first.
 * Adds what it meets to `met`.
 */
export function coverPathTo(
  { graph, oneWayEdges, maxSteps }: SearchSpace,
  last: Edge | Start,
  met: Set<string>,
): CoverPath {
  const { start, edges } = isStart(last) ? { start: last, edges: [] } : wayTo(last.from);
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

/** Whether a step takes or refuses something that nobody has yet. */
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

  /** Goes along edges, from where we really are, as far as they can be taken. */
  follow(edges: readonly Edge[]): void {
    for (const edge of edges) {
      this.passBy();
      if (!this.#canTake(edge, this.#at)) return;
      const walkStep = this.#strideOf(edge, this.#at);
      this.steps.push({ event: edge.event, walkStep });
      this.#meet(walkStep);
      this.#at = walkStep.to;
      this.#vertex = walkStep === edge.walkStep ? edge.to : this.#graph.vertices.get(this.#graph.keyOf(walkStep.to));
    }
  }

  /** Takes, in passing, unmet goals that leave everything as it is, such as refusals. */
  passBy(): void {
    for (const edge of this.#vertex?.edges ?? []) {
      if (edge.to !== this.#vertex || !isNew(edge.walkStep, this.#met)) continue;
      const walkStep = this.#strideOf(edge, this.#at);
      if (!isInert(this.#at, walkStep.to) || !isNew(walkStep, this.#met)) continue;
      this.steps.push({ event: edge.event, walkStep });
      this.#meet(walkStep);
    }
  }

  /** The shortest way from here to an edge that meets something new, within so many steps and avoiding some edges. */
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

  /** A vertex stands for all contexts that `project` does not tell apart: tries the way from where we really are. */
  leadsOn(way: readonly Edge[]): boolean {
    let at = this.#at;
    return way.some((edge) => {
      if (!this.#canTake(edge, at)) return false;
      const walkStep = this.#strideOf(edge, at);
      at = walkStep.to;
      return isNew(walkStep, this.#met);
    });
  }

  #canTake({ event }: Edge, at: Position): boolean {
    return at.snapshot.status === 'active' && this.#graph.walker.mayHappen(at, event.type);
  }

  #strideOf(edge: Edge, at: Position): WalkStep {
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
