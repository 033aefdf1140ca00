import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import { chartOf } from '@xstate/test';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { attachInspector } from './actor.ts';
import { redact } from './redact.ts';

/** What the page tells the flow map, beside the inspector's own messages. */
export type PageMessage =
  | StatelyInspectionEvent
  /** The page is there; it says nothing until the map answers that it listens. */
  | { type: '@flows.hello' }
  /** The arrows that an actor has just taken, by name. */
  | { type: '@flows.taken'; sessionId: string; arrows: string[] };

/** What the flow map tells the page: that it listens, and events that a person sends to a flow by hand. */
export type MapMessage =
  | { type: '@statelyai.connected' }
  | { type: '@flows.send'; sessionId: string; event: AnyEventObject };

/** What is kept for a map that does not listen yet. */
const MOST = 500;

/**
 * Shows the flows of this page to the flow map, over the messages of `@statelyai/inspect`. All goes through `redact`,
 * and to our own origin only. The published sanitiser looks at events and contexts alone; what an actor was asked with
 * would leave by the snapshot of that actor.
 */
export function showTo(map: Window): void {
  const actors = new Map<string, AnyActorRef>();
  let isHeard = false;
  let waiting: PageMessage[] = [];
  const send = (message: PageMessage) => {
    if (isHeard) map.postMessage(redact(message), location.origin);
    else waiting = [...waiting, message].slice(-MOST);
  };
  addEventListener('message', ({ source, origin, data }: MessageEvent<MapMessage | null>) => {
    if (source !== map || origin !== location.origin) return;
    if (data?.type === '@statelyai.connected') {
      isHeard = true;
      for (const message of waiting) send(message);
      waiting = [];
    }
    if (data?.type === '@flows.send') actors.get(data.sessionId)?.send(data.event);
  });
  map.postMessage({ type: '@flows.hello' } satisfies PageMessage, location.origin);

  let flows = 0;
  attachInspector(() => {
    flows += 1;
    // Each flow counts its actors from 0: the number of the flow tells them apart.
    const flow = flows;
    const idOf = (sessionId: string) => `${flow}/${sessionId}`;
    const inspector = createInspector({ send: (message) => send(withIds(message, idOf)) });
    return (event) => {
      const { sessionId } = event.actorRef;
      if (event.type === '@xstate.actor') actors.set(idOf(sessionId), event.actorRef as AnyActorRef);
      if (event.type === '@xstate.microstep') {
        const arrows = arrowsOf(event);
        // The inspector waits until the page is idle; so do these, to keep their place between event and snapshot.
        const tell = () => send({ type: '@flows.taken', sessionId: idOf(sessionId), arrows });
        if (arrows.length > 0) (window.requestIdleCallback ?? window.requestAnimationFrame)(tell);
      }
      inspector.inspect.next?.(event);
    };
  });
}

const withIds = (message: StatelyInspectionEvent, idOf: (id: string) => string): StatelyInspectionEvent => {
  const ids = Object.entries(message).filter(([name]) => /^(sessionId|sourceId|parentId|rootId)$/.test(name));
  return { ...message, ...Object.fromEntries(ids.map(([name, id]) => [name, id && idOf(id)])) };
};

function arrowsOf({ snapshot, _transitions }: InspectionEvent & { type: '@xstate.microstep' }): string[] {
  const { machine } = snapshot as AnyMachineSnapshot;
  return machine ? _transitions.flatMap((transition) => chartOf(machine).branchOf(transition)?.name ?? []) : [];
}
