import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

/** Runs the work of one request under a new id, which each of its log lines has; returns both. */
export async function withRequestId<Result>(work: () => Promise<Result>): Promise<{ id: string; result: Result }> {
  const id = randomUUID();
  return { id, result: await current.run(id, work) };
}

/** The id of the request that is being worked on. */
export const requestId = (): string | undefined => current.getStore();
