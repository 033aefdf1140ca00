import { expect, test, vi } from 'vitest';
import type { Api } from '#adapters/api.ts';
import { lazyApi } from '#app/lazyApi.ts';
import { Failure } from '#domain/failure.ts';

const input = { body: { email: 'ann@example.com' } };

/** A page whose server can be reached or not; `reload` returns whether the document is being left. */
const pageWith = (isReachable: boolean, isLeft = true) => ({
  isReachable: async () => isReachable,
  reload: vi.fn(() => isLeft),
});
const cutOff = pageWith(false);

/** A client whose only call is answered at once. */
function answeringClient() {
  const requestReset = vi.fn(async (_question: unknown, _signal?: AbortSignal) => 'answer');
  return { requestReset, client: { requestReset } as unknown as Api };
}

test('the client is loaded once, by the first call or before it', async () => {
  const { requestReset, client } = answeringClient();
  const load = vi.fn(async () => client);
  const { api, preload } = lazyApi(load, cutOff);
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
  const { api } = lazyApi(load, cutOff);
  const failure = await api.requestReset(input).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect((failure as Failure).kind).toBe('unreachable');
  await api.requestReset(input);
  expect(requestReset).toHaveBeenCalledTimes(1);
});

test('where the server answers, a client that could not be loaded is loaded again by the same call', async () => {
  const { client } = answeringClient();
  const load = vi.fn(async () => client).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const page = pageWith(true);
  expect(await lazyApi(load, page).api.requestReset(input)).toBe('answer');
  expect(page.reload).not.toHaveBeenCalled();
});

test('a client that cannot be loaded although the server answers: the page is reloaded, and the call stays pending', async () => {
  const page = pageWith(true);
  const reloaded = Promise.withResolvers<string>();
  page.reload.mockImplementation(() => {
    reloaded.resolve('reloaded');
    return true;
  });
  const { api } = lazyApi(() => Promise.reject(new TypeError('Failed to fetch')), page);
  expect(await Promise.race([api.requestReset(input).catch(() => 'failed'), reloaded.promise])).toBe('reloaded');
  expect(page.reload).toHaveBeenCalledExactlyOnceWith('chunk');
});

test('where a reload has not helped, the call fails as unreachable', async () => {
  const { api } = lazyApi(() => Promise.reject(new TypeError('Failed to fetch')), pageWith(true, false));
  await expect(api.requestReset(input)).rejects.toMatchObject({ kind: 'unreachable' });
});

test('loading ahead does not reload the page', async () => {
  const page = pageWith(true);
  const { preload } = lazyApi(() => Promise.reject(new TypeError('Failed to fetch')), page);
  await expect(preload()).rejects.toBeInstanceOf(Failure);
  expect(page.reload).not.toHaveBeenCalled();
});

test('a promise of the API gives the API, and loads nothing', async () => {
  const load = vi.fn(async () => answeringClient().client);
  const { api } = lazyApi(load, cutOff);
  expect(await Promise.resolve(api)).toBe(api);
  expect(load).not.toHaveBeenCalled();
});

test('loading ahead ends when the client is there, or could not be loaded', async () => {
  const { client } = answeringClient();
  const loading = Promise.withResolvers<Api>();
  const { preload } = lazyApi(() => loading.promise, cutOff);
  const ended = vi.fn();
  const preloading = preload().then(ended);
  await Promise.resolve();
  expect(ended).not.toHaveBeenCalled();
  loading.resolve(client);
  await preloading;
  await expect(
    lazyApi(() => Promise.reject(new TypeError('Failed to fetch')), cutOff).preload(),
  ).rejects.toBeInstanceOf(Failure);
});
