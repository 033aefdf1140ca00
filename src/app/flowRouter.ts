import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { logUnexpected } from '#adapters/errorLog.ts';
import { type AppLocation, parseLocation } from './appLocation.ts';
import type { AppServices } from './services.ts';

/** A flow as the app shows it: started outside the components, rendered by them. */
export type Flow = {
  draw: () => ReactNode;
  /** The running machine, to observe which states are reached. */
  actor?: AnyActorRef;
  /** Called when the visitor moves between two paths of the same flow (login and login2fa). */
  onMove?: (appLocation: AppLocation) => void;
  /** Whether the flow still holds the token of a link after it left the address: then the flow is kept. */
  keepsToken?: () => boolean;
  stop?: () => void;
};

/** A chunk of the app: opens its flow at a location. */
export type FlowModule = { open: (services: AppServices, appLocation: AppLocation) => Flow };

export type ActiveFlow = { name: string; appLocation: AppLocation; flow: Flow; open: FlowModule['open'] };

/** The flow for a location: its name (entries of one name share a flow) and its chunk. */
export type FlowEntry = { name: string; load: (services: AppServices) => Promise<FlowModule> };

/**
 * Holds the active flow. It follows the address: another family starts another flow and stops the previous one. React
 * only reads the active flow (a flow started by a component would start twice in StrictMode).
 */
export function createFlowRouter(services: AppServices, { flowFor, redirect, onLoadFailure }: Direction) {
  let activeFlow: ActiveFlow | null = null;
  const subscribers = new Set<() => void>();
  /** Counts navigations: a flow whose chunk arrives after a newer navigation is dropped. */
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
    /** Restarts the active flow: everything in its memory is dropped, secrets above all. */
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
  /** Redirects a visitor who may not see this location; returns whether it did. */
  redirect: (appLocation: AppLocation) => boolean;
  /** The chunk of a flow could not be fetched: returns what to show instead; null while the page reloads. */
  onLoadFailure: () => FlowModule['open'] | null;
};
