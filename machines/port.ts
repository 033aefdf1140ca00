import {
  type AnyStateMachine,
  type EventObject,
  enqueueActions,
  fromCallback,
  fromPromise,
  type MachineContext,
  type NonReducibleUnknown,
} from 'xstate';
import type { CallInput, CallOutput } from '#contract/call.ts';
import type { CallName, Calls } from '#contract/calls.ts';
import { type Notice, problem } from '#domain/notice.ts';

/**
 * A request to the services: a promise actor that the app (or a test) provides. It rejects with `Failure`; without
 * an implementation, with an `Error`.
 */
export const request = <Output, Input = void>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`The request "${name}" is not provided`)));

/** The request for a call of the contract, by the call's name; its output has the status and the data. */
export const apiRequest = <Name extends CallName>(name: Name) =>
  request<CallOutput<Calls[Name]>, CallInput<Calls[Name]>>(name);

/**
 * A subscription, active while the flow is in a state: the clock, messages of the bank's window. It only sends events;
 * the event type of the flow defines which.
 */
export const subscription = <Input = NonReducibleUnknown>(name: string) =>
  fromCallback<EventObject, Input>(() => {
    throw new Error(`The subscription "${name}" is not provided`);
  });

/** A child flow that the app provides, because it is loaded later than its parent. */
export const childFlow = <Machine extends AnyStateMachine>(name: string) => request(name) as unknown as Machine;

declare const mark: unique symbol;
/** Marks the actions of a machine that are effects, in their types only: `provideAll` of the app requires each of them. */
export type EffectMark = { readonly [mark]: true };

type Effect<Params> = (_: unknown, params: Params | EffectMark) => void;

/** An effect: an action that the app provides. */
export function effect(name: string): Effect<undefined>;
export function effect<Params>(name: string): Effect<Params>;
export function effect(name: string): Effect<unknown> {
  return () => {
    throw new Error(`The effect "${name}" is not provided`);
  };
}

/**
 * Sent by the subscription `clock` on entry, every second, and when the page becomes visible again. `now` is the
 * visitor's clock, ms since the epoch; deadlines in a context are compared with it.
 */
export type TimePassed = { type: 'TIME_PASSED'; now: number };

/** How long a flow waits for an answer, in ms: 15 s for any call, 60 s for the card. */
export const limits = { answer: 15_000, card: 60_000 } as const;

/** What a flow does when no answer came in time: it reports this through its port `notify`. */
export const notifyUnreachable = <Context extends MachineContext, Event extends EventObject>() =>
  enqueueActions<Context, Event, undefined, Event, never, { type: 'notify'; params: Notice }, never>(({ enqueue }) =>
    enqueue({ type: 'notify', params: problem({ code: 'unreachable' }) }),
  );
