import { fromPromise } from 'xstate';

export const promiseActor = <Output>(load: (signal: AbortSignal) => Promise<Output>) =>
  fromPromise<Output, void>(({ signal }) => load(signal));

export const inputActor = <Input, Output>(load: (input: Input, signal: AbortSignal) => Promise<Output>) =>
  fromPromise<Output, Input>(({ input, signal }) => load(input, signal));
