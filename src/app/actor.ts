import { type AnyActorLogic, createActor as create, type InspectionEvent } from 'xstate';

type Ear = (event: InspectionEvent) => void;

let newEar: (() => Ear) | null = null;

/** From now on the flow map hears every flow that is created; each gets an ear of its own. */
export const lendEars = (make: () => Ear) => {
  newEar = make;
};

/** XState's own `createActor`, as the app calls it: the one place where the flow map can listen. */
export const createActor = ((logic: AnyActorLogic, options?: object) =>
  create(logic, { ...options, ...(newEar && { inspect: newEar() }) })) as typeof create;
