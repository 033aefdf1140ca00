import { type AnyActorLogic, createActor as create, type InspectionEvent } from 'xstate';
import { logUnexpected } from '#adapters/errorLog.ts';
import { Failure } from '#domain/failure.ts';

type Inspect = (event: InspectionEvent) => void;

let createInspector: (() => Inspect) | null = null;

/** Attaches the flow map to every flow that is created from now on; each flow gets an inspector of its own. */
export const attachInspector = (make: () => Inspect) => {
  createInspector = make;
};

/** Logs the cause of a failed flow; the screen shows only a notice. A rejected call is expected and not logged. */
function logBroken(event: InspectionEvent) {
  if (event.type !== '@xstate.snapshot' || event.snapshot.status !== 'error') return;
  const { error } = event.snapshot as ErrorSnapshot;
  if (!(error instanceof Failure)) logUnexpected(error);
}
type ErrorSnapshot = { error: unknown };

/** XState's `createActor` for the whole app: the one place that attaches error logging and the flow map. */
export const createActor = ((logic: AnyActorLogic, options?: object) => {
  const inspector = createInspector?.();
  const inspect = (event: InspectionEvent) => {
    logBroken(event);
    inspector?.(event);
  };
  return create(logic, { ...options, inspect });
}) as typeof create;
