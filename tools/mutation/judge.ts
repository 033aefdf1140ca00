import { exploreStates, type PlannedPath, replay } from '@xstate/test';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { Mutant } from './mutants.ts';

/** What a mutant has to get past: the golden paths with all that they expect, then the invariants in every state. */
export type Judges<M extends AnyStateMachine> = {
  paths: readonly PlannedPath<M>[];
  /** What states are explored with: inputs, events, project. */
  options: Parameters<typeof exploreStates<M>>[1];
  invariants: Readonly<Record<string, (state: SnapshotFrom<M>) => boolean>>;
};

/** What gives a mutant away, or null when nothing does. */
export function killerOf<M extends AnyStateMachine>({ machine }: Mutant, judges: Judges<M>): string | null {
  const mutant = machine as M;
  for (const path of judges.paths) {
    try {
      replay(mutant, path);
    } catch {
      return path.title;
    }
  }
  try {
    const states = exploreStates(mutant, judges.options);
    const broken = Object.entries(judges.invariants).find(([, holds]) => states.some(({ state }) => !holds(state)));
    return broken?.[0] ?? null;
  } catch {
    return 'it breaks';
  }
}
