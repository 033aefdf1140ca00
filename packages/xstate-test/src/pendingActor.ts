import type { ActorLogic, AnyActorRef, EventObject, Snapshot } from 'xstate';

type PendingSnapshot = Snapshot<unknown> & { input: unknown };
type Reply = { type: 'pending.resolve'; output: unknown } | { type: 'pending.reject'; error: unknown };

/**
 * Replaces any actor that a flow invokes: the request stays pending until a test answers or rejects it. To the invoking
 * machine an answer looks exactly like that of a promise, a child machine or an observable.
 */
export const pendingActor: ActorLogic<PendingSnapshot, EventObject, unknown> = {
  getInitialSnapshot: (_, input) => ({ status: 'active', output: undefined, error: undefined, input }),
  transition: (snapshot, event) => {
    if (snapshot.status !== 'active') return snapshot;
    const reply = event as Reply | { type: 'xstate.stop' };
    if (reply.type === 'pending.resolve')
      return { ...snapshot, status: 'done', output: reply.output, error: undefined };
    if (reply.type === 'pending.reject') return { ...snapshot, status: 'error', output: undefined, error: reply.error };
    if (reply.type === 'xstate.stop') return { ...snapshot, status: 'stopped', output: undefined, error: undefined };
    return snapshot;
  },
  getPersistedSnapshot: (snapshot) => snapshot,
  restoreSnapshot: (snapshot) => snapshot as PendingSnapshot,
};

/** Whether a request is still pending; after its state was left it is not. */
export const isWaiting = (actor: AnyActorRef): boolean => actor.getSnapshot().status === 'active';

/** Answers a pending request. A late answer is dropped. */
export const answer = (actor: AnyActorRef, output: unknown): void => reply(actor, { type: 'pending.resolve', output });

/** Fails a pending request; a late failure is dropped. */
export const reject = (actor: AnyActorRef, error: unknown): void => reply(actor, { type: 'pending.reject', error });

function reply(actor: AnyActorRef, event: Reply): void {
  if (isWaiting(actor)) actor.send(event);
}
