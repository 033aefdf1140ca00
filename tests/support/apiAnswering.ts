import { fromPromise } from 'xstate';
import type { CallInput, CallOutput } from '#contract/call.ts';
import type { CallName, Calls } from '#contract/calls.ts';

/** An API that gives every call the same response; without one, calls stay pending. */
export const apiAnswering = <Name extends CallName>(_name: Name, answer?: CallOutput<Calls[Name]>) =>
  fromPromise<CallOutput<Calls[Name]>, CallInput<Calls[Name]>>(() =>
    answer ? Promise.resolve(answer) : new Promise(() => {}),
  );
