import { nameOf } from '@xstate/test';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { calls } from '#contract/calls.ts';

/** Records which fault was injected in which state, so that "in every state" is measured. */
export class FaultCoverage {
  readonly #met = new Set<string>();

  /** An interruption by the user or the browser applies to all active states. */
  note(nodes: readonly AnyStateNode[], interruption: string): void {
    for (const node of nodes) this.#met.add(`${interruption} in ${nameOf(node)}`);
  }

  /** A fault applies to the call, in the states that make it. */
  recordFault(nodes: readonly AnyStateNode[], call: string, fault: string): void {
    for (const node of nodes)
      if (invokesOf(node).includes(call)) this.#met.add(`${fault} of ${call} in ${nameOf(node)}`);
  }

  /** What has not been tried, as `fault in state` and `fault of call in state`. */
  missing(machines: readonly AnyStateMachine[], { interruptions, faults, except = {} }: Wanted): string[] {
    const nodes = machines
      .flatMap((machine) => getStateNodes(machine.root))
      .filter((node) => !(nameOf(node) in except));
    const expected = nodes.flatMap((node) => [
      ...(canRest(node) ? interruptions.map((interruption) => `${interruption} in ${nameOf(node)}`) : []),
      ...invokesOf(node).flatMap((call) => faults.map((fault) => `${fault} of ${call} in ${nameOf(node)}`)),
    ]);
    return expected.filter((one) => !this.#met.has(one));
  }
}

type Wanted = {
  interruptions: readonly string[];
  faults: readonly string[];
  /** States that no fault can reach, each with the reason. */
  except?: Readonly<Record<string, string>>;
};

/** Whether a flow can rest in a state: it is not final and has no immediate exit. */
const canRest = ({ type, always = [] }: AnyStateNode): boolean =>
  type === 'atomic' && !always.some(({ guard }) => guard === undefined);

/** The requests of a state that go over the network: calls, and lists that an adapter reads page by page. */
const invokesOf = ({ invoke }: AnyStateNode): string[] =>
  invoke.map(({ src }) => String(src)).filter((src) => src in calls || src.startsWith('list'));
