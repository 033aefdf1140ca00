import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Houses, Question } from './doors.ts';
import type { Decide } from './explore.ts';
import { type Fault, faults, ModelServer } from './faults.ts';
import { Page, type Step } from './page.ts';
import type { Tried } from './tried.ts';

const MOST_TURNS = 200;

/** What a server does when it is asked by name. `done` counts how often that has been done before. */
export type Answers = Readonly<Record<string, (input: never, done: number) => unknown>>;

/** Something that a person wants of the product beside signing up and logging in. */
export type Errand<World = unknown> = {
  houses: Houses<AnyStateMachine>;
  input?: unknown;
  /** The server's own truth, new for each visit. */
  world: () => World;
  answers: (world: World) => Answers;
  /** The next thing that the person does, or null to wait. `notes`: what the flow has told, and what the person notes. */
  person: (actor: AnyActorRef, state: AnyMachineSnapshot, notes: Set<string>) => Step | null;
  /** What the flow tells, and what comes of it. */
  hears?: (actor: AnyActorRef, door: string) => void;
  isDone: (state: AnyMachineSnapshot, notes: ReadonlySet<string>) => boolean;
  /** Calls that must have been done, each once, whatever happened. */
  once: readonly string[];
  /** What must leave in the body of a call only. */
  secrets?: readonly string[];
};

class ErrandServer<World> extends ModelServer {
  readonly done: Record<string, number> = {};
  readonly #world: World;
  readonly #answers: Answers;

  constructor({ world, answers }: Errand<World>) {
    super();
    this.#world = world();
    this.#answers = answers(this.#world);
  }

  get print(): string {
    return JSON.stringify([this.#world, this.done]);
  }

  protected override serve(name: string, input: unknown): unknown {
    const serve = this.#answers[name];
    if (!serve) throw new Error(`The server has no ${name}.`);
    const answer = serve(input as never, this.done[name] ?? 0);
    this.done[name] = (this.done[name] ?? 0) + 1;
    return answer;
  }
}

class ErrandVisit<World> extends Page<AnyStateMachine> {
  readonly notes = new Set<string>();
  readonly #errand: Errand<World>;
  /** What has been typed into a form and not been answered. */
  readonly #typed = new Map<AnyActorRef, Record<string, unknown>>();

  constructor(errand: Errand<World>, server: ErrandServer<World>) {
    super(server, 'page', errand.houses, errand.input as never);
    this.#errand = errand;
    this.actor.start();
  }

  override get isOver(): boolean {
    return this.#errand.isDone(this.state, this.notes) && this.question === undefined;
  }

  protected override get kept(): unknown {
    return [...this.notes];
  }

  override answer(question: Question, fault: Fault | null): void {
    const { params } = (question.input ?? {}) as { params?: unknown };
    this.keepSecret(this.#errand.secrets ?? [], question.name, params);
    super.answer(question, fault);
    if (fault === null) this.#typed.clear();
  }

  protected override next(): Step | null {
    const next = this.#errand.person(this.actor, this.state, this.notes);
    if (next?.event.type === 'CHANGE') this.#typed.set(next.to, next.event['change'] as object as never);
    return next;
  }

  protected override look(): void {
    for (const [actor, typed] of this.#typed) {
      const { context, status } = actor.getSnapshot() as AnyMachineSnapshot;
      if (status !== 'active') continue;
      for (const [field, value] of Object.entries(typed))
        if (context.form.values[field] !== value) this.complain(`what was typed is lost: ${field} in ${this.place}`);
    }
  }

  protected override hear(door: string, what: unknown): void {
    this.keepSecret(this.#errand.secrets ?? [], door, what);
    this.notes.add(door);
    this.#errand.hears?.(this.actor, door);
  }
}

/** One errand to its end, whatever becomes of its calls; throws when something is not as it should be. */
export function runErrand<World>(errand: Errand<World>, decide: Decide, tried: Tried): void {
  const server = new ErrandServer(errand);
  const visit = new ErrandVisit(errand, server);
  const print = () => `${server.print} ${visit.print}`;
  const { once } = errand;
  try {
    for (let turn = 0; !visit.isOver; turn++) {
      if (turn > MOST_TURNS) throw new Error(`no end: still in ${visit.place}`);
      const { question } = visit;
      const fault = decide(question ? faults : [], print);
      if (question && fault) {
        tried.noteFault(visit.nodes, question.name, fault);
        visit.answer(question, fault);
      } else visit.turn();
      visit.hold();
      const twice = once.filter((name) => (server.done[name] ?? 0) > 1);
      if (twice.length > 0) throw new Error(`done twice: ${twice}`);
    }
  } finally {
    visit.close();
  }
  const missing = once.filter((name) => server.done[name] !== 1);
  if (missing.length > 0) throw new Error(`never done: ${missing}`);
}
