import type { AnyEventObject } from 'xstate';

/** A request: an actor was invoked or spawned with this input. `name` is its `src`, `id` the invoke's id. */
export type ActorRequest = { id: string; name: string; input: unknown };
/**
 * An effect: an action that is not built into XState was executed with these params. An event sent to another actor is
 * recorded as `to <id>`, an emitted one as `emit`.
 */
export type EffectCall = { name: string; params: unknown };
/** A started timer, due after `ms` milliseconds. `type` is the event that it sends. */
export type Timer = { id: string; type: string; ms: number };

/** The outside effects of one event; `cancelled` holds ids of timers, which `timers` then omits. */
export type Effects = { requests: ActorRequest[]; effects: EffectCall[]; timers: Timer[]; cancelled: string[] };

export const noEffects = (): Effects => ({ requests: [], effects: [], timers: [], cancelled: [] });

/** The params of XState's own actions, as far as they are read here. */
type Given = {
  actorRef?: { id: string };
  src?: unknown;
  input?: unknown;
  id?: string;
  event?: AnyEventObject;
  delay?: number;
  sendId?: string;
  to?: { id: string };
};

/**
 * Records one executed action by its meaning; XState's internal ones (assign, raise without delay, log) are skipped.
 */
export function noteAction(effects: Effects, { type, params }: { type: string; params: unknown }): void {
  const given = (params ?? {}) as Given;
  switch (type) {
    case 'xstate.spawnChild':
      effects.requests.push({
        id: given.actorRef?.id ?? '',
        name: nameOfSource(given.src),
        input: given.input,
      });
      break;
    case 'xstate.raise':
      if (typeof given.delay === 'number') {
        const due = given.event?.type ?? '';
        effects.timers.push({ id: given.id ?? due, type: due, ms: given.delay });
      }
      break;
    case 'xstate.cancel':
      effects.cancelled.push(given.sendId ?? '');
      effects.timers = effects.timers.filter(({ id }) => id !== given.sendId);
      break;
    case 'xstate.sendTo':
      effects.effects.push({ name: `to ${given.to?.id}`, params: given.event });
      break;
    case 'xstate.emit':
      effects.effects.push({ name: 'emit', params: given.event });
      break;
    default:
      if (!type.startsWith('xstate.')) effects.effects.push({ name: type, params });
  }
}

const nameOfSource = (src: unknown): string =>
  typeof src === 'string' && !src.startsWith('xstate.invoke.') ? src : 'inline';
