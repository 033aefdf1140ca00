import type { AnyEventObject, AnyStateNode } from 'xstate';
import { readable } from './outcomes.ts';
import type { EventSamples } from './samples.ts';
import type { Position, Walker, WalkStep } from './walker.ts';

/** A start of the machine. `name` is empty if there is only one. */
export type Start = { name: string; input: unknown; walkStep: WalkStep };

/** A distinct reachable state. */
export type Vertex = {
  key: string;
  at: Position;
  /** Number of steps from the start. */
  depth: number;
  /** How it was first reached: by an edge or a start. */
  from: Edge | Start;
  edges: Edge[];
};

/** One sample event in one vertex. Without its walk step: there are many edges, and few lie on a path. */
export type Edge = { from: Vertex; event: AnyEventObject; goals: readonly string[]; to: Vertex };

/** All reachable states and the edges between them. */
export type Graph = {
  walker: Walker;
  starts: Start[];
  vertices: Map<string, Vertex>;
  visited: ReadonlySet<AnyStateNode>;
  keyOf: (at: Position) => string;
  eventSamples: EventSamples;
  /** Events on which the machine threw; they have no edge. */
  faults: Fault[];
  /** A walk step from any position, without the goals that have no effect there. */
  withoutIdle: (from: Position, walkStep: WalkStep) => WalkStep;
};

/** An error that the machine threw on an event in a vertex. */
export type Fault = { vertex: Vertex; event: AnyEventObject; error: unknown };

export const isStart = (from: Edge | Start): from is Start => !('event' in from);

/** The names of the branches taken and guards refused on the way. */
export const goalsOf = (from: Edge | Start): readonly string[] => (isStart(from) ? from.walkStep.goals : from.goals);

/** How a vertex was first reached: the start, and the edges in order. */
export function pathTo(vertex: Vertex): { start: Start; edges: Edge[] } {
  const edges: Edge[] = [];
  let from = vertex.from;
  for (; !isStart(from); from = from.from.from) edges.push(from);
  return { start: from, edges: edges.reverse() };
}

/** `SUBMIT → done login`, or `invited: SUBMIT → done login` for named starts; `start` without events. */
export const titleOf = (start: Start, events: readonly AnyEventObject[]): string =>
  (start.name ? `${start.name}: ` : '') + (events.map(({ type }) => readable(type)).join(' → ') || 'start');

/** The title of the shortest path to a vertex, continued by these events. */
export function titleOfPath(vertex: Vertex, ...on: readonly AnyEventObject[]): string {
  const { start, edges } = pathTo(vertex);
  return titleOf(start, [...edges.map(({ event }) => event), ...on]);
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
