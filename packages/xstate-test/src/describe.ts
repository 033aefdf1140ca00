import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Effects } from './effects.ts';
import { readable } from './outcomes.ts';
import { alike, type Plain, plain } from './plain.ts';
import type { CoveragePlan, PlannedPath, PlannedStart } from './plan.ts';

type Facts = { [key: string]: Plain };

/**
 * A plan as plain JSON to be kept as a golden file and read in reviews. Each step says the event and what came with it,
 * the state it leads to, which parts of the context it changes, and what is asked, told and timed (milliseconds).
 * Empty parts are left out, so that a step that does nothing reads as its event and state.
 */
export const describePlan = <M extends AnyStateMachine>(plan: CoveragePlan<M>): Plain => ({
  starts: plan.starts.map(describeStart),
  paths: plan.paths.map(describePath),
  unreachable: plan.unreachable,
});

function describeStart<M extends AnyStateMachine>(start: PlannedStart<M>): Facts {
  const { value, context } = start.state as AnyMachineSnapshot;
  return {
    ...present('name', start.name),
    ...present('input', plain(start.input)),
    state: plain(value),
    context: plain(context),
    ...effectsOf(start),
  };
}

function describePath<M extends AnyStateMachine>({ title, start, steps, covers }: PlannedPath<M>): Facts {
  const states = [start, ...steps].map(({ state }) => state as AnyMachineSnapshot);
  return {
    title,
    covers,
    steps: steps.map((step, index) => ({
      ...eventOf(step.event),
      ...stateOf(step.state as AnyMachineSnapshot, states[index]),
      ...effectsOf(step),
    })),
  };
}

const eventOf = ({ type, actorId: _, ...payload }: AnyEventObject): Facts => ({
  event: readable(type),
  ...present('with', plain(payload)),
});

function stateOf(after: AnyMachineSnapshot, before?: AnyMachineSnapshot): Facts {
  const context = after.context as Record<string, unknown>;
  const former = (before?.context ?? {}) as Record<string, unknown>;
  const changed = Object.keys({ ...former, ...context }).filter((key) => !alike(former[key], context[key]));
  return {
    state: plain(after.value),
    ...present('keeps', plain(Object.fromEntries(changed.map((key) => [key, context[key] ?? null])))),
    ...(after.status === 'done' ? { output: plain(after.output) } : {}),
  };
}

const effectsOf = ({ asked, told, timers }: Effects): Facts => ({
  ...present(
    'asks',
    asked.map(({ name, id, input }) => ({ [id === name ? name : `${name} as ${id}`]: plain(input) })),
  ),
  ...present(
    'tells',
    told.map(({ name, params }) => ({ [name]: plain(params) })),
  ),
  ...present('timers', Object.fromEntries(timers.map(({ type, ms }) => [readable(type), ms]))),
});

/** A part that has something to say; null, '', [] and {} have not. */
const present = (name: string, part: Plain): Facts => (isEmpty(part) ? {} : { [name]: part });

const isEmpty = (part: Plain): boolean =>
  part === null || part === '' || (typeof part === 'object' && Object.keys(part).length === 0);
