import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

type CurrentRequest = { id: string; network?: string };

const current = new AsyncLocalStorage<CurrentRequest>();

/** Runs the work of one request under a new id, which each of its log lines has. */
export function withRequestId<Result>(work: (id: string) => Result): Result {
  const id = randomUUID();
  return current.run({ id }, work, id);
}

/** The id of the current request. */
export const requestId = (): string | undefined => current.getStore()?.id;

/** Sets the visitor's network for the current request; what is divided among networks needs it. */
export function setRequestNetwork(network: string): void {
  const request = current.getStore();
  if (request) request.network = network;
}

/** The network of the current request; undefined in the server's own tasks. */
export const requestNetwork = (): string | undefined => current.getStore()?.network;
