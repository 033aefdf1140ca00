import {
  afterEvent,
  CoverageRecorder,
  createHarness,
  doneEvent,
  errorEvent,
  nameOf,
  snapshotEvent,
} from '@xstate/test';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate';
import { Failure } from '#domain/failure.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** One step of a golden plan: the event and what came with it, the state it leads to, and what it does on the way. */
export type GoldenStep = {
  event: string;
  with?: { [key: string]: Json };
  state: StateValue;
  keeps?: { [key: string]: Json };
  asks?: Json[];
  tells?: Json[];
  timers?: { [name: string]: number };
};
export type GoldenStart = Omit<GoldenStep, 'event'> & { name?: string; input?: Json };
export type GoldenPath = { title: string; covers: string[]; steps: GoldenStep[] };
/** A committed plan, `tests/machines/golden/<flow>.json`. */
export type GoldenPlan = { starts: GoldenStart[]; paths: GoldenPath[] };

/** What a step did to the chart, by the names of states and arrows. The start is the first one. */
export type PlayedStep = GoldenStart & {
  event: string;
  active: readonly string[];
  taken: readonly string[];
  refused: readonly string[];
};

/** Where a path begins: its title starts with the name, unless there is one start only. */
export const startOf = ({ starts }: GoldenPlan, { title }: GoldenPath): GoldenStart | undefined =>
  starts.filter(({ name = '' }) => title === name || title.startsWith(`${name}: `)).at(-1) ?? starts[0];

/** Drives the real machine along a golden path. Throws where the machine no longer goes that way. */
export function play(machine: AnyStateMachine, plan: GoldenPlan, path: GoldenPath): PlayedStep[] {
  const start = startOf(plan, path);
  if (!start) return [];
  const recorder = new CoverageRecorder(machine);
  const flow = createHarness(machine, { input: start.input, inspect: recorder.inspect });
  const mark = (): Pick<PlayedStep, 'active' | 'taken' | 'refused'> => {
    const marks = { taken: [...recorder.taken.keys()], refused: [...recorder.refused.keys()] };
    recorder.taken.clear();
    recorder.refused.clear();
    return { active: activeIn(flow.state as AnyMachineSnapshot), ...marks };
  };
  const played = [{ event: 'start', ...start, ...mark() }];
  for (const step of path.steps) {
    flow.drive(eventOf(step, flow.state as AnyMachineSnapshot, path.covers));
    played.push({ ...step, ...mark() });
  }
  flow.stop();
  return played;
}

const activeIn = ({ _nodes }: AnyMachineSnapshot): string[] => _nodes.map(nameOf);

/**
 * The event of a step as XState knows it; failures come back to life. Side by side several states may wait for as long:
 * then it is the one that the path is there for.
 */
function eventOf(
  { event, with: payload = {} }: GoldenStep,
  { _nodes }: AnyMachineSnapshot,
  covers: readonly string[],
): AnyEventObject {
  const [kind = '', name = ''] = event.split(' ');
  switch (kind) {
    case 'done':
      return doneEvent(name, payload['output']);
    case 'error':
      return errorEvent(name, revived(payload['error']));
    case 'snapshot':
      return snapshotEvent(name, payload['snapshot']);
    case 'after': {
      const waiting = _nodes.filter(({ id, transitions }) => transitions.has(`xstate.after.${name}.${id}`));
      const wanted = waiting.find((node) => covers.some((goal) => goal.startsWith(`${nameOf(node)} —${event}→`)));
      return afterEvent(name, (wanted ?? waiting[0])?.id ?? '');
    }
    default:
      return { ...payload, type: event };
  }
}

function revived(error: Json | undefined): unknown {
  const { name, message, kind, ...refusal } = error as { name?: string; message?: string; kind?: Failure['kind'] };
  return name === 'Failure' && kind ? new Failure(kind, { ...refusal, message: message ?? '' }) : new Error(message);
}
