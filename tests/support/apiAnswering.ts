import { fromPromise } from 'xstate';
import type { CallInput, CallOutput } from '#contract/call.ts';
import type { CallName, Calls } from '#contract/calls.ts';

/** Who answers a call of the contract, always the same; without an answer, nobody ever does. */
export const apiAnswering = <Name extends CallName>(_name: Name, answer?: CallOutput<Calls[Name]>) =>
  fromPromise<CallOutput<Calls[Name]>, CallInput<Calls[Name]>>(() =>
    answer ? Promise.resolve(answer) : new Promise(() => {}),
  );
