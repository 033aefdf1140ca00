import { activeNodes } from '@xstate/test';
import {
  type Actor,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
  type InputFrom,
  SimulatedClock,
} from 'xstate';
import { Connection, type Fault, type ModelServer } from './faults.ts';
import type { MachinePool, PendingCall, PooledMachine } from './ports.ts';

const NOON = Date.parse('2025-03-05T12:00:00Z');
/** Longer than any request timeout, in ms. */
const LONG = 61_000;

/** A user's step: an event for a flow. */
export type Step = { to: AnyActorRef; event: { type: string; [part: string]: unknown } };

export const step = (to: AnyActorRef, type: string, payload: object = {}): Step => ({
  to,
  event: { type, ...payload },
});

/** A page with one flow: its ports, its connection to the server and its clock. */
export abstract class Page<M extends AnyStateMachine> {
  readonly actor: Actor<M>;
  readonly clock = new SimulatedClock();
  readonly #pool: MachinePool<M>;
  readonly #pooled: PooledMachine<M>;
  readonly #line: Connection;
  readonly #late: { pendingCall: PendingCall; arrive: () => void }[] = [];
  readonly #errors: unknown[] = [];

  constructor(server: ModelServer, name: string, pool: MachinePool<M>, input: InputFrom<M>) {
    this.#line = new Connection(server, name);
    this.#pool = pool;
    this.#pooled = pool.acquire();
    this.#pooled.ports.openFor({ now: () => this.now, onEffect: (...effect) => this.handleEffect(...effect) });
    this.actor = createActor(this.#pooled.machine, { input, clock: this.clock } as never) as unknown as Actor<M>;
    // Errors of the flow are checked in hold().
    this.actor.subscribe({ error: () => {} });
  }

  /** What the page does for an effect of its flow. */
  protected abstract handleEffect(port: string, what: unknown, context: unknown): void;
  /** The user's next step, or null to wait; throws if there is none. */
  protected abstract next(): Step | null;
  /** Checks the invariants after each turn; reports violations. */
  protected abstract checkInvariants(): void;
  /** What the page holds in addition to its flow. */
  protected abstract get saved(): unknown;

  get now(): number {
    return NOON + this.clock.now();
  }

  get state(): AnyMachineSnapshot {
    return this.actor.getSnapshot() as AnyMachineSnapshot;
  }

  get isOver(): boolean {
    return this.state.status === 'done';
  }

  /** All active states, in the flow and its child flows. */
  get nodes(): AnyStateNode[] {
    return nodesOf(this.state);
  }

  /** Where the user is. */
  get place(): string {
    return JSON.stringify(this.state.value);
  }

  /** The oldest pending call that the flow still waits for. */
  get pendingCall(): PendingCall | undefined {
    const { pendingCalls } = this.#pooled.ports;
    while (pendingCalls[0] && !pendingCalls[0].isAwaited()) pendingCalls.shift();
    return pendingCalls[0];
  }

  answer(pendingCall: PendingCall, fault: Fault | null): void {
    const { pendingCalls } = this.#pooled.ports;
    pendingCalls.splice(pendingCalls.indexOf(pendingCall), 1);
    const late = this.#line.carry(pendingCall, fault);
    if (late) this.#late.push({ pendingCall, arrive: late });
  }

  /** Whether a response is on its way that will arrive too late. */
  get isLate(): boolean {
    return this.#late.length > 0;
  }

  /** Advances the clock: timers fire, and late responses arrive. */
  wait(): void {
    this.clock.increment(LONG);
    for (const { pendingCall, arrive } of this.#late.splice(0)) {
      if (pendingCall.isAwaited())
        this.complain(`an answer is waited for without end: ${pendingCall.name} in ${this.place}`);
      arrive();
    }
    this.#pooled.ports.emit('clock', { type: 'TIME_PASSED', now: this.now } as never);
  }

  /** Sends a user's step. */
  act({ to, event }: Step): void {
    if (!(to.getSnapshot() as AnyMachineSnapshot).can(event as never))
      throw new Error(`${event.type} is not possible in ${this.place} ${shownIn(to)}`);
    to.send(event as never);
  }

  /** One turn without a fault: a response, a wait or a user's step. */
  turn(): void {
    const { pendingCall } = this;
    if (pendingCall) this.answer(pendingCall, null);
    else {
      const next = this.isLate ? null : this.next();
      if (next === null) this.wait();
      else this.act(next);
    }
  }

  /** Records a fault that the flow must not swallow. */
  complain(message: string): void {
    this.#errors.push(new Error(message));
  }

  /** Throws the flow's error or the recorded violations. */
  hold(): void {
    const { error, status } = this.state;
    if (status === 'error') throw error;
    this.checkInvariants();
    if (this.#errors.length > 0) throw this.#errors[0];
  }

  /** Checks that a port receives no secret. */
  keepSecret(secrets: readonly string[], port: string, what: unknown): void {
    const text = JSON.stringify(what) ?? '';
    if (secrets.some((secret) => text.includes(secret))) this.complain(`a secret is passed to ${port}`);
  }

  close(): void {
    this.actor.stop();
    this.#pool.release(this.#pooled);
  }

  /** A fingerprint of this page; times are relative to now. */
  get print(): string {
    const text = JSON.stringify([flowsOf(this.state), this.#line.print, this.saved, this.#late.length]);
    const fromNow = (time: number) => String(Math.max(0, time - this.now));
    return text
      .replace(/\b1[67]\d{11}\b/g, (time) => fromNow(Number(time)))
      .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, (time) => fromNow(Date.parse(time)));
  }
}

const shownIn = (actor: AnyActorRef): string => JSON.stringify((actor.getSnapshot() as AnyMachineSnapshot).value);

/** The child flows of a flow. */
const inside = ({ children }: AnyMachineSnapshot): [id: string, snapshot: AnyMachineSnapshot][] =>
  Object.entries(children).flatMap(([id, actor]) => {
    const snapshot = (actor as AnyActorRef).getSnapshot() as AnyMachineSnapshot;
    return snapshot && 'machine' in snapshot ? [[id, snapshot]] : [];
  });

const nodesOf = (snapshot: AnyMachineSnapshot): AnyStateNode[] => [
  ...activeNodes(snapshot),
  ...inside(snapshot).flatMap(([, child]) => nodesOf(child)),
];

/** States and contexts of a flow and all its child flows. */
function flowsOf(snapshot: AnyMachineSnapshot): unknown {
  const { value, status, context } = snapshot;
  const { now: _, ...rest } = context as Record<string, unknown>;
  return [value, status, rest, inside(snapshot).map(([id, child]) => [id, flowsOf(child)])];
}
