import { type AnyActorRef, fromCallback, waitFor } from 'xstate';
import { apiActors } from '#app/services.ts';
import { type CallName, calls } from '#contract/calls.ts';
import type { Notice } from '#domain/notice.ts';
import type { ClientOptions, TestServer } from './server.ts';

/** The effects of a flow, oldest first, as [name, params]. */
type EffectCalls = [name: string, what: unknown][];

/** The ports of every flow, connected to the server in process; effects are recorded. */
export function servicesFor(server: TestServer, as: ClientOptions = {}) {
  const effects: EffectCalls = [];
  const note = (name: string) => (_: unknown, what?: unknown) => {
    effects.push([name, what]);
  };
  const clock = fromCallback(({ sendBack }) => {
    sendBack({ type: 'TIME_PASSED', now: server.clock.now() });
  });
  const last = (name: string) => effects.findLast(([one]) => one === name)?.[1];
  const api = apiActors(server.client(as));
  const requests = Object.fromEntries(Object.keys(calls).map((name) => [name, api[name as CallName]])) as typeof api;
  return {
    actors: { ...requests, clock },
    note,
    effects,
    last,
    lastNotice: () => last('notify') as Notice,
  };
}

type Resting = AnyActorRef & { getSnapshot: () => { hasTag: (tag: never) => boolean } };

/** Resolves to the next state without a pending request. */
export const rest = async <A extends Resting>(actor: A): Promise<ReturnType<A['getSnapshot']>> =>
  (await waitFor(actor, (state) => !(state as { hasTag: (tag: string) => boolean }).hasTag('pending'), {
    timeout: 10_000,
  })) as ReturnType<A['getSnapshot']>;
