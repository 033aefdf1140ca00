import type { Api } from '#adapters/api.ts';
import { Failure } from '#domain/failure.ts';

type Call = (input: unknown, signal?: AbortSignal) => Promise<unknown>;

/**
 * The API whose client is a chunk of its own: the first screen can be filled in before it is there. It is loaded by the
 * first call, or before by `preload`. A client that cannot be loaded is loaded again by the next call.
 */
export function lazyApi(load: () => Promise<Api>): { api: Api; preload: () => Promise<void> } {
  let client: Promise<Api> | null = null;
  const loadOnce = () => {
    client ??= load().catch(() => {
      client = null;
      throw new Failure('unreachable');
    });
    return client;
  };
  const call =
    (name: keyof Api): Call =>
    async (input, signal) =>
      ((await loadOnce())[name] as Call)(input, signal);
  return {
    // With a `then`, a promise that resolves to the API would take the API itself for a promise.
    api: new Proxy({} as Api, { get: (_, name) => (name === 'then' ? undefined : call(name as keyof Api)) }),
    preload: async () => {
      await loadOnce();
    },
  };
}
