import { refusalOf } from './branches.ts';
import type { Graph } from './graph.ts';
import type { Position, WalkStep } from './walker.ts';

/**
 * A branch that has effects in some states does not count where it has none: a path that takes it there would not
 * detect its removal. Removes such goals from the edges, and returns a function that does the same for other walk
 * steps.
 */
export function withoutIdleGoals(
  { starts, vertices }: Pick<Graph, 'starts' | 'vertices'>,
  print: (value: unknown) => string,
): (from: Position, walkStep: WalkStep) => WalkStep {
  const isIdle = (from: Position, { to, effects }: WalkStep) =>
    effects.requests.length + effects.effects.length + effects.timers.length + effects.cancelled.length === 0 &&
    to.snapshot.status === from.snapshot.status &&
    print(to.snapshot.value) === print(from.snapshot.value) &&
    (to.snapshot.context === from.snapshot.context || print(to.snapshot.context) === print(from.snapshot.context));
  const edges = [...vertices.values()].flatMap((vertex) => vertex.edges);
  const activeGoals = new Set(starts.flatMap(({ walkStep }) => walkStep.goals));
  for (const { from, walkStep } of edges)
    if (!isIdle(from.at, walkStep)) for (const goal of walkStep.goals) activeGoals.add(goal);
  const refusals = new Set([...activeGoals].map(refusalOf));
  const withoutIdle = (from: Position, walkStep: WalkStep): WalkStep =>
    isIdle(from, walkStep)
      ? { ...walkStep, goals: walkStep.goals.filter((goal) => refusals.has(goal) || !activeGoals.has(goal)) }
      : walkStep;
  for (const edge of edges) edge.walkStep = withoutIdle(edge.from.at, edge.walkStep);
  return withoutIdle;
}
