import { refusalOf } from './branches.ts';
import type { Edge, Start } from './graph.ts';
import type { Position, WalkStep } from './walker.ts';

/**
 * Goals that have no effect where they are. A branch that has effects in some states does not count where it has none: a
 * path that takes it there would not detect its removal.
 */
export class IdleGoals {
  readonly #print: (value: unknown) => string;
  readonly #idle: Edge[] = [];
  readonly #active = new Set<string>();

  constructor(print: (value: unknown) => string) {
    this.#print = print;
  }

  /** Notes whether an edge has effects. */
  note(edge: Edge, walkStep: WalkStep): void {
    if (this.#isIdle(edge.from.at, walkStep)) this.#idle.push(edge);
    else for (const goal of walkStep.goals) this.#active.add(goal);
  }

  /** Removes such goals from the edges, and returns a function that does the same for walk steps. */
  remove(starts: readonly Start[]): (from: Position, walkStep: WalkStep) => WalkStep {
    for (const { walkStep } of starts) for (const goal of walkStep.goals) this.#active.add(goal);
    const refusals = new Set([...this.#active].map(refusalOf));
    const counted = (goals: readonly string[]) => goals.filter((goal) => refusals.has(goal) || !this.#active.has(goal));
    for (const edge of this.#idle) edge.goals = counted(edge.goals);
    return (from, walkStep) =>
      this.#isIdle(from, walkStep) ? { ...walkStep, goals: counted(walkStep.goals) } : walkStep;
  }

  #isIdle({ snapshot: before }: Position, { to: { snapshot: after }, effects }: WalkStep): boolean {
    const print = this.#print;
    return (
      effects.requests.length + effects.effects.length + effects.timers.length + effects.cancelled.length === 0 &&
      after.status === before.status &&
      print(after.value) === print(before.value) &&
      (after.context === before.context || print(after.context) === print(before.context))
    );
  }
}
