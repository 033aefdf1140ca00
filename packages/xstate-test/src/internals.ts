import type { AnyActor, AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateNode, InspectionEvent } from 'xstate';

/*
 * The only file that reads what XState keeps private. Its public interface names the value of a snapshot but not its
 * state nodes, the event of a microstep but not its transitions, and no running timers. XState's own `xstate/graph` and
 * inspector read the same fields. The exact version of xstate in package.json keeps them in place.
 */

/** The active states of a snapshot, including ancestors. */
export const activeNodes = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

type Microstep = Extract<InspectionEvent, { type: '@xstate.microstep' }>;

/** The transitions that XState selected for a microstep. */
export const transitionsOf = (microstep: Microstep): Microstep['_transitions'] => microstep._transitions;

/** The snapshot of an actor; an actor under construction has none yet, and `getSnapshot()` would throw. */
export const snapshotOf = (actor: object): AnyMachineSnapshot | undefined =>
  (actor as { _snapshot?: AnyMachineSnapshot })._snapshot;

type Relay = (source: { logic?: unknown } | undefined, target: unknown, event: AnyEventObject) => void;

/** Drops events between the actors of a system, unless they pass. */
export function filterEvents(
  { system }: AnyActorRef,
  passes: (logic: unknown, event: AnyEventObject) => boolean,
): void {
  const inner = system as unknown as { _relay: Relay };
  const relay = inner._relay;
  inner._relay = (source, target, event) => {
    if (passes(source?.logic, event)) relay(source, target, event);
  };
}

/** Takes the running timer of an actor for this event off the clock and returns its event. */
export function takeTimer(actor: AnyActor, type: string): AnyEventObject | undefined {
  const { scheduler, getSnapshot } = actor.system as unknown as {
    scheduler: { cancel: (source: unknown, id: string) => void };
    getSnapshot: () => { _scheduledEvents: Record<string, { source: unknown; event: AnyEventObject; id: string }> };
  };
  const timer = Object.values(getSnapshot()._scheduledEvents).find(
    ({ source, event }) => source === actor && event.type === type,
  );
  if (timer) scheduler.cancel(actor, timer.id);
  return timer?.event;
}
