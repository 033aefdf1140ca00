import type { AnyEventObject } from 'xstate';

/** The outcome of an invoked actor or a timer, as the event that XState itself sends. */
export type Outcome = AnyEventObject & { type: `xstate.${string}` };

/** The invoked actor `id` answers with `output`. */
export const doneEvent = (id: string, output?: unknown): Outcome => ({
  type: `xstate.done.actor.${id}`,
  output,
  actorId: id,
});

/** The invoked actor `id` fails with `error`. */
export const errorEvent = (id: string, error: unknown): Outcome => ({
  type: `xstate.error.actor.${id}`,
  error,
  actorId: id,
});

/** The child `id` emits a snapshot, for an invoke with `onSnapshot`. */
export const snapshotEvent = (id: string, snapshot: unknown): Outcome => ({ type: `xstate.snapshot.${id}`, snapshot });

/**
 * The `after` named `delay` of the state `stateId` is due. Plans include these by themselves: needed only to drive a
 * harness by hand.
 */
export const afterEvent = (delay: string | number, stateId: string): Outcome => ({
  type: `xstate.after.${delay}.${stateId}`,
});

/** The meaning of an XState event type; plain events are `sent`. */
type Meaning =
  | { kind: 'sent'; type: string }
  | { kind: 'done' | 'error' | 'snapshot'; actor: string }
  | { kind: 'after'; delay: string; state: string }
  | { kind: 'completed'; state: string };

const meanings = new Map<string, Meaning>();

/** Parses an event type: the answer of an actor, a due timer, or a plain event. */
export function meaningOf(type: string): Meaning {
  const known = meanings.get(type) ?? read(type);
  meanings.set(type, known);
  return known;
}

function read(type: string): Meaning {
  const actor = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? /^xstate\.(snapshot)\.(.+)$/.exec(type);
  if (actor) return { kind: actor[1] as 'done' | 'error' | 'snapshot', actor: actor[2] ?? '' };
  const after = /^xstate\.after\.([^.]+)\.(.+)$/.exec(type);
  if (after) return { kind: 'after', delay: after[1] ?? '', state: after[2] ?? '' };
  const completed = /^xstate\.done\.state\.(.+)$/.exec(type);
  if (completed) return { kind: 'completed', state: completed[1] ?? '' };
  return { kind: 'sent', type };
}

/** An event type in readable form: `SUBMIT`, `done login`, `error login`, `after coolDown`, `completed`, `always`. */
export function readable(type: string): string {
  const meaning = meaningOf(type);
  switch (meaning.kind) {
    case 'sent':
      return type === '' ? 'always' : type;
    case 'after':
      return `after ${meaning.delay}`;
    case 'completed':
      return 'completed';
    default:
      return `${meaning.kind} ${meaning.actor}`;
  }
}
