import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { logUnexpected } from '#adapters/errorLog.ts';
import { type Place, placeOf } from './place.ts';
import type { World } from './world.ts';

/** One flow as the app shows it: started outside the components, drawn by them. */
export type Flow = {
  draw: () => ReactNode;
  /** The running machine, for whoever watches which states are reached. */
  actor?: AnyActorRef;
  /** The visitor moved between two paths of the same flow (login and login2fa). */
  moved?: (place: Place) => void;
  /** Whether it still knows the token of a link that has left the address: then it stays, as if the address had it (W10). */
  knowsToken?: () => boolean;
  stop?: () => void;
};

/** A chunk of the app: opens its flow at a place. */
export type FlowModule = { open: (world: World, place: Place) => Flow };

export type Scene = { name: string; place: Place; flow: Flow; open: FlowModule['open'] };

/** Which flow plays at a place: its name (flows of one name are one flow) and its chunk. */
export type Program = { name: string; load: (world: World) => Promise<FlowModule> };

/**
 * Which flow is on. It follows the address: another family starts another flow and stops the one
 * before; React only reads what is on (a flow started by a component would start twice in StrictMode).
 */
export function createStage(world: World, { programOf, redirect, lost }: Direction) {
  let scene: Scene | null = null;
  const audience = new Set<() => void>();
  /** Whoever moves on while a flow is being fetched does not get that one. */
  let turn = 0;

  async function follow() {
    const place = placeOf(location);
    const { name, load } = programOf(place);
    const goesOn = scene?.name === name && scene.flow.knowsToken?.() === true;
    if (!goesOn && redirect(place)) return;
    turn += 1;
    if (scene?.name === name) {
      scene = { ...scene, place };
      scene.flow.moved?.(place);
    } else {
      const mine = turn;
      const module = await load(world).catch(logUnexpected);
      if (mine !== turn) return;
      const open = module?.open ?? lost();
      if (!open) return;
      play(module ? name : 'lost', place, open);
    }
    tellAll();
  }

  function play(name: string, place: Place, open: FlowModule['open']) {
    scene?.flow.stop?.();
    scene = { name, place, flow: open(world, place), open };
  }

  const tellAll = () => {
    for (const tell of audience) tell();
  };

  for (const event of ['popstate', 'pushState', 'replaceState']) addEventListener(event, () => void follow());

  return {
    follow,
    /** Plays the flow that is on from its beginning: what it held in memory only, secrets above all, is gone. */
    restart() {
      if (!scene) return;
      play(scene.name, placeOf(location), scene.open);
      tellAll();
    },
    scene: () => scene,
    subscribe: (tell: () => void) => {
      audience.add(tell);
      return () => audience.delete(tell);
    },
  };
}
export type Stage = ReturnType<typeof createStage>;

type Direction = {
  programOf: (place: Place) => Program;
  /** Sends the visitor elsewhere if they do not belong here, and tells whether it did. */
  redirect: (place: Place) => boolean;
  /** The chunk of a flow could not be fetched: what is shown in its place; null while the page is loaded anew. */
  lost: () => FlowModule['open'] | null;
};
