import type { AnyEventObject, AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { type Branch, chartOf } from './branches.ts';
import { executed } from './executed.ts';
import { activeNodes } from './internals.ts';

/** One microstep as XState reports it. */
export type Microstep = {
  event: AnyEventObject;
  transitions: readonly AnyTransitionDefinition[];
  after: AnyMachineSnapshot;
};

/** The effect of one event on the chart. */
export type VisitRecord = { taken: Branch[]; refused: Branch[] };

/**
 * Which branches a microstep took, and which guards were evaluated on the way and were false. Follows XState's order:
 * children before parents, parallel regions one after another, candidates from first to last; evaluation ends once a
 * descendant or an earlier candidate has taken the event. `first` is false if the machine has already moved within the
 * same event: then `always` was evaluated before.
 */
export function visitRecordOf(active: ReadonlySet<AnyStateNode>, step: Microstep, first: boolean): VisitRecord {
  const { machine } = step.after;
  const { branchOf } = chartOf(machine);
  const branchesOf = (transitions: readonly AnyTransitionDefinition[]) =>
    transitions.flatMap((one) => branchOf(one) ?? []);
  const selected = new Set(branchesOf(step.transitions));
  const taken = branchesOf(step.transitions.length > 1 ? executed(step.transitions, active) : step.transitions);
  if (taken.some(({ event }) => event === '')) return { taken, refused: refusedAlways(active, selected) };
  const refused = first ? [] : refusedAlways(active, new Set());
  return { taken, refused: [...refused, ...refusedOn(machine.root, active, step.event.type, selected)] };
}

/** The `always` branches whose guards were false when the machine came to rest. */
export const branchesAtRest = (snapshot: AnyMachineSnapshot): Branch[] =>
  snapshot.status === 'active' ? refusedAlways(activeIn(snapshot), new Set()) : [];

/** The active states of a snapshot, including ancestors. */
export const activeIn = (snapshot: AnyMachineSnapshot): ReadonlySet<AnyStateNode> => new Set(activeNodes(snapshot));

/** The states that a machine enters first, before any `always` is evaluated. */
export function entryStates(node: AnyStateNode): Set<AnyStateNode> {
  const below = node.type === 'parallel' ? Object.values(node.states) : (node.initial?.target ?? []);
  return new Set([node, ...below.flatMap((child) => [...entryStates(child)])]);
}

function refusedOn(
  root: AnyStateNode,
  active: ReadonlySet<AnyStateNode>,
  type: string,
  selected: Set<Branch>,
): Branch[] {
  const { candidates } = chartOf(root.machine);
  const refused: Branch[] = [];
  const visit = (node: AnyStateNode): boolean => {
    const children = [...active].filter(({ parent }) => parent === node);
    if (children.map(visit).includes(true)) return true;
    return tryBranches(candidates(node, type), selected, refused);
  };
  visit(root);
  return refused;
}

function refusedAlways(active: ReadonlySet<AnyStateNode>, selected: Set<Branch>): Branch[] {
  const refused = new Set<Branch>();
  for (const leaf of active) {
    if (Object.keys(leaf.states).length > 0) continue;
    for (let node: AnyStateNode | undefined = leaf; node; node = node.parent) {
      const failed: Branch[] = [];
      const done = tryBranches(chartOf(node.machine).always(node), selected, failed);
      for (const branch of failed) refused.add(branch);
      if (done) break;
    }
  }
  return [...refused];
}

/** Evaluates candidates in order; returns true if one of them was selected. */
function tryBranches(candidates: readonly Branch[], selected: Set<Branch>, refused: Branch[]): boolean {
  for (const branch of candidates) {
    if (selected.has(branch)) return true;
    if (branch.guard) refused.push(branch);
  }
  return false;
}
