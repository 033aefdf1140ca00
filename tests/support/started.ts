import { onTestFinished } from 'vitest';
import type { AnyActor } from 'xstate';

/** Starts a flow, and stops it when the test has finished. */
export function started<Flow extends AnyActor>(actor: Flow): Flow {
  actor.start();
  onTestFinished(() => void actor.stop());
  return actor;
}
