import { exploreStates, type PlannedPath, replay } from '@xstate/test';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { Mutant } from './mutants.ts';

/** What a mutant has to get past: the golden paths with all that they expect, then the invariants in every state. */
export type Evidence<M extends AnyStateMachine> = {
  paths: readonly PlannedPath<M>[];
  /** What states are explored with: inputs, events, project. */
  options: Parameters<typeof exploreStates<M>>[1];
  invariants: Readonly<Record<string, (state: SnapshotFrom<M>) => boolean>>;
};

/**
 * Judges mutants of one machine one after another: what gives each away, or null when nothing does. Begins with the
 * path that gave the last one away, because neighbours fall to the same path.
 */
export function createJudge<M extends AnyStateMachine>({ paths, options, invariants }: Evidence<M>) {
  const order = [...paths];

  return ({ make }: Mutant): string | null => {
    const mutant = make() as M;
    const at = order.findIndex((path) => fails(() => replay(mutant, path)));
    if (at >= 0) {
      const [killer] = order.splice(at, 1) as [PlannedPath<M>];
      order.unshift(killer);
      return killer.title;
    }
    try {
      const states = exploreStates(mutant, options);
      const broken = Object.entries(invariants).find(([, holds]) => states.some(({ state }) => !holds(state)));
      return broken?.[0] ?? null;
    } catch {
      return 'it breaks';
    }
  };
}

function fails(replayed: () => unknown): boolean {
  try {
    replayed();
    return false;
  } catch {
    return true;
  }
}
