import { answer, isWaiting, pendingActor, refuse } from '@xstate/test';
import { type AnyActorRef, type AnyStateMachine, type EventObject, fromCallback } from 'xstate';

/** A question on its way: who asks, what, and how it is answered. */
export type PendingCall = {
  name: string;
  input: unknown;
  /** False once the flow has gone on without the answer. */
  isAwaited: () => boolean;
  answer: (output: unknown) => void;
  refuse: (error: unknown) => void;
};

/** Ports that are listened to, not asked. */
const listened = new Set(['clock', 'bankAnswered', 'backPressed', 'returns']);

/** Whoever lives behind the doors: the clock, and who hears what is told. */
export type Host = { now: () => number; onEffect: (name: string, what: unknown, context: unknown) => void };

/** The doors of one page: its questions, and the listeners that it keeps open. */
export class Ports {
  readonly pendingCalls: PendingCall[] = [];
  readonly #listeners = new Map<string, Set<(event: EventObject) => void>>();
  #host: Host = { now: () => 0, onEffect: () => {} };

  /** From now on these are the doors of another page. */
  openFor(host: Host): void {
    this.#host = host;
    this.pendingCalls.length = 0;
    this.#listeners.clear();
  }

  /** The machine with its real children, every other actor a question, every told effect heard. */
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

  /** Something outside speaks: everyone who listens at this door hears it. */
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
          refuse: (error) => refuse(self, error),
        });
      },
    };
  }
}

/** A flow with doors around it. */
export type PooledMachine<M> = { ports: Ports; machine: M };

/** Houses are used again, for building one takes longer than a page is open. */
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
