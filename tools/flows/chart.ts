import { type Branch, chartOf, nameOf, readable, stateNodesOf } from '@xstate/test';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { type FlowName, flows } from '#machines/registry.ts';

/** A state as it is drawn, named as in plans and coverage: `auth.twoFactor.verifying`. */
export type ChartState = {
  name: string;
  key: string;
  parent: string | null;
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Whether it is the initial state of its parent. */
  isInitial: boolean;
  tags: readonly string[];
  /** Actors that run while the state is active, by id and name. */
  invokes: readonly { id: string; src: string }[];
  entry: readonly string[];
  exit: readonly string[];
};

/** A transition: one guarded candidate of one event in one state. Without targets it only executes actions. */
export type ChartArrow = {
  /** `auth.credentials —SUBMIT→ loggingIn [isComplete]` */
  name: string;
  source: string;
  targets: readonly string[];
  /** In readable form: `SUBMIT`, `done login`, `error login`, `after answer`, `completed`, `always`. */
  event: string;
  guard: string | null;
  actions: readonly string[];
};

/** A flow as data, the source of every drawing, table and search. */
export type Chart = { name: FlowName; states: readonly ChartState[]; arrows: readonly ChartArrow[] };

/** Whether a state is inside another one, by their names. */
export const isInside = (name: string, parent: string): boolean => name.startsWith(`${parent}.`);

/** Reads a machine without running it. */
export function chartFrom(machine: AnyStateMachine): Chart {
  const nodes = stateNodesOf(machine);
  return { name: machine.id as FlowName, states: nodes.map(stateFrom), arrows: nodes.flatMap(arrowsFrom) };
}

/** All flows of the registry. */
export const charts = Object.fromEntries(
  Object.entries(flows).map(([name, machine]) => [name, chartFrom(machine)]),
) as unknown as Readonly<Record<FlowName, Chart>>;

function stateFrom(node: AnyStateNode): ChartState {
  return {
    name: nameOf(node),
    key: node.key,
    parent: node.parent ? nameOf(node.parent) : null,
    kind: node.type,
    isInitial: node.parent?.type === 'compound' && node.parent.initial.target.includes(node),
    tags: node.tags,
    invokes: node.invoke.map(({ id, src }) => ({ id, src: String(src) })),
    // From the config, because XState adds its own timers to entry and exit actions.
    entry: [node.config.entry ?? []].flat().map(actionName),
    exit: [node.config.exit ?? []].flat().map(actionName),
  };
}

function arrowsFrom(node: AnyStateNode): ChartArrow[] {
  const { branchOf } = chartOf(node.machine);
  const transitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
  return transitions.flatMap((transition) => {
    const branch = branchOf(transition);
    return branch ? [arrowFrom(branch, transition)] : [];
  });
}

function arrowFrom({ name, event, targets, guard, source }: Branch, { actions }: AnyTransitionDefinition): ChartArrow {
  return { name, source: nameOf(source), targets, event: readable(event), guard, actions: actions.map(actionName) };
}

function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  return (action as { type?: string }).type ?? (action as { name?: string }).name ?? 'inline';
}
