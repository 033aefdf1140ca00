import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';
import type { CallInput, CallOutput } from '#contract/call.ts';
import type { CallName, Calls } from '#contract/calls.ts';

/**
 * A question that a flow asks the outside world. The app (or a test) provides who answers;
 * a forgotten door shouts. Answers reject with `Failure` only.
 */
export const request = <CallOutput, CallInput = void>(name: string) =>
  fromPromise<CallOutput, CallInput>(() => Promise.reject(new Error(`Nobody answers "${name}"`)));

/** The same for a call of the contract, by its name there: asked with its question, answered by status. */
export const apiRequest = <Name extends CallName>(name: Name) =>
  request<CallOutput<Calls[Name]>, CallInput<Calls[Name]>>(name);

/**
 * Something outside that a flow listens to for as long as it stays in a state: the clock, the bank's
 * window. It only sends events; which ones, the flow's event type says.
 */
export const subscription = <Input = NonReducibleUnknown>(name: string) =>
  fromCallback<EventObject, Input>(() => {
    throw new Error(`Nobody speaks for "${name}"`);
  });

/** Something that a flow tells the outside world. */
export const effect =
  <Params = undefined>(name: string) =>
  (_: unknown, _params: Params): void => {
    throw new Error(`Nobody listens to "${name}"`);
  };

/**
 * What the port `clock` (`hears('clock')`) sends: at once, every second, and when the page comes
 * back. `now` is the visitor's clock, ms since the epoch; deadlines in a context are compared with it.
 */
export type TimePassed = { type: 'TIME_PASSED'; now: number };

/** How long a flow waits for an answer, ms: any call 15 s, the card 60 s. */
export const limits = { answer: 15_000, card: 60_000 } as const;
