import { expect, test, vi } from 'vitest';
import type { Api } from '#adapters/api.ts';
import { lazyApi } from '#app/lazyApi.ts';
import { Failure } from '#domain/failure.ts';

const input = { body: { email: 'ann@example.com' } };

/** A client whose only call is answered at once. */
function answeringClient() {
  const requestReset = vi.fn(async (_question: unknown, _signal?: AbortSignal) => 'answer');
  return { requestReset, client: { requestReset } as unknown as Api };
}

test('the client is loaded once, by the first call or before it', async () => {
  const { requestReset, client } = answeringClient();
  const load = vi.fn(async () => client);
  const { api, preload } = lazyApi(load);
  await preload();
  const { signal } = new AbortController();
  expect(await api.requestReset(input, signal)).toBe('answer');
  await api.requestReset(input);
  expect(load).toHaveBeenCalledTimes(1);
  expect(requestReset).toHaveBeenNthCalledWith(1, input, signal);
});

test('a client that cannot be loaded fails the call as unreachable, and the next call loads it again', async () => {
  const { requestReset, client } = answeringClient();
  const load = vi.fn(async () => client).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { api } = lazyApi(load);
  const failure = await api.requestReset(input).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect((failure as Failure).kind).toBe('unreachable');
  await api.requestReset(input);
  expect(requestReset).toHaveBeenCalledTimes(1);
});

test('a promise of the API gives the API, and loads nothing', async () => {
  const load = vi.fn(async () => answeringClient().client);
  const { api } = lazyApi(load);
  expect(await Promise.resolve(api)).toBe(api);
  expect(load).not.toHaveBeenCalled();
});

test('loading ahead ends when the client is there, or could not be loaded', async () => {
  const { client } = answeringClient();
  const loading = Promise.withResolvers<Api>();
  const { preload } = lazyApi(() => loading.promise);
  const ended = vi.fn();
  const preloading = preload().then(ended);
  await Promise.resolve();
  expect(ended).not.toHaveBeenCalled();
  loading.resolve(client);
  await preloading;
  await expect(lazyApi(() => Promise.reject(new TypeError('Failed to fetch'))).preload()).rejects.toBeInstanceOf(
    Failure,
  );
});
