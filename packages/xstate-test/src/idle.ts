import { refusalOf } from './branches.ts';
import type { Graph } from './graph.ts';
import type { Position, Stride } from './walker.ts';

/**
 * A branch that does something somewhere is not met where it does nothing: a path that takes it there would not notice
 * its loss. Takes such goals out of the edges, and gives back a way to do the same for other strides.
 */
export function withoutIdleGoals(
  { starts, vertices }: Pick<Graph, 'starts' | 'vertices'>,
  print: (value: unknown) => string,
): (from: Position, stride: Stride) => Stride {
  const isIdle = (from: Position, { to, effects }: Stride) =>
    effects.asked.length + effects.told.length + effects.timers.length + effects.cancelled.length === 0 &&
    to.snapshot.status === from.snapshot.status &&
    print(to.snapshot.value) === print(from.snapshot.value) &&
    (to.snapshot.context === from.snapshot.context || print(to.snapshot.context) === print(from.snapshot.context));
  const edges = [...vertices.values()].flatMap((vertex) => vertex.edges);
  const lively = new Set(starts.flatMap(({ stride }) => stride.goals));
  for (const { from, stride } of edges) if (!isIdle(from.at, stride)) for (const goal of stride.goals) lively.add(goal);
  const refusals = new Set([...lively].map(refusalOf));
  const weighed = (from: Position, stride: Stride): Stride =>
    isIdle(from, stride)
      ? { ...stride, goals: stride.goals.filter((goal) => refusals.has(goal) || !lively.has(goal)) }
      : stride;
  for (const edge of edges) edge.stride = weighed(edge.from.at, edge.stride);
  return weighed;
}
