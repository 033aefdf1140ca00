import { exploreStates, type PlannedPath, replay } from '@xstate/test';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { Mutant } from './mutants.ts';

/** What has to detect a mutant: the golden paths with all their expectations, then the invariants in every state. */
type Evidence<M extends AnyStateMachine> = {
  paths: readonly PlannedPath<M>[];
  /** Options for exploring states: inputs, events, project. */
  options: Parameters<typeof exploreStates<M>>[1];
  invariants: Readonly<Record<string, (state: SnapshotFrom<M>) => boolean>>;
};

/**
 * Checks the mutants of one machine in turn: returns what detects each, or null. Begins with the path that detected the
 * previous one, because neighbouring mutants often fail on the same path.
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
