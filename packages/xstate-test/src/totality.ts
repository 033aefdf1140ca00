import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { nameOf, stateNodesOf } from './branches.ts';
import { explore, exploreFaulty } from './explore.ts';
import { messageOf, titleOfPath, type Vertex } from './graph.ts';
import type { ExploreOptions } from './options.ts';

export type TotalityOptions<M extends AnyStateMachine> = ExploreOptions<M> & {
  /** Invokes without a time limit, by id, each with the reason (a listener, a child flow that waits for the user). */
  withoutTimeLimit?: Readonly<Record<string, string>>;
};

/**
 * Reasons why a machine is not total, as sentences; empty if it is. Every invoke names its actor, has an id, `onError`
 * and a time limit (an `after` in its state or an ancestor, or an entry in `withoutTimeLimit`); and in no reachable state does
 * any event sample throw or break the flow.
 */
export function totality<M extends AnyStateMachine>(machine: M, options: TotalityOptions<M> = {}): string[] {
  return [...invokeFaults(machine, options.withoutTimeLimit ?? {}), ...eventFaults(machine, options)];
}

/**
 * States without a way out: not final, yet no event leads to another state. Each is listed once, by name, with the
 * shortest path to it.
 */
export function deadEnds<M extends AnyStateMachine>(machine: M, options: ExploreOptions<M> = {}): string[] {
  const stuck = [...explore(machine, options).vertices.values()].filter(
    ({ at, edges, key }) => at.snapshot.status === 'active' && edges.every(({ to }) => to.key === key),
  );
  // The nearest comes first; vertices of one state differ in their context only.
  const nearest = stuck.filter(
    (one, index) => stuck.findIndex((other) => valueText(other) === valueText(one)) === index,
  );
  return nearest.map((vertex) => `no way on from ${valueText(vertex)} after ${titleOfPath(vertex)}`);
}

function invokeFaults(machine: AnyStateMachine, withoutTimeLimit: Readonly<Record<string, string>>): string[] {
  return stateNodesOf(machine).flatMap((node) =>
    node.invoke.flatMap((invoke, index) => {
      const config = [node.config.invoke].flat()[index] as { id?: string };
      const faults = [
        ...(config.id ? [] : ['no id']),
        ...(String(invoke.src) in machine.implementations.actors ? [] : ['no named actor']),
        ...(node.transitions.has(`xstate.error.actor.${invoke.id}`) ? [] : ['no onError']),
        ...(isLimited(node) || Object.hasOwn(withoutTimeLimit, invoke.id) ? [] : ['no time limit']),
      ];
      return faults.map((fault) => `${nameOf(node)}: invoke ${invoke.id} has ${fault}`);
    }),
  );
}

const isLimited = (node: AnyStateNode): boolean =>
  node.after.length > 0 || (node.parent !== undefined && isLimited(node.parent));

function eventFaults<M extends AnyStateMachine>(machine: M, options: ExploreOptions<M>): string[] {
  const faults = new Map<string, string>();
  const note = (vertex: Vertex, event: AnyEventObject, error: unknown) => {
    const { machine, value } = vertex.at.snapshot;
    const key = `${JSON.stringify(value)} ${event.type}`;
    if (!faults.has(key)) faults.set(key, `${machine.id} breaks on ${titleOfPath(vertex, event)}: ${messageOf(error)}`);
  };
  const { walker, vertices, eventSamples, faults: thrown } = exploreFaulty(machine, options);
  for (const { vertex, event, error } of thrown) note(vertex, event, error);
  for (const vertex of vertices.values()) {
    for (const { event, to } of vertex.edges)
      if (to.at.snapshot.status === 'error') note(vertex, event, to.at.snapshot.error);
    // Events that no active state handles were not walked: they must be ignored.
    if (vertex.at.snapshot.status !== 'active') continue;
    for (const event of eventSamples(vertex.at.snapshot)) {
      if (walker.handles(vertex.at, event.type) || !walker.mayHappen(vertex.at, event.type)) continue;
      const fault = faultOf(() => walker.step(vertex.at, event).to.snapshot);
      if (fault) note(vertex, event, fault.error);
    }
  }
  return [...faults.values()];
}

function faultOf(step: () => AnyMachineSnapshot): { error: unknown } | null {
  try {
    const { status, error } = step();
    return status === 'error' ? { error } : null;
  } catch (error) {
    return { error };
  }
}

const valueText = ({ at }: Vertex): string => JSON.stringify(at.snapshot.value);
