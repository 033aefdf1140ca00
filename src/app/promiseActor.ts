import { fromPromise } from 'xstate';

/** A promise actor without input; leaving its state aborts the request. */
export const promiseActor = <Output>(load: (signal: AbortSignal) => Promise<Output>) =>
  fromPromise<Output, void>(({ signal }) => load(signal));

/** The same for a request that depends on the actor's input. */
export const inputActor = <Input, Output>(load: (input: Input, signal: AbortSignal) => Promise<Output>) =>
  fromPromise<Output, Input>(({ input, signal }) => load(input, signal));
