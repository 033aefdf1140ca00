import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { readable } from './outcomes.ts';

/** One transition: one candidate of one event in one state. Guarded alternatives are branches of their own. */
export type Branch = {
  /**
   * `auth.credentials —SUBMIT→ loggingIn [isComplete]`, unique within the machine and the same in every clone of it.
   */
  name: string;
  source: AnyStateNode;
  /** The event as written in the chart: a type, a wildcard, `xstate.…`, or empty for `always`. */
  event: string;
  targets: string[];
  guard: string | null;
};

const refusals = new Map<string, string>();

/** The name of a refused guard, as plans and reports use it; one text for each, since a graph names it many times. */
export function refusalOf(branch: string): string {
  const refusal = refusals.get(branch) ?? `${branch} refused`;
  refusals.set(branch, refusal);
  return refusal;
}

/** Everything that can be taken or refused in one machine, as an index. */
export type Chart = {
  branches: Branch[];
  /** All states except history states, by `nameOf`. */
  states: string[];
  branchOf: (transition: AnyTransitionDefinition) => Branch | undefined;
  /**
   * The branches that a state considers for an event, in XState's order: exact matches first, then wildcards, longest
   * first.
   */
  candidates: (node: AnyStateNode, type: string) => readonly Branch[];
  always: (node: AnyStateNode) => readonly Branch[];
};

const charts = new WeakMap<AnyStateMachine, Chart>();

/** The index of a machine, cached after its first use. `provide()` clones a machine, and each clone has its own. */
export function chartOf(machine: AnyStateMachine): Chart {
  const known = charts.get(machine);
  if (known) return known;
  const chart = draw(machine);
  charts.set(machine, chart);
  return chart;
}

/** All states of a machine, the machine itself first. */
export const stateNodesOf = (machine: AnyStateMachine): AnyStateNode[] => [
  machine.root,
  ...getStateNodes(machine.root),
];

/** A state's name by its path: `auth.twoFactor.verifying`, independent of ids in the chart. */
export const nameOf = (node: AnyStateNode): string => [node.machine.id, ...node.path].join('.');

function draw(machine: AnyStateMachine): Chart {
  const nodes = stateNodesOf(machine);
  const byTransition = new Map<AnyTransitionDefinition, Branch>();
  const ofNode = new Map<AnyStateNode, Map<string, Branch[]>>();
  const ofAlways = new Map<AnyStateNode, Branch[]>();
  const names = new Map<string, number>();

  const add = (transition: AnyTransitionDefinition): Branch => {
    const plain = titleOf(transition);
    const count = (names.get(plain) ?? 0) + 1;
    names.set(plain, count);
    const branch: Branch = {
      name: count === 1 ? plain : `${plain} #${count}`,
      source: transition.source,
      event: transition.eventType,
      targets: (transition.target ?? []).map(nameOf),
      guard: guardName(transition.guard),
    };
    byTransition.set(transition, branch);
    return branch;
  };
  for (const node of nodes) {
    ofNode.set(node, new Map([...node.transitions].map(([event, list]) => [event, list.map(add)])));
    ofAlways.set(node, (node.always ?? []).map(add));
  }

  const tried = new Map<AnyStateNode, Map<string, Branch[]>>(nodes.map((node) => [node, new Map()]));
  const candidates = (node: AnyStateNode, type: string): Branch[] => {
    const memory = tried.get(node);
    const known = memory?.get(type);
    if (known) return known;
    const list = [...(ofNode.get(node) ?? [])]
      .filter(([descriptor]) => matches(type, descriptor))
      .sort(([a], [b]) => Number(b === type) - Number(a === type) || b.length - a.length)
      .flatMap(([, branches]) => branches);
    memory?.set(type, list);
    return list;
  };

  return {
    branches: [...byTransition.values()],
    states: nodes.filter((node) => node.type !== 'history').map(nameOf),
    branchOf: (transition) => byTransition.get(transition),
    candidates,
    always: (node) => ofAlways.get(node) ?? [],
  };
}

/** Whether an event descriptor (`TYPE`, `*`, `group.*`) matches an event type. */
export const matches = (type: string, descriptor: string): boolean =>
  descriptor === type ||
  descriptor === '*' ||
  (descriptor.endsWith('.*') && `${type}.`.startsWith(descriptor.slice(0, -1)));

function titleOf({ source, eventType, target, guard, reenter }: AnyTransitionDefinition): string {
  const goal = target?.map((node) => node.path.join('.') || node.machine.id).join(' + ') ?? 'stays';
  const name = guardName(guard);
  return `${nameOf(source)} —${readable(eventType)}→ ${goal}${reenter ? ' (anew)' : ''}${name ? ` [${name}]` : ''}`;
}

/** A guard as text: its name, `not(name)`, `and(a, b)`, `or(a, b)`, `in state`, or `inline`. */
function guardName(guard: unknown): string | null {
  if (guard === undefined || guard === null) return null;
  if (typeof guard === 'string') return guard;
  const { type, name, guards, stateValue } = guard as {
    type?: string;
    name?: string;
    guards?: unknown[];
    stateValue?: unknown;
  };
  if (guards) return `${name}(${guards.map(guardName).join(', ')})`;
  if (stateValue !== undefined) return `in ${typeof stateValue === 'string' ? stateValue : JSON.stringify(stateValue)}`;
  return type ?? (name && name !== 'guard' ? name : 'inline');
}
