import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';
import type { CallInput, CallOutput } from '#contract/call.ts';
import type { CallName, Calls } from '#contract/calls.ts';

/**
 * A request to the outside: a promise actor that the app (or a test) provides. It rejects with `Failure` only; one that
 * is not provided rejects.
 */
export const request = <Output, Input = void>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`The request "${name}" is not provided`)));

/** The request of a call of the contract, by its name there; its output has the status and the data. */
export const apiRequest = <Name extends CallName>(name: Name) =>
  request<CallOutput<Calls[Name]>, CallInput<Calls[Name]>>(name);

/**
 * A subscription to the outside, active for as long as the flow is in a state: the clock, the bank's window. It only
 * sends events; the event type of the flow says which.
 */
export const subscription = <Input = NonReducibleUnknown>(name: string) =>
  fromCallback<EventObject, Input>(() => {
    throw new Error(`The subscription "${name}" is not provided`);
  });

/** An effect on the outside: an action that the app provides. */
export const effect =
  <Params = undefined>(name: string) =>
  (_: unknown, _params: Params): void => {
    throw new Error(`The effect "${name}" is not provided`);
  };

/**
 * What the subscription `clock` sends: on entry, every second, and when the page comes back to the front. `now` is the
 * visitor's clock, ms since the epoch; deadlines in a context are compared with it.
 */
export type TimePassed = { type: 'TIME_PASSED'; now: number };

/** How long a flow waits for an answer, ms: any call 15 s, the card 60 s. */
export const limits = { answer: 15_000, card: 60_000 } as const;
