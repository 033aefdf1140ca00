import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

/** Runs the work of one request under a new id, which each of its log lines has. */
export function withRequestId<Result>(work: (id: string) => Result): Result {
  const id = randomUUID();
  return current.run(id, work, id);
}

/** The id of the request that is being worked on. */
export const requestId = (): string | undefined => current.getStore();
