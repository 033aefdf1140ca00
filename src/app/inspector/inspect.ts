import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import { chartOf } from '@xstate/test';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { attachInspector } from '../actor.ts';
import { redact } from './redact.ts';

/** Messages from the page to the flow map, beside the inspector's own. */
export type PageMessage =
  | StatelyInspectionEvent
  /** The page has loaded; nothing else is sent until the map answers that it is connected. */
  | { type: '@flows.hello' }
  /** The transitions that an actor has just taken, by name. */
  | { type: '@flows.taken'; sessionId: string; arrows: string[] };

/** Messages from the flow map to the page: that it is connected, and events that a person sends to a flow by hand. */
export type MapMessage =
  | { type: '@statelyai.connected' }
  | { type: '@flows.send'; sessionId: string; event: AnyEventObject };

/** How many messages are queued until the map is connected. */
const QUEUE_LIMIT = 500;

/**
 * Shows the flows of this page in the flow map, using the messages of `@statelyai/inspect`. Everything passes through
 * `redact` and goes to our own origin only. The library's sanitiser covers only events and contexts; an actor's input
 * would leak through its snapshot.
 */
export function showTo(map: Window): void {
  const actors = new Map<string, AnyActorRef>();
  let isConnected = false;
  let waiting: PageMessage[] = [];
  const send = (message: PageMessage) => {
    if (isConnected) map.postMessage(redact(message), location.origin);
    else waiting = [...waiting, message].slice(-QUEUE_LIMIT);
  };
  addEventListener('message', ({ source, origin, data }: MessageEvent<MapMessage | null>) => {
    if (source !== map || origin !== location.origin) return;
    if (data?.type === '@statelyai.connected') {
      isConnected = true;
      for (const message of waiting) send(message);
      waiting = [];
    }
    if (data?.type === '@flows.send') actors.get(data.sessionId)?.send(data.event);
  });
  map.postMessage({ type: '@flows.hello' } satisfies PageMessage, location.origin);

  let flows = 0;
  attachInspector(() => {
    flows += 1;
    // Each flow counts its actors from 0; the number of the flow makes their ids unique.
    const flow = flows;
    const idOf = (sessionId: string) => `${flow}/${sessionId}`;
    const inspector = createInspector({ send: (message) => send(withIds(message, idOf)) });
    return (event) => {
      const { sessionId } = event.actorRef;
      actors.set(idOf(sessionId), event.actorRef as AnyActorRef);
      if (event.type === '@xstate.microstep') {
        const arrows = arrowsOf(event);
        // The inspector sends when the page is idle; so does this, to keep the order between event and snapshot.
        const sendTaken = () => send({ type: '@flows.taken', sessionId: idOf(sessionId), arrows });
        if (arrows.length > 0) (window.requestIdleCallback ?? window.requestAnimationFrame)(sendTaken);
      }
      inspector.inspect.next?.(event);
    };
  });
}

const idFields = ['sessionId', 'sourceId', 'parentId', 'rootId'];
const withIds = (message: StatelyInspectionEvent, idOf: (id: string) => string): StatelyInspectionEvent => {
  const ids = Object.entries(message).filter(([name]) => idFields.includes(name));
  return { ...message, ...Object.fromEntries(ids.map(([name, id]) => [name, id && idOf(id)])) };
};

function arrowsOf({ snapshot, _transitions }: InspectionEvent & { type: '@xstate.microstep' }): string[] {
  const { branchOf } = chartOf((snapshot as AnyMachineSnapshot).machine);
  return _transitions.flatMap((transition) => branchOf(transition)?.name ?? []);
}
