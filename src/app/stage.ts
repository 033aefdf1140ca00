import type { ReactNode } from 'react';
import { type Place, placeOf } from './place.ts';
import type { World } from './world.ts';

/** One flow as the app shows it: started outside the components, drawn by them. */
export type Flow = {
  draw: () => ReactNode;
  /** The visitor moved between two paths of the same flow (login and login2fa). */
  moved?: (place: Place) => void;
  stop?: () => void;
};

/** A chunk of the app: opens its flow at a place. */
export type FlowModule = { open: (world: World, place: Place) => Flow | Promise<Flow> };

export type Scene = { name: string; place: Place; flow: Flow };

/** Which flow plays at a place: its name (flows of one name are one flow) and its chunk. */
export type Program = { name: string; load: () => Promise<FlowModule> };

/**
 * Which flow is on. It follows the address: another family starts another flow and stops the one
 * before; React only reads what is on (a flow started by a component would start twice in StrictMode).
 */
export function createStage(world: World, programOf: (place: Place) => Program, redirect: (place: Place) => boolean) {
  let scene: Scene | null = null;
  const audience = new Set<() => void>();
  /** Whoever moves on while a flow is being fetched does not get that one. */
  let turn = 0;

  async function follow() {
    const place = placeOf(location);
    if (redirect(place)) return;
    turn += 1;
    const { name, load } = programOf(place);
    if (scene?.name === name) {
      scene = { ...scene, place };
      scene.flow.moved?.(place);
    } else {
      const flow = await opened(load, place, turn);
      if (!flow) return;
      scene?.flow.stop?.();
      scene = { name, place, flow };
    }
    for (const tell of audience) tell();
  }

  async function opened(load: Program['load'], place: Place, mine: number): Promise<Flow | null> {
    const { open } = await load();
    if (mine !== turn) return null;
    const flow = await open(world, place);
    if (mine === turn) return flow;
    flow.stop?.();
    return null;
  }

  for (const event of ['popstate', 'pushState', 'replaceState']) addEventListener(event, () => void follow());

  return {
    follow,
    scene: () => scene,
    subscribe: (tell: () => void) => {
      audience.add(tell);
      return () => audience.delete(tell);
    },
  };
}
export type Stage = ReturnType<typeof createStage>;
