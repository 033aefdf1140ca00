import { readable } from '@xstate/test';
import type { PageMessage } from '#app/inspector/inspect.ts';
import { type FlowName, flows } from '#machines/registry.ts';
import { isInside } from './chart.ts';

/** A flow that is running in the app, or has run. */
export type Running = {
  sessionId: string;
  flow: FlowName;
  /** The session of its parent; null for a root flow. */
  parentId: string | null;
  isOver: boolean;
  /** The active states, by name. */
  active: readonly string[];
  /** The transitions that its last event took. */
  taken: readonly string[];
  context: unknown;
};

/** An event that a flow has received. `with` is its payload, with secrets redacted. */
export type LoggedEvent = {
  id: number;
  sessionId: string;
  flow: FlowName;
  event: string;
  with: unknown;
  leadsTo: string;
};

export type Live = {
  isConnected: boolean;
  running: readonly Running[];
  log: readonly LoggedEvent[];
  /** How many events were logged, those of earlier pages included. */
  logged: number;
  latest: string | null;
};

export const silence: Live = { isConnected: false, running: [], log: [], logged: 0, latest: null };

/** Sent every second; changes no state. */
const TICK = 'TIME_PASSED';
const MOST = 400;
/** Flows that run beside the page's own flow. */
const besides: ReadonlySet<FlowName> = new Set<FlowName>(['notice', 'consent', 'preferences']);

/** The page's messages, and what the map itself notices. */
type LiveMessage = PageMessage | { type: 'closed' };

/** The live view after one more message. */
export function receive(live: Live, message: LiveMessage): Live {
  switch (message.type) {
    case '@flows.hello':
      return { ...silence, isConnected: true, logged: live.logged };
    case 'closed':
      return { ...silence, logged: live.logged };
    case '@xstate.actor': {
      const flow = flowOf(message.name, message.definition);
      if (flow === null || live.running.some(({ sessionId }) => sessionId === message.sessionId)) return live;
      const { sessionId, parentId = null, snapshot } = message;
      const started: Running = { sessionId, flow, parentId, taken: [], ...parseLocation(flow, snapshot) };
      return { ...live, running: [...live.running, started], latest: besides.has(flow) ? live.latest : sessionId };
    }
    case '@xstate.event':
      return withEvent(live, message.sessionId, message.event);
    case '@flows.taken':
      return withRunning(live, message.sessionId, (one) => ({
        ...one,
        taken: [...one.taken, ...message.arrows.filter((arrow) => !arrow.includes(`—${TICK}→`))],
      }));
    case '@xstate.snapshot': {
      const moved = withRunning(live, message.sessionId, (one) => ({
        ...one,
        ...parseLocation(one.flow, message.snapshot),
      }));
      const changed = { ...moved, latest: latestOf(moved) };
      const one = changed.running.find(({ sessionId }) => sessionId === message.sessionId);
      const name = eventName(message.event.type);
      const last = changed.log.findLast(({ sessionId, event }) => sessionId === message.sessionId && event === name);
      if (!one || !last) return changed;
      const leadsTo = shortPlace(one);
      return { ...changed, log: changed.log.map((entry) => (entry === last ? { ...entry, leadsTo } : entry)) };
    }
  }
}

function withEvent(live: Live, target: string, { type, ...payload }: { type: string }): Live {
  const one = live.running.find(({ sessionId }) => sessionId === target);
  if (!one || type === TICK) return live;
  const changed = withRunning(live, target, (running) => ({ ...running, taken: [] }));
  const id = live.logged + 1;
  const entry: LoggedEvent = {
    id,
    sessionId: target,
    flow: one.flow,
    event: eventName(type),
    with: payload,
    leadsTo: '',
  };
  return {
    ...changed,
    log: [...live.log, entry].slice(-MOST),
    logged: id,
    latest: besides.has(one.flow) ? live.latest : target,
  };
}

const eventName = (type: string): string => (type === 'xstate.init' ? 'start' : readable(type));

/** The flow to follow: the one with the latest event or, once that has ended, its parent. */
function latestOf({ running, latest }: Live): string | null {
  const one = running.find(({ sessionId }) => sessionId === latest);
  const parent = one?.isOver && running.find(({ sessionId, isOver }) => sessionId === one.parentId && !isOver);
  return parent ? parent.sessionId : latest;
}

const withRunning = (live: Live, target: string, change: (one: Running) => Running): Live => ({
  ...live,
  running: live.running.map((one) => (one.sessionId === target ? change(one) : one)),
});

/** The active state in short form: `twoFactor.entering`. */
export const shortPlace = ({ flow, active }: Pick<Running, 'flow' | 'active'>): string =>
  active
    .filter((name) => !active.some((other) => isInside(other, name)))
    .map((name) => name.replace(`${flow}.`, ''))
    .join(', ');

function parseLocation(flow: FlowName, snapshot: unknown): Pick<Running, 'active' | 'context' | 'isOver'> {
  const { value, context, status } = (snapshot ?? {}) as { value?: unknown; context?: unknown; status?: string };
  return { active: namesOf(value, flow), context, isOver: status !== undefined && status !== 'active' };
}

const namesOf = (value: unknown, above: string): string[] =>
  typeof value === 'string'
    ? [above, `${above}.${value}`]
    : [above, ...Object.entries(value ?? {}).flatMap(([key, inner]) => namesOf(inner, `${above}.${key}`))];

/** An actor is a flow if the registry contains its machine. */
function flowOf(name: string, definition: string | undefined): FlowName | null {
  const { id = name, states } = JSON.parse(definition ?? '{}') as { id?: string; states?: object };
  return states && Object.hasOwn(flows, id) ? (id as FlowName) : null;
}
