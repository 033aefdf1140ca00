import { plain } from '@xstate/test';
import { type AnyActor, type AnyActorRef, type AnyMachineSnapshot, SimulatedClock } from 'xstate';
import { Doors, type Question } from './doors.ts';
import { type Fault, Line, type Server } from './faults.ts';

const NOON = Date.parse('2025-03-05T12:00:00Z');
/** Longer than any answer is waited for, ms. */
const LONG = 61_000;

/** What a person does: this event, in this flow. */
export type Step = { to: AnyActorRef; event: { type: string; [part: string]: unknown } };

export const step = (to: AnyActorRef, type: string, payload: object = {}): Step => ({
  to,
  event: { type, ...payload },
});

/** A page with one flow: its doors, its line to the server, its clock. */
export abstract class Page {
  abstract readonly actor: AnyActor;
  readonly clock = new SimulatedClock();
  readonly doors: Doors;
  readonly #line: Line;
  readonly #late: (() => void)[] = [];
  readonly #errors: unknown[] = [];

  constructor(server: Server, name: string) {
    this.#line = new Line(server, name);
    this.doors = new Doors(
      () => this.now,
      (door, what, context) => this.hear(door, what, context),
    );
  }

  /** What the page does when its flow tells something. */
  protected abstract hear(door: string, what: unknown, context: unknown): void;
  /** The next thing that the person does to get on; throws when there is nothing. */
  protected abstract next(): Step;
  /** What the page remembers beside its flow. */
  protected abstract get kept(): unknown;

  get now(): number {
    return NOON + this.clock.now();
  }

  get state(): AnyMachineSnapshot {
    return this.actor.getSnapshot() as AnyMachineSnapshot;
  }

  get isOver(): boolean {
    return this.state.status === 'done';
  }

  /** Where the person is. */
  get place(): string {
    return JSON.stringify(this.state.value);
  }

  /** The oldest question that somebody still waits for. */
  get question(): Question | undefined {
    const { questions } = this.doors;
    while (questions[0] && !questions[0].isAwaited()) questions.shift();
    return questions[0];
  }

  answer(question: Question, fault: Fault | null): void {
    this.doors.questions.splice(this.doors.questions.indexOf(question), 1);
    const late = this.#line.carry(question, fault);
    if (late) this.#late.push(late);
  }

  /** Whether an answer is on its way that will come too late. */
  get isLate(): boolean {
    return this.#late.length > 0;
  }

  /** Time passes: waits end, and what was late arrives. */
  wait(): void {
    this.clock.increment(LONG);
    for (const arrive of this.#late.splice(0)) arrive();
    this.doors.speak('clock', { type: 'TIME_PASSED', now: this.now } as never);
  }

  /** The person does the next thing. */
  act(): void {
    const { to, event } = this.next();
    if (!(to.getSnapshot() as AnyMachineSnapshot).can(event as never))
      throw new Error(`${event.type} is not possible in ${this.place} ${shownIn(to)}`);
    to.send(event as never);
  }

  /** One turn without a mishap: an answer, a wait or a deed. */
  turn(): void {
    const { question } = this;
    if (question) this.answer(question, null);
    else if (this.isLate) this.wait();
    else this.act();
  }

  /** Notes a fault that the flow must not swallow. */
  complain(message: string): void {
    this.#errors.push(new Error(message));
  }

  /** Throws what broke the flow, or what was complained of. */
  hold(): void {
    const { error, status } = this.state;
    if (status === 'error') throw error;
    if (this.#errors.length > 0) throw this.#errors[0];
  }

  /** Tells a door nothing that is secret. */
  keepSecret(secrets: readonly string[], door: string, what: unknown): void {
    const text = JSON.stringify(plain(what));
    if (secrets.some((secret) => text.includes(secret))) this.complain(`a secret is told to ${door}`);
  }

  close(): void {
    this.actor.stop();
  }

  /** What tells this page from another; times count from now on. */
  get print(): string {
    const text = JSON.stringify([flowsOf(this.state), this.#line.print, this.kept, this.#late.length]);
    return text.replace(/\b1[67]\d{11}\b/g, (time) => String(Math.max(0, Number(time) - this.now)));
  }
}

const shownIn = (actor: AnyActorRef): string => JSON.stringify((actor.getSnapshot() as AnyMachineSnapshot).value);

/** States and contexts of a flow and all flows inside it. */
function flowsOf({ value, status, context, children }: AnyMachineSnapshot): unknown {
  const inside = Object.entries(children).flatMap(([id, actor]) => {
    const snapshot = (actor as AnyActorRef).getSnapshot() as AnyMachineSnapshot;
    return snapshot && 'machine' in snapshot ? [[id, flowsOf(snapshot)]] : [];
  });
  const { now: _, ...rest } = context as Record<string, unknown>;
  return [value, status, plain(rest), inside];
}
