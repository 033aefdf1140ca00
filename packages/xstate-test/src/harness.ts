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
import { filterEvents, takeTimer } from './internals.ts';
import { meaningOf } from './outcomes.ts';
import { answer, isWaiting, pendingActor, reject } from './pendingActor.ts';

type Implementations = Record<'actors' | 'actions' | 'guards' | 'delays', Record<string, unknown>>;

export type HarnessOptions<M extends AnyStateMachine> = {
  input?: InputFrom<M>;
  /** Implementations that run for real in spite of the harness, by kind and name. */
  provide?: Partial<Implementations>;
  /** Receives everything that XState's inspection reports, for example `recorder.inspect`. */
  inspect?: (event: InspectionEvent) => void;
};

/** A pending request. It can be kept to answer late: after its state was left, an answer is dropped. */
export type Pending = ActorRequest & { answer: (output: unknown) => void; reject: (error: unknown) => void };

/** A real, running actor with controlled surroundings. */
export type Harness<M extends AnyStateMachine> = {
  actor: Actor<M>;
  /** The current snapshot. */
  readonly state: SnapshotFrom<M>;
  /** Pending requests, oldest first. */
  readonly pending: Pending[];
  /** All requests so far with the input of each actor. */
  readonly requests: readonly ActorRequest[];
  /**
   * All effects so far: each action that is not built into XState, with its params. Outside actions are not executed.
   */
  readonly effects: readonly EffectCall[];
  /** Errors of the flow: thrown by guards, actions or unhandled failures. */
  readonly errors: readonly unknown[];
  readonly clock: SimulatedClock;
  /**
   * Makes an event happen in its natural way: an answer or a failure settles the pending request, an `after` fires its
   * running timer, anything else is sent. Everything is settled when it returns. Throws if no such request is pending,
   * the timer is not running, or the flow has ended.
   */
  drive: (event: AnyEventObject) => void;
  /** Advances the clock by `ms` milliseconds; every timer that is due by then fires. */
  wait: (ms: number) => void;
  /** Returns the requests, effects and timers since the last call. */
  takeEffects: () => Effects;
  stop: () => void;
};

/**
 * Starts the real machine with every named actor pending (promise, callback or child machine alike), every outside
 * action recorded instead of executed, and a manual clock. Nothing in it is asynchronous.
 */
export function createHarness<M extends AnyStateMachine>(machine: M, options: HarnessOptions<M> = {}): Harness<M> {
  const clock = new SimulatedClock();
  const all = noEffects();
  let recent = noEffects();
  const errors: unknown[] = [];
  const refs = new Map<ActorRequest, AnyActorRef>();
  const inspect = (event: InspectionEvent) => {
    if (event.type === '@xstate.action' && event.actorRef === actor) {
      const before = all.requests.length;
      noteAction(all, event.action);
      noteAction(recent, event.action);
      for (const request of all.requests.slice(before)) {
        const { actorRef } = event.action.params as { actorRef?: AnyActorRef };
        if (actorRef) refs.set(request, actorRef);
      }
    }
    options.inspect?.(event);
  };
  const surrounded = machine.provide(surroundings(machine, options.provide ?? {}) as never);
  const actor = createActor(surrounded, { input: options.input as never, clock, inspect }) as Actor<M>;
  actor.subscribe({ error: (error) => errors.push(error) });
  const snapshot = () => actor.getSnapshot() as AnyMachineSnapshot;

  const waiting = (): Pending[] =>
    [...refs].flatMap(([invocation, ref]) =>
      isWaiting(ref) && snapshot().children[invocation.id] === ref
        ? [
            {
              ...invocation,
              answer: (output: unknown) => answer(ref, output),
              reject: (error: unknown) => reject(ref, error),
            },
          ]
        : [],
    );
  const pendingRequest = (id: string): Pending => {
    const request = waiting().findLast((one) => one.id === id);
    if (request) return request;
    const others = waiting().map((one) => one.id);
    throw new Error(`No request "${id}" is pending in ${where(snapshot())}; pending: ${others.join(', ') || 'none'}.`);
  };
  const drive = (event: AnyEventObject) => {
    if (snapshot().status !== 'active') throw new Error(`${event.type}: the flow has ended in ${where(snapshot())}.`);
    const meaning = meaningOf(event.type);
    if (meaning.kind === 'done') pendingRequest(meaning.actor).answer(event.output);
    else if (meaning.kind === 'error') pendingRequest(meaning.actor).reject(event.error);
    else if (meaning.kind === 'after') fire(actor, event);
    else actor.send(event as never);
  };
  dropSnapshots(actor);
  actor.start();
  return {
    actor,
    get state() {
      return actor.getSnapshot() as SnapshotFrom<M>;
    },
    get pending() {
      return waiting();
    },
    requests: all.requests,
    effects: all.effects,
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

/** Actions that XState resolves (assign, raise, enqueueActions …) belong to the machine; all others are replaced. */
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
 * A pending actor has no snapshots of its own: otherwise an invoke with `onSnapshot` would receive those of the
 * stand-in at every event. Snapshots of children are samples like other events, sent by `drive`.
 */
function dropSnapshots(actor: Actor<AnyStateMachine>): void {
  filterEvents(actor, (logic, event) => logic !== pendingActor || meaningOf(event.type).kind !== 'snapshot');
}

/** Fires one running timer and leaves the others alone: the path decides how much time passes between events. */
function fire(actor: Actor<AnyStateMachine>, event: AnyEventObject): void {
  const due = takeTimer(actor, event.type);
  if (!due) throw new Error(`No timer runs for ${event.type} in ${where(actor.getSnapshot() as AnyMachineSnapshot)}.`);
  actor.send(due as never);
}
