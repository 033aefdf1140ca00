import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import { chartOf, matches } from './branches.ts';
import type { ExploreOptions } from './options.ts';
import { meaningOf } from './outcomes.ts';
import type { Position, Walker } from './walker.ts';

/** All events to try, as a function of the state. */
export type EventSamples = (snapshot: AnyMachineSnapshot) => readonly AnyEventObject[];

/** The samples, and a bare event for each type of the chart without a sample. */
export function eventSamplesOf<M extends AnyStateMachine>(
  walker: Walker,
  { events = [] }: Pick<ExploreOptions<M>, 'events'>,
): EventSamples {
  const descriptors = new Set(chartOf(walker.machine).branches.map(({ event }) => event));
  const own = [...descriptors].filter((event) => event !== '' && meaningOf(event).kind === 'sent');
  const completed = new WeakMap<readonly AnyEventObject[], readonly AnyEventObject[]>();
  const complete = (samples: readonly AnyEventObject[]) => {
    const known = completed.get(samples);
    if (known) return known;
    const types = new Set(samples.map(({ type }) => type));
    const shown = (descriptor: string) =>
      types.has(descriptor) || [...types].some((type) => !descriptors.has(type) && matches(type, descriptor));
    const all = [...samples, ...own.filter((descriptor) => !shown(descriptor)).map(bareEvent)];
    completed.set(samples, all);
    return all;
  };
  if (typeof events === 'function') return (snapshot) => complete(events(snapshot as SnapshotFrom<M>));
  const fixed = complete(events);
  return () => fixed;
}

/** The events that can happen here: those that an active state handles, pending answers and due timers. */
export function possibleAt(walker: Walker, at: Position, eventSamples: EventSamples): AnyEventObject[] {
  if (at.snapshot.status !== 'active') return [];
  const samples = eventSamples(at.snapshot);
  const due = at.timers.filter((timer) => !samples.some(({ type }) => type === timer.type));
  return [...samples, ...due.map(({ type }) => ({ type }))].filter(
    ({ type }) => walker.handles(at, type) && walker.mayHappen(at, type),
  );
}

/** `*` and `group.*` stand for types that the chart does not name. */
const bareEvent = (descriptor: string): AnyEventObject => ({ type: descriptor.replace(/\*$/, 'anything') });
