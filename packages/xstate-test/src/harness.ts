import {
  type Actor,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type InputFrom,
  type InspectionEvent,
  SimulatedClock,
  type SnapshotFrom,
} from 'xstate';
import { type ActorRequest, type EffectCall, type Effects, noEffects, noteAction } from './effects.ts';
import { meaningOf } from './outcomes.ts';
import { answer, isWaiting, pendingActor, refuse } from './pendingActor.ts';

type Implementations = Record<'actors' | 'actions' | 'guards' | 'delays', Record<string, unknown>>;

export type HarnessOptions<M extends AnyStateMachine> = {
  input?: InputFrom<M>;
  /** Parts to run for real (or otherwise) in spite of the harness, by kind and name. */
  provide?: Partial<Implementations>;
  /** Hears everything that XState's inspection reports, such as `recorder.inspect`. */
  inspect?: (event: InspectionEvent) => void;
};

/** A question that still waits. Keep it to answer late: once its state is left, an answer is dropped. */
export type Pending = ActorRequest & { answer: (output: unknown) => void; refuse: (error: unknown) => void };

/** A real, running actor whose surroundings are held in the hand. */
export type Harness<M extends AnyStateMachine> = {
  actor: Actor<M>;
  /** The present snapshot. */
  readonly state: SnapshotFrom<M>;
  /** Questions that wait for an answer, oldest first. */
  readonly pending: Pending[];
  /** All questions so far with the input that each port received. */
  readonly asked: readonly ActorRequest[];
  /** All effects so far: each action that is not XState's own, with its params. Outside actions are not executed. */
  readonly told: readonly EffectCall[];
  /** What broke the flow: thrown by guards, actions or unhandled failures. */
  readonly errors: readonly unknown[];
  readonly clock: SimulatedClock;
  /**
   * Makes an event happen the way it happens in life: an answer or a failure reaches the question that waits for it,
   * an `after` fires its running timer, everything else is sent. All is settled when it returns.
   * Throws when nobody waits for the answer, the timer does not run, or the flow has ended.
   */
  drive: (event: AnyEventObject) => void;
  /** Lets `ms` milliseconds pass; every timer that is due by then fires. */
  wait: (ms: number) => void;
  /** Takes out what was asked, told and started since the last call. */
  takeEffects: () => Effects;
  stop: () => void;
};

/**
 * Starts the real machine with every named actor held (promise, callback or child machine alike), every outside
 * action recorded instead of executed, and a clock that stands still. Nothing in it is asynchronous.
 */
export function createHarness<M extends AnyStateMachine>(machine: M, options: HarnessOptions<M> = {}): Harness<M> {
  const clock = new SimulatedClock();
  const all = noEffects();
  let recent = noEffects();
  const errors: unknown[] = [];
  const refs = new Map<ActorRequest, AnyActorRef>();
  const inspect = (event: InspectionEvent) => {
    if (event.type === '@xstate.action' && event.actorRef === actor) {
      const before = all.asked.length;
      noteAction(all, event.action);
      noteAction(recent, event.action);
      for (const asked of all.asked.slice(before)) {
        const { actorRef } = event.action.params as { actorRef?: AnyActorRef };
        if (actorRef) refs.set(asked, actorRef);
      }
    }
    options.inspect?.(event);
  };
  const surrounded = machine.provide(surroundings(machine, options.provide ?? {}) as never);
  const actor = createActor(surrounded, { input: options.input as never, clock, inspect }) as Actor<M>;
  actor.subscribe({ error: (error) => errors.push(error) });
  const snapshot = () => actor.getSnapshot() as AnyMachineSnapshot;

  const waiting = (): Pending[] =>
    [...refs].flatMap(([asked, ref]) =>
      isWaiting(ref) && snapshot().children[asked.id] === ref
        ? [
            {
              ...asked,
              answer: (output: unknown) => answer(ref, output),
              refuse: (error: unknown) => refuse(ref, error),
            },
          ]
        : [],
    );
  const asked = (id: string): Pending => {
    const question = waiting().findLast((one) => one.id === id);
    if (question) return question;
    const others = waiting().map((one) => one.id);
    throw new Error(`Nobody waits for "${id}" in ${where(snapshot())}; waiting: ${others.join(', ') || 'nobody'}.`);
  };
  const drive = (event: AnyEventObject) => {
    if (snapshot().status !== 'active') throw new Error(`${event.type}: the flow has ended in ${where(snapshot())}.`);
    const meaning = meaningOf(event.type);
    if (meaning.kind === 'done') asked(meaning.actor).answer(event.output);
    else if (meaning.kind === 'error') asked(meaning.actor).refuse(event.error);
    else if (meaning.kind === 'after') fire(actor, event);
    else actor.send(event as never);
  };
  keepSilent(actor);
  actor.start();
  return {
    actor,
    get state() {
      return actor.getSnapshot() as SnapshotFrom<M>;
    },
    get pending() {
      return waiting();
    },
    asked: all.asked,
    told: all.told,
    errors,
    clock,
    drive,
    wait: (ms) => clock.increment(ms),
    takeEffects: () => {
      const taken = recent;
      recent = noEffects();
      return taken;
    },
    stop: () => {
      actor.stop();
    },
  };
}

/** Actions that XState resolves (assign, raise, enqueueActions …) are the machine's own; the rest goes outside. */
function surroundings({ implementations }: AnyStateMachine, own: Partial<Implementations>): Implementations {
  const outside = Object.entries(implementations.actions).filter(([, action]) => !('resolve' in (action as object)));
  return {
    actors: { ...mapTo(Object.keys(implementations.actors), pendingActor), ...own.actors },
    actions: {
      ...mapTo(
        outside.map(([name]) => name),
        () => {},
      ),
      ...own.actions,
    },
    guards: own.guards ?? {},
    delays: own.delays ?? {},
  };
}

const mapTo = (names: string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));

const where = ({ value }: AnyMachineSnapshot) => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * A held actor has nothing to show: without this, an invoke with `onSnapshot` would hear of its stand-in at every event.
 * Snapshots of children are events like others: samples, sent by `drive`.
 */
function keepSilent(actor: Actor<AnyStateMachine>): void {
  type Relay = (source: { logic?: unknown } | undefined, target: unknown, event: AnyEventObject) => void;
  const system = actor.system as unknown as { _relay: Relay };
  const relay = system._relay;
  system._relay = (source, target, event) => {
    if (source?.logic !== pendingActor || meaningOf(event.type).kind !== 'snapshot') relay(source, target, event);
  };
}

/** Fires one running timer and leaves the others alone: how much time lay between earlier events is the path's choice. */
function fire(actor: Actor<AnyStateMachine>, event: AnyEventObject): void {
  const { scheduler, getSnapshot } = actor.system as unknown as {
    scheduler: { cancel: (source: unknown, id: string) => void };
    getSnapshot: () => { _scheduledEvents: Record<string, { source: unknown; event: AnyEventObject; id: string }> };
  };
  const timer = Object.values(getSnapshot()._scheduledEvents).find(
    (one) => one.source === actor && one.event.type === event.type,
  );
  if (!timer)
    throw new Error(`No timer runs for ${event.type} in ${where(actor.getSnapshot() as AnyMachineSnapshot)}.`);
  scheduler.cancel(actor, timer.id);
  actor.send(timer.event as never);
}
