import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

type CurrentRequest = { id: string; network?: string };

const current = new AsyncLocalStorage<CurrentRequest>();

/** Runs the work of one request under a new id, which each of its log lines has. */
export function withRequestId<Result>(work: (id: string) => Result): Result {
  const id = randomUUID();
  return current.run({ id }, work, id);
}

/** The id of the request that is being worked on. */
export const requestId = (): string | undefined => current.getStore()?.id;

/** Notes the visitor's network of the request that is being worked on, for what is shared out by networks. */
export function setRequestNetwork(network: string): void {
  const request = current.getStore();
  if (request) request.network = network;
}

/** That network; undefined in the server's own work. */
export const requestNetwork = (): string | undefined => current.getStore()?.network;
