import { answer, held, isWaiting, refuse } from '@xstate/test';
import { type AnyActorRef, type AnyStateMachine, type EventObject, fromCallback } from 'xstate';

/** A question on its way: who asks, what, and how it is answered. */
export type Question = {
  name: string;
  input: unknown;
  /** False once the flow has gone on without the answer. */
  isAwaited: () => boolean;
  answer: (output: unknown) => void;
  refuse: (error: unknown) => void;
};

/** The doors of one page: its questions, what it told, and the listeners that it keeps open. */
export class Doors {
  readonly questions: Question[] = [];
  readonly told: [name: string, what: unknown][] = [];
  readonly #listeners = new Map<string, Set<(event: EventObject) => void>>();
  readonly #now: () => number;
  readonly #hear: (name: string, what: unknown, context: unknown) => void;

  constructor(now: () => number, hear: (name: string, what: unknown, context: unknown) => void) {
    this.#now = now;
    this.#hear = hear;
  }

  /** The machine with its real children, every other actor a question, every told effect heard. */
  around<M extends AnyStateMachine>(machine: M, children: Record<string, AnyStateMachine> = {}): M {
    const { actors, actions } = machine.implementations;
    const ports = Object.keys(actors).filter((name) => !(name in children));
    const tells = Object.entries(actions)
      .filter(([, action]) => typeof action === 'function' && !('resolve' in action))
      .map(([name]) => name);
    const hear = (name: string) => (args: { context: unknown }, what: unknown) => {
      this.told.push([name, what]);
      this.#hear(name, what, args.context);
    };
    return machine.provide({
      actors: { ...Object.fromEntries(ports.map((name) => [name, this.#port(name)])), ...children },
      actions: Object.fromEntries(tells.map((name) => [name, hear(name)])),
    } as never) as M;
  }

  /** Something outside speaks: everyone who listens at this door hears it. */
  speak(name: string, event: EventObject): void {
    for (const hear of [...(this.#listeners.get(name) ?? [])]) hear(event);
  }

  #port(name: string) {
    if (name === 'clock' || name === 'bankAnswered')
      return fromCallback(({ sendBack }) => {
        const all = this.#listeners.get(name) ?? new Set();
        this.#listeners.set(name, all.add(sendBack));
        if (name === 'clock') sendBack({ type: 'TIME_PASSED', now: this.#now() } as EventObject);
        return () => all.delete(sendBack);
      });
    return {
      ...held,
      start: ({ input }: { input: unknown }, { self }: { self: AnyActorRef }) => {
        this.questions.push({
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
