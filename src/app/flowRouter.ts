import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { logUnexpected } from '#adapters/errorLog.ts';
import { type AppLocation, parseLocation } from './appLocation.ts';
import type { AppServices } from './services.ts';

/** One flow as the app shows it: started outside the components, drawn by them. */
export type Flow = {
  draw: () => ReactNode;
  /** The running machine, for whoever watches which states are reached. */
  actor?: AnyActorRef;
  /** The visitor moved between two paths of the same flow (login and login2fa). */
  onMove?: (appLocation: AppLocation) => void;
  /** Whether it still knows the token of a link that has left the address: then it stays, as if the address had it. */
  keepsToken?: () => boolean;
  stop?: () => void;
};

/** A chunk of the app: opens its flow at a place. */
export type FlowModule = { open: (services: AppServices, appLocation: AppLocation) => Flow };

export type ActiveFlow = { name: string; appLocation: AppLocation; flow: Flow; open: FlowModule['open'] };

/** Which flow plays at a place: its name (flows of one name are one flow) and its chunk. */
export type FlowEntry = { name: string; load: (services: AppServices) => Promise<FlowModule> };

/**
 * Which flow is on. It follows the address: another family starts another flow and stops the one
 * before; React only reads what is on (a flow started by a component would start twice in StrictMode).
 */
export function createFlowRouter(services: AppServices, { flowFor, redirect, onLoadFailure }: Direction) {
  let activeFlow: ActiveFlow | null = null;
  const subscribers = new Set<() => void>();
  /** Whoever moves on while a flow is being fetched does not get that one. */
  let turn = 0;

  async function sync() {
    const appLocation = parseLocation(location);
    const { name, load } = flowFor(appLocation);
    const goesOn = activeFlow?.name === name && activeFlow.flow.keepsToken?.() === true;
    if (!goesOn && redirect(appLocation)) return;
    turn += 1;
    if (activeFlow?.name === name) {
      activeFlow = { ...activeFlow, appLocation };
      activeFlow.flow.onMove?.(appLocation);
    } else {
      const mine = turn;
      const module = await load(services).catch(logUnexpected);
      if (mine !== turn) return;
      const open = module?.open ?? onLoadFailure();
      if (!open) return;
      start(module ? name : 'lost', appLocation, open);
    }
    notifySubscribers();
  }

  function start(name: string, appLocation: AppLocation, open: FlowModule['open']) {
    activeFlow?.flow.stop?.();
    activeFlow = { name, appLocation, flow: open(services, appLocation), open };
  }

  const notifySubscribers = () => {
    for (const tell of subscribers) tell();
  };

  for (const event of ['popstate', 'pushState', 'replaceState']) addEventListener(event, () => void sync());

  return {
    sync,
    /** Plays the flow that is on from its beginning: what it held in memory only, secrets above all, is gone. */
    restart() {
      if (!activeFlow) return;
      start(activeFlow.name, parseLocation(location), activeFlow.open);
      notifySubscribers();
    },
    activeFlow: () => activeFlow,
    subscribe: (tell: () => void) => {
      subscribers.add(tell);
      return () => subscribers.delete(tell);
    },
  };
}
export type FlowRouter = ReturnType<typeof createFlowRouter>;

type Direction = {
  flowFor: (appLocation: AppLocation) => FlowEntry;
  /** Sends the visitor elsewhere if they do not belong here, and tells whether it did. */
  redirect: (appLocation: AppLocation) => boolean;
  /** The chunk of a flow could not be fetched: what is shown in its place; null while the page is loaded anew. */
  onLoadFailure: () => FlowModule['open'] | null;
};
