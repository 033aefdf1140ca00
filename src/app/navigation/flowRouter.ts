import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { logUnexpected } from '#adapters/errorLog.ts';
import { nextTask } from '#adapters/nextTask.ts';
import type { AppServices } from '../services.ts';
import { type AppLocation, parseLocation } from './appLocation.ts';

/** A flow as the app shows it: started outside the components, rendered by them. */
export type Flow = {
  render: () => ReactNode;
  /** The running machine: which states it reaches is observed, and it is stopped when the flow is left. */
  actor?: AnyActorRef;
  /** Called when the visitor moves between two paths of the same flow (login and login2fa). */
  onMove?: (appLocation: AppLocation) => void;
  /** Whether the flow still holds the token of a link after it left the address: then the flow is kept. */
  keepsToken?: () => boolean;
  /** Whether it shows the screen that is prerendered for its path. */
  isPrerendered?: () => boolean;
  /** Keeps the address that was typed for the next flow, in `loginHint`; called when the flow is left. */
  keepAddress?: () => void;
  /** Ends what the flow has started beside its machine. */
  stop?: () => void;
};

/** A chunk of the app: opens its flow at a location; the flow may be restarted there, as after a choice to start again. */
export type FlowModule = { open: (services: AppServices, appLocation: AppLocation, restart: () => void) => Flow };

/** The flow on screen, and the location that it was opened or last moved to. */
export type ActiveFlow = { name: string; appLocation: AppLocation; flow: Flow; open: FlowModule['open'] };

/** The flow for a location: its name (entries of one name share a flow) and its chunk. */
export type FlowEntry = { name: string; load: (services: AppServices) => Promise<FlowModule> };

type Options = {
  flowFor: (appLocation: AppLocation) => FlowEntry;
  /** Redirects a visitor who may not see this location; returns whether it did. */
  redirect: (appLocation: AppLocation) => boolean;
  /** The chunk of a flow could not be fetched: returns what to show instead; null while the page reloads. */
  onLoadFailure: () => FlowModule['open'] | null;
  /** A flow could not be opened: returns what to show instead, until the next navigation tries again. */
  onOpenFailure: (error: unknown) => Flow;
  /** Called when the browser's Back or Forward leaves a screen. */
  onLeftByBack: () => void;
};

function leave({ actor, keepAddress, stop }: Flow): void {
  keepAddress?.();
  stop?.();
  actor?.stop();
}

/**
 * Holds the active flow. It follows the address: another family starts another flow and stops the previous one. React
 * only reads the active flow (a flow started by a component would start twice in StrictMode).
 */
export function createFlowRouter(services: AppServices, options: Options) {
  const { flowFor, redirect, onLoadFailure, onOpenFailure, onLeftByBack } = options;
  let activeFlow: ActiveFlow | null = null;
  const arrivedAt = parseLocation(location);
  const subscribers = new Set<() => void>();
  /** Numbers the navigations: a flow whose chunk arrives after a newer navigation is dropped. */
  let latest = 0;
  let isOpening = false;

  async function sync() {
    if (isOpening) return;
    const appLocation = parseLocation(location);
    const { name, load } = flowFor(appLocation);
    const isActive = activeFlow?.name === name;
    const isKept = isActive && activeFlow?.flow.keepsToken?.() === true;
    if (!isKept && redirect(appLocation)) return;
    latest += 1;
    if (activeFlow && isActive) {
      activeFlow = { ...activeFlow, appLocation };
      activeFlow.flow.onMove?.(appLocation);
    } else {
      const own = latest;
      const module = await load(services).catch(logUnexpected);
      await nextTask();
      if (own !== latest) return;
      const open = module?.open ?? onLoadFailure();
      if (!open) return;
      start(module ? name : 'loadFailure', appLocation, open);
    }
    notifySubscribers();
  }

  function start(name: string, appLocation: AppLocation, open: FlowModule['open']) {
    if (activeFlow) leave(activeFlow.flow);
    const { href } = location;
    isOpening = true;
    try {
      activeFlow = { name, appLocation, flow: open(services, appLocation, restart), open };
    } catch (error) {
      activeFlow = { name: 'broken', appLocation, flow: onOpenFailure(error), open };
    } finally {
      isOpening = false;
    }
    // A flow may change the address while it opens.
    if (location.href !== href) void sync();
  }

  /** Restarts the active flow: everything in its memory is dropped, secrets above all. */
  function restart() {
    if (!activeFlow) return;
    start(activeFlow.name, parseLocation(location), activeFlow.open);
    notifySubscribers();
  }

  const notifySubscribers = () => {
    for (const notify of subscribers) notify();
  };

  addEventListener('popstate', () => {
    const { family } = activeFlow?.appLocation ?? arrivedAt;
    if (family !== parseLocation(location).family) onLeftByBack();
    void sync();
  });
  for (const event of ['pushState', 'replaceState']) addEventListener(event, () => void sync());

  return {
    sync,
    restart,
    activeFlow: () => activeFlow,
    subscribe: (notify: () => void) => {
      subscribers.add(notify);
      return () => subscribers.delete(notify);
    },
  };
}
export type FlowRouter = ReturnType<typeof createFlowRouter>;
