import type { Api } from '#adapters/api.ts';
import { Failure } from '#domain/failure.ts';
import type { AppServices } from './services.ts';

type Call = (input: unknown, signal?: AbortSignal) => Promise<unknown>;

/**
 * The API whose client is a chunk of its own: the first screen can be filled in before it is there. It is loaded by the
 * first call, or before by `preload`. A call loads a client again that could not be loaded. Where that fails although the
 * server answers, another document is loaded: the chunk is gone, or the browser is Firefox, which repeats no import.
 */
export function lazyApi(
  load: () => Promise<Api>,
  { reload, isReachable }: Pick<AppServices, 'reload' | 'isReachable'>,
): { api: Api; preload: () => Promise<void> } {
  let client: Promise<Api> | null = null;
  const loadOnce = () => {
    client ??= load().catch(() => {
      client = null;
      throw new Failure('unreachable');
    });
    return client;
  };
  const loadAgain = async (failure: unknown): Promise<Api> => {
    if (!(await isReachable())) throw failure;
    return loadOnce().catch(() => {
      if (reload('chunk')) return new Promise(() => {});
      throw failure;
    });
  };
  const call =
    (name: keyof Api): Call =>
    async (input, signal) => {
      const api = await loadOnce().catch(loadAgain);
      return (api[name] as Call)(input, signal);
    };
  return {
    // With a `then`, a promise that resolves to the API would take the API itself for a promise.
    api: new Proxy({} as Api, { get: (_, name) => (name === 'then' ? undefined : call(name as keyof Api)) }),
    preload: async () => {
      await loadOnce();
    },
  };
}
