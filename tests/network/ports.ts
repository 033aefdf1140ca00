import { answer, isWaiting, pendingActor, reject } from '@xstate/test';
import { type AnyActorRef, type AnyStateMachine, type EventObject, fromCallback } from 'xstate';

/** A pending call: its port, its input, and how to answer it. */
export type PendingCall = {
  name: string;
  input: unknown;
  /** False once the flow has continued without the response. */
  isAwaited: () => boolean;
  answer: (output: unknown) => void;
  reject: (error: unknown) => void;
};

/** Ports that are subscriptions instead of requests. */
const listened = new Set(['clock', 'bankAnswered', 'backPressed', 'returns']);

/** The page behind the ports: its clock and its handler of effects. */
type Host = { now: () => number; onEffect: (name: string, what: unknown, context: unknown) => void };

/** The ports of one page: its pending calls and its open subscriptions. */
class Ports {
  readonly pendingCalls: PendingCall[] = [];
  readonly #listeners = new Map<string, Set<(event: EventObject) => void>>();
  #host: Host = { now: () => 0, onEffect: () => {} };

  /** Reassigns these ports to another page. */
  openFor(host: Host): void {
    this.#host = host;
    this.pendingCalls.length = 0;
    this.#listeners.clear();
  }

  /** The machine with its real child machines; every other actor is a pending call, every effect goes to the host. */
  around<M extends AnyStateMachine>(machine: M, children: Record<string, AnyStateMachine> = {}): M {
    const { actors, actions } = machine.implementations;
    const ports = Object.keys(actors).filter((name) => !(name in children));
    const effects = Object.entries(actions)
      .filter(([, action]) => typeof action === 'function' && !('resolve' in action))
      .map(([name]) => name);
    const onEffect = (name: string) => (args: { context: unknown }, what: unknown) =>
      this.#host.onEffect(name, what, args.context);
    return machine.provide({
      actors: { ...Object.fromEntries(ports.map((name) => [name, this.#port(name)])), ...children },
      actions: Object.fromEntries(effects.map((name) => [name, onEffect(name)])),
    } as never) as M;
  }

  /** Sends an event to all subscriptions of a port. */
  emit(name: string, event: EventObject): void {
    for (const onEffect of [...(this.#listeners.get(name) ?? [])]) onEffect(event);
  }

  #port(name: string) {
    if (listened.has(name))
      return fromCallback(({ sendBack }) => {
        const all = this.#listeners.get(name) ?? new Set();
        this.#listeners.set(name, all.add(sendBack));
        if (name === 'clock') sendBack({ type: 'TIME_PASSED', now: this.#host.now() } as EventObject);
        return () => all.delete(sendBack);
      });
    return {
      ...pendingActor,
      start: ({ input }: { input: unknown }, { self }: { self: AnyActorRef }) => {
        this.pendingCalls.push({
          name,
          input,
          isAwaited: () => isWaiting(self),
          answer: (output) => answer(self, output),
          reject: (error) => reject(self, error),
        });
      },
    };
  }
}

/** A machine with its ports. */
export type PooledMachine<M> = { ports: Ports; machine: M };

/** A pool of machines: creating one takes longer than a page is open. */
export class MachinePool<M extends AnyStateMachine> {
  readonly #build: (ports: Ports) => M;
  readonly #empty: PooledMachine<M>[] = [];

  constructor(build: (ports: Ports) => M) {
    this.#build = build;
  }

  acquire(): PooledMachine<M> {
    const empty = this.#empty.pop();
    if (empty) return empty;
    const ports = new Ports();
    return { ports, machine: this.#build(ports) };
  }

  release(pooled: PooledMachine<M>): void {
    this.#empty.push(pooled);
  }
}
