import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Effects } from './effects.ts';
import { createHarness, type Harness, type HarnessOptions } from './harness.ts';
import { alike, plain } from './plain.ts';
import type { PlannedPath } from './plan.ts';

/**
 * Drives the real actor along a planned path and compares every step with the plan: state, context, status, requests
 * with their input and effects with their params. Throws at the first difference; returns the stopped harness, so that
 * a test can inspect the end of the path.
 */
export function replay<M extends AnyStateMachine>(
  machine: M,
  { start, steps }: Pick<PlannedPath<M>, 'start' | 'steps'>,
  options: Omit<HarnessOptions<M>, 'input'> = {},
): Harness<M> {
  const harness = createHarness(machine, { ...options, input: start.input });
  assertStep(harness, start, 'start', start.state as AnyMachineSnapshot);
  for (const [index, step] of steps.entries()) {
    harness.drive(step.event);
    assertStep(harness, step, `step ${index + 1}, ${step.event.type}`, step.state as AnyMachineSnapshot);
  }
  harness.stop();
  return harness;
}

function assertStep<M extends AnyStateMachine>(
  harness: Harness<M>,
  plan: Effects,
  at: string,
  planned: AnyMachineSnapshot,
) {
  const real = harness.state as AnyMachineSnapshot;
  const effects = harness.takeEffects();
  const comparisons: [string, unknown, unknown][] = [
    ['state', planned.value, real.value],
    ['status', planned.status, real.status],
    ['context', planned.context, real.context],
    ['requests', plan.requests, effects.requests],
    ['effects', plan.effects, effects.effects],
    ['timers', plan.timers, effects.timers],
    ['errors', [], harness.errors],
  ];
  for (const [what, expected, actual] of comparisons)
    if (!alike(expected, actual))
      throw new Error(
        `At ${at}: ${what}: got ${JSON.stringify(plain(actual))}, planned ${JSON.stringify(plain(expected))}.`,
      );
}
