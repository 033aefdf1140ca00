import { type AnyActorLogic, createActor as create, type InspectionEvent } from 'xstate';
import { logUnexpected } from '#adapters/errorLog.ts';
import { Failure } from '#domain/failure.ts';

type Ear = (event: InspectionEvent) => void;

let createInspector: (() => Ear) | null = null;

/** From now on the flow map hears every flow that is created; each gets an ear of its own. */
export const attachInspector = (make: () => Ear) => {
  createInspector = make;
};

/** A flow that breaks goes on in words; the console says why. A refused call is no surprise. */
function logBroken(event: InspectionEvent) {
  if (event.type !== '@xstate.snapshot' || event.snapshot.status !== 'error') return;
  const { error } = event.snapshot as ErrorSnapshot;
  if (!(error instanceof Failure)) logUnexpected(error);
}
type ErrorSnapshot = { error: unknown };

/** XState's own `createActor`, as the app calls it: the one place where the console and the flow map can listen. */
export const createActor = ((logic: AnyActorLogic, options?: object) => {
  const inspector = createInspector?.();
  const inspect = (event: InspectionEvent) => {
    logBroken(event);
    inspector?.(event);
  };
  return create(logic, { ...options, inspect });
}) as typeof create;
