import type { AnyStateMachine, ContextFrom, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';
import type { Outcome } from './outcomes.ts';

/** A sample: one of the machine's own events with a payload, or an outcome (`doneEvent`, `errorEvent`). */
export type Sample<M extends AnyStateMachine> = EventFromLogic<M> | Outcome;

/** How to explore a machine. */
export type ExploreOptions<M extends AnyStateMachine> = {
  input?: InputFrom<M>;
  /** Several inputs to start from, instead of `input`. Their names begin the titles. */
  inputs?: Readonly<Record<string, InputFrom<M>>>;
  /**
   * Sample payloads, tried in every state that handles their type; or a function from a snapshot to samples. A type
   * without payload needs no sample (`BACK` is sent as it is), nor does an `after`; an answer or failure without a
   * sample never happens.
   */
  events?: readonly Sample<M>[] | ((snapshot: SnapshotFrom<M>) => readonly Sample<M>[]);
  /**
   * The part of the context that distinguishes states; the whole context by default. It must include everything that
   * guards, `always` and delays read: a part that is too small loses states, which `unreachable` shows.
   */
  project?: (context: ContextFrom<M>) => unknown;
  /** Maximum number of distinct states (against an endless walk); 20,000 by default. Throws when exceeded. */
  limit?: number;
};
