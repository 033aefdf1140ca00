import type { StateValue } from 'xstate';
import type { Sinks } from '#settings';
import type { Stage } from './stage.ts';
import { type ConsentCategory, followWithdrawal } from './withdrawal.ts';
import type { World } from './world.ts';

type Measured = Pick<World, 'consent' | 'cookies' | 'settings'>;

/**
 * L7: tells the operator's sinks what happens, each only after consent to its category: analytics which
 * states are reached, never what was typed; marketing once, and never in a document that shows the sign-up.
 */
export function measure(world: Measured, stage: Pick<Stage, 'scene' | 'subscribe'>, sinks: Sinks, reload: () => void) {
  const { consent } = world;
  let watched: unknown = null;
  let unwatch = () => {};
  let reached = '';
  let isMarketed = false;

  const tell = (family: string, state: string) => {
    if (!consent.getSnapshot().context.given?.analytics || reached === `${family} ${state}`) return;
    reached = `${family} ${state}`;
    sinks.analytics.record({ family, state, at: new Date().toISOString() });
  };

  const stop = (category: ConsentCategory): boolean => {
    if (category === 'analytics') {
      reached = '';
      return sinks.analytics.withdraw();
    }
    if (!isMarketed) return true;
    isMarketed = false;
    return sinks.marketing.withdraw();
  };

  /** Watches the flow that is on; a flow without a machine is one state. */
  const look = () => {
    const scene = stage.scene();
    if (!scene) return;
    const family = scene.place.family ?? 'notFound';
    if (!isMarketed && family !== 'registration' && consent.getSnapshot().context.given?.marketing) {
      isMarketed = true;
      sinks.marketing.load();
    }
    const { actor } = scene.flow;
    if (!actor) return tell(family, 'shown');
    tell(family, nameOf(actor.getSnapshot().value));
    if (watched === actor) return;
    unwatch();
    watched = actor;
    const watching = actor.subscribe((snapshot) => tell(stage.scene()?.place.family ?? family, nameOf(snapshot.value)));
    unwatch = () => watching.unsubscribe();
  };

  followWithdrawal(world, stop, reload);
  stage.subscribe(look);
  consent.subscribe(look);
}

/** 'filling.verifyingEmail'; parallel states are told by their names, one after the other. */
function nameOf(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, inner]) => (inner === undefined ? name : `${name}.${nameOf(inner)}`))
    .join('_');
}
