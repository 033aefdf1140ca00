import {
  activeNodes,
  CoverageRecorder,
  createHarness,
  type GoldenPath,
  type GoldenStep,
  nameOf,
  stateText,
} from '@xstate/test';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { Failure } from '#domain/failure.ts';

/**
 * The effect of a golden path's step on the real machine, by the names of states and transitions. The start comes
 * first.
 */
export type PlayedStep = {
  label: string;
  state: string;
  payload: GoldenStep['payload'];
  facts: readonly string[];
  active: readonly string[];
  taken: readonly string[];
  refused: readonly string[];
};

/** Drives the real machine along a golden path. Throws if the machine takes another path. */
export function play(machine: AnyStateMachine, { start, steps }: GoldenPath): PlayedStep[] {
  const recorder = new CoverageRecorder(machine);
  const flow = createHarness(machine, { input: start.input, inspect: recorder.inspect });
  const played: PlayedStep[] = [];
  const record = (label: string, { payload, facts }: Pick<GoldenStep, 'payload' | 'facts'>) => {
    const snapshot = flow.state as AnyMachineSnapshot;
    const marks = { taken: [...recorder.taken.keys()], refused: [...recorder.refused.keys()] };
    played.push({
      label,
      state: stateText(snapshot.value),
      payload,
      facts,
      active: activeNodes(snapshot).map(nameOf),
      ...marks,
    });
    recorder.taken.clear();
    recorder.refused.clear();
  };
  record('start', { payload: {}, facts: start.facts });
  for (const step of steps) {
    flow.drive(withFailure(step.event));
    record(step.label, step);
  }
  flow.stop();
  return played;
}

/** Plans hold errors by name and message; the flow expects a `Failure`. */
function withFailure(event: AnyEventObject): AnyEventObject {
  if (!('error' in event)) return event;
  const { name, message, kind, ...details } = event['error'] as {
    name?: string;
    message?: string;
    kind?: Failure['kind'];
  };
  const error =
    name === 'Failure' && kind ? new Failure(kind, { ...details, message: message ?? '' }) : new Error(message);
  return { ...event, error };
}
